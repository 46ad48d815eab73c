import { crc32 } from 'node:zlib'

export type ZipEntry = {
  name: string
  input: Uint8Array | AsyncIterable<Uint8Array>
  lastModified?: Date
}

const max16 = 0xff_ff
const max32 = 0xff_ff_ff_ff
/** For ZIP64. */
const version = 45
/** Sizes follow the file, and names are UTF-8. */
const flags = 0x0808
const mode = 0o100_664

/** Numbers in little-endian order, each with its size in bytes. */
function packed(...fields: (readonly [size: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.allocUnsafe(fields.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of fields) {
    if (size === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(Math.min(value, size === 2 ? max16 : max32), at, size)
    at += size
  }
  return buffer
}

/** In steps of two seconds, from 1980 on. */
const dosTime = (date: Date) =>
  (date.getSeconds() >> 1) | (date.getMinutes() << 5) | (date.getHours() << 11)
const dosDate = (date: Date) =>
  date.getDate() |
  ((date.getMonth() + 1) << 5) |
  (Math.min(Math.max(date.getFullYear() - 1980, 0), 127) << 9)

/** In bytes. Longer than any name. */
const blockSize = 65_536

/**
 * A ZIP archive (PKWARE APPNOTE 6.3.10), uncompressed. Of each file it keeps only the entry of the
 * directory, in blocks: as a buffer each, those of 100,000 applications would take 170 MB more.
 */
async function* partsOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const blocks: Buffer[] = []
  let block = Buffer.allocUnsafe(blockSize)
  let filled = 0
  function keep(part: Buffer) {
    if (filled + part.length > blockSize) {
      blocks.push(block.subarray(0, filled))
      block = Buffer.allocUnsafe(blockSize)
      filled = 0
    }
    filled += part.copy(block, filled)
  }
  let count = 0
  let offset = 0
  for await (const { name, input, lastModified = new Date() } of entries) {
    const path = Buffer.from(name)
    const times = [
      [2, dosTime(lastModified)],
      [2, dosDate(lastModified)],
    ] satisfies [2, number][]
    const head = packed(
      ...([[4, 0x04034b50], [2, version], [2, flags], [2, 0], ...times] as const),
      ...([
        [4, 0],
        [4, 0],
        [4, 0],
        [2, path.length],
        [2, 0],
      ] as const),
    )
    yield Buffer.concat([head, path])
    let crc = 0
    let size = 0
    for await (const part of input instanceof Uint8Array ? [input] : input) {
      crc = crc32(part, crc)
      size += part.byteLength
      yield part
    }
    const isLarge = size >= max32
    const width = isLarge ? 8 : 4
    const tail = packed([4, 0x08074b50], [4, crc], [width, size], [width, size])
    yield tail
    const wide: [8, number][] = isLarge
      ? [
          [8, size],
          [8, size],
        ]
      : []
    if (offset >= max32) wide.push([8, offset])
    const extra = wide.length ? packed([2, 1], [2, wide.length * 8], ...wide) : Buffer.alloc(0)
    const record = packed(
      ...([
        [4, 0x02014b50],
        [2, 0x0300 | version],
        [2, version],
        [2, flags],
        [2, 0],
      ] as const),
      ...times,
      ...([
        [4, crc],
        [4, size],
        [4, size],
        [2, path.length],
        [2, extra.length],
      ] as const),
      ...([
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, mode],
        [4, offset],
      ] as const),
    )
    for (const part of [record, path, extra]) keep(part)
    count++
    offset += head.length + path.length + size + tail.length
  }
  blocks.push(block.subarray(0, filled))
  yield* blocks
  const length = blocks.reduce((sum, block) => sum + block.length, 0)
  if (count >= max16 || offset + length >= max32)
    yield packed(
      ...([
        [4, 0x06064b50],
        [8, 44],
        [2, version],
        [2, version],
        [4, 0],
        [4, 0],
      ] as const),
      ...([
        [8, count],
        [8, count],
        [8, length],
        [8, offset],
      ] as const),
      ...([
        [4, 0x07064b50],
        [4, 0],
        [8, offset + length],
        [4, 1],
      ] as const),
    )
  yield packed(
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
    ] as const),
    ...([
      [4, length],
      [4, offset],
      [2, 0],
    ] as const),
  )
}

/** In bytes. A small part costs a stream as much as one of this size. */
const chunkSize = 65_536

export function zip(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  const parts = partsOf(entries)
  return new ReadableStream({
    async pull(controller) {
      const waiting: Uint8Array[] = []
      let size = 0
      while (size < chunkSize) {
        const { value, done } = await parts.next()
        if (done) break
        waiting.push(value)
        size += value.byteLength
      }
      if (size) controller.enqueue(Buffer.concat(waiting))
      if (size < chunkSize) controller.close()
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
}
