import { crc32 } from 'node:zlib'
import { uniquePaths } from './entry-name.ts'

export type ZipEntry = {
  /** Folders and file, by any text: the archive has names that every system can unpack. */
  path: readonly string[]
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
/** Without the name. */
const headSize = 30

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

const firstDay = new Date(1980, 0, 1)

/** In steps of two seconds, from 1980 on; the date is in the upper half. */
function dosTime(time: Date) {
  const date = time < firstDay ? firstDay : time
  return (
    Math.min(date.getFullYear() - 1980, 127) * 2 ** 25 +
    ((date.getMonth() + 1) << 21) +
    (date.getDate() << 16) +
    (date.getHours() << 11) +
    (date.getMinutes() << 5) +
    (date.getSeconds() >> 1)
  )
}

type Written = { path: Buffer; time: number; crc: number; size: number }

/** Before and after a file. */
const head = ({ path, time }: Pick<Written, 'path' | 'time'>) =>
  Buffer.concat([
    packed([4, 0x04034b50], [2, version], [2, flags], [2, 0], [4, time]),
    // CRC and sizes follow the file.
    packed([4, 0], [4, 0], [4, 0], [2, path.length], [2, 0]),
    path,
  ])
const tail = ({ crc, size }: Pick<Written, 'crc' | 'size'>) => {
  const width = size >= max32 ? 8 : 4
  return packed([4, 0x08074b50], [4, crc], [width, size], [width, size])
}

/** @param offset where the file's head begins */
function directoryEntry({ path, time, crc, size }: Written, offset: number) {
  const wide: [8, number][] =
    size >= max32
      ? [
          [8, size],
          [8, size],
        ]
      : []
  if (offset >= max32) wide.push([8, offset])
  const extra = wide.length ? packed([2, 1], [2, wide.length * 8], ...wide) : Buffer.alloc(0)
  return Buffer.concat([
    packed([4, 0x02014b50], [2, 0x0300 | version], [2, version], [2, flags], [2, 0], [4, time]),
    packed([4, crc], [4, size], [4, size], [2, path.length], [2, extra.length]),
    packed([2, 0], [2, 0], [2, 0], [2, 0], [2, mode], [4, offset]),
    path,
    extra,
  ])
}

function* directoryEnd(count: number, length: number, offset: number) {
  if (count >= max16 || offset + length >= max32) {
    yield packed([4, 0x06064b50], [8, 44], [2, version], [2, version], [4, 0], [4, 0])
    yield packed([8, count], [8, count], [8, length], [8, offset])
    yield packed([4, 0x07064b50], [4, 0], [8, offset + length], [4, 1])
  }
  yield packed([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count])
  yield packed([4, length], [4, offset], [2, 0])
}

/** In bytes. Longer than any name. */
const blockSize = 65_536

/**
 * What the directory needs of each file, 18 bytes and its name, in blocks: 8 MB for 100,000 files,
 * which would be 170 MB as an object each.
 */
function writtenFiles() {
  const blocks: Buffer[] = []
  let block = Buffer.allocUnsafe(blockSize)
  let filled = 0
  const close = () => blocks.push(block.subarray(0, filled))
  return {
    add({ path, time, crc, size }: Written) {
      if (filled + 18 + path.length > blockSize) {
        close()
        block = Buffer.allocUnsafe(blockSize)
        filled = 0
      }
      const fields = packed([2, path.length], [4, time], [4, crc], [8, size])
      for (const part of [fields, path]) filled += part.copy(block, filled)
    },
    *all(): Generator<Written> {
      close()
      for (const block of blocks)
        for (let at = 0; at < block.length; ) {
          const [start, end] = [at + 18, at + 18 + block.readUInt16LE(at)]
          yield {
            path: block.subarray(start, end),
            time: block.readUInt32LE(at + 2),
            crc: block.readUInt32LE(at + 6),
            size: Number(block.readBigUInt64LE(at + 10)),
          }
          at = end
        }
    },
  }
}

/** A ZIP archive (PKWARE APPNOTE 6.3.10), uncompressed. */
async function* partsOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const files = writtenFiles()
  const nameOf = uniquePaths()
  for await (const { path, input, lastModified = new Date() } of entries) {
    const file = { path: Buffer.from(nameOf(path)), time: dosTime(lastModified), crc: 0, size: 0 }
    yield head(file)
    for await (const part of input instanceof Uint8Array ? [input] : input) {
      file.crc = crc32(part, file.crc)
      file.size += part.byteLength
      yield part
    }
    yield tail(file)
    files.add(file)
  }
  let [count, offset, length] = [0, 0, 0]
  for (const file of files.all()) {
    const entry = directoryEntry(file, offset)
    yield entry
    count++
    length += entry.length
    offset += headSize + file.path.length + file.size + (file.size >= max32 ? 24 : 16)
  }
  yield* directoryEnd(count, length, offset)
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
