import type { RandomAccessFile } from './resume.ts'

/** A Compound File Binary ([MS-CFB]): what Word's .doc and password-protected .docx files are. */
type CompoundFile = {
  /** The streams directly under the root, by name. */
  streams: Map<string, Stream>
  /** Whether every sector of the stream is inside the file. */
  isComplete(stream: Stream): boolean
  /** The first bytes of the stream, at most 64. */
  readStart(stream: Stream): Promise<DataView>
}

type Stream = { start: number; size: number }

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const entryBytes = 128
const miniSectorBytes = 64
const miniStreamCutoff = 4096
const maxEntries = 4096
const none = 0xffffffff
const streamObject = 2

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

export const isCompoundFile = (head: Uint8Array) =>
  signature.every((byte, index) => head[index] === byte)

/** Null without a readable directory. Field offsets: [MS-CFB] 2.2 (header), 2.6 (directory). */
export async function readCompoundFile(file: RandomAccessFile): Promise<CompoundFile | null> {
  const header = viewOf(await file.read(0, 512))
  if (header.byteLength < 512) return null
  const shift = header.getUint16(0x1e, true)
  if (shift !== 9 && shift !== 12) return null
  const sectors: Sectors = {
    bytes: 2 ** shift,
    count: Math.ceil(file.size / 2 ** shift) - 1,
    read: async (n) => viewOf(await file.read((n + 1) * 2 ** shift, 2 ** shift)),
  }
  const fat = await readFat(header, sectors)
  const entries = await readDirectory(header.getUint32(0x30, true), fat, sectors)
  const [root] = entries
  if (!root) return null
  const miniStream = locationOf(root)

  /** The sector that holds this byte of a chain; undefined if the chain leaves the file first. */
  const sectorAt = (start: number, offset: number) => {
    let sector = start
    for (let left = offset; sector < sectors.count && left <= file.size; left -= sectors.bytes) {
      if (left < sectors.bytes) return sector
      sector = fat[sector] ?? none
    }
  }
  const isInside = ({ start, size }: Stream) =>
    size === 0 || sectorAt(start, size - 1) !== undefined

  return {
    streams: rootStreams(entries),
    isComplete: (stream) => isInside(stream.size < miniStreamCutoff ? miniStream : stream),
    async readStart({ start, size }) {
      const isMini = size < miniStreamCutoff
      const offset = isMini ? start * miniSectorBytes : 0
      const sector = sectorAt(isMini ? miniStream.start : start, offset)
      if (sector === undefined) return new DataView(new ArrayBuffer(0))
      const position = (sector + 1) * sectors.bytes + (offset % sectors.bytes)
      return viewOf(await file.read(position, miniSectorBytes))
    },
  }
}

type Sectors = { bytes: number; count: number; read: (n: number) => Promise<DataView> }

const numbersIn = (view: DataView, from = 0) =>
  Array.from({ length: (view.byteLength - from) >> 2 }, (_, n) =>
    view.getUint32(from + n * 4, true),
  )

/** For each sector the number of the one that follows it. */
async function readFat(header: DataView, sectors: Sectors) {
  const fat: number[] = []
  for (const place of await fatSectors(header, sectors)) {
    // Padding differs between writers, so only what describes existing sectors is read.
    if (fat.length >= sectors.count) break
    const numbers = place < sectors.count ? numbersIn(await sectors.read(place)) : []
    for (let n = 0; n < sectors.bytes / 4; n++) fat.push(numbers[n] ?? none)
  }
  return fat
}

/** The header names the first 109 sectors of the FAT, a chain of DIFAT sectors the rest. */
async function fatSectors(header: DataView, sectors: Sectors) {
  const maxPlaces = Math.ceil(sectors.count / (sectors.bytes / 4))
  const places = numbersIn(header, 0x4c)
  let next = header.getUint32(0x44, true)
  while (next < sectors.count && places.length < maxPlaces) {
    const more = numbersIn(await sectors.read(next))
    next = more.pop() ?? none
    places.push(...more)
  }
  return places.slice(0, maxPlaces)
}

/** The directory's entries, its root first. */
async function readDirectory(first: number, fat: number[], sectors: Sectors) {
  const entries: DataView[] = []
  let sector = first
  while (sector < sectors.count && entries.length < maxEntries) {
    const view = await sectors.read(sector)
    for (let at = 0; at + entryBytes <= view.byteLength; at += entryBytes)
      entries.push(new DataView(view.buffer, view.byteOffset + at, entryBytes))
    sector = fat[sector] ?? none
  }
  return entries
}

const locationOf = (entry: DataView): Stream => ({
  start: entry.getUint32(0x74, true),
  size: entry.getUint32(0x78, true),
})

/** Siblings form a binary tree. */
function rootStreams(entries: DataView[]) {
  const streams = new Map<string, Stream>()
  const seen = new Set<number>()
  const queue = entries[0] ? [entries[0].getUint32(0x4c, true)] : []
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const entry = entries[id]
    if (!entry || seen.has(id)) continue
    seen.add(id)
    if (entry.getUint8(0x42) === streamObject) streams.set(nameOf(entry), locationOf(entry))
    queue.push(entry.getUint32(0x44, true), entry.getUint32(0x48, true))
  }
  return streams
}

function nameOf(entry: DataView) {
  const length = Math.max(0, Math.min(entry.getUint16(0x40, true), 64) - 2) >> 1
  const units = Array.from({ length }, (_, n) => entry.getUint16(n * 2, true))
  return String.fromCharCode(...units)
}
