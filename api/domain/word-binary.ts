import type { FileHandle } from 'node:fs/promises'
import { readAt } from './read-at.ts'

/**
 * Whether a file is a Word document in binary form (.doc): a compound file, whole to its last used
 * sector, with a stream `WordDocument` at its root. Excel and PowerPoint write compound files too, and
 * may hold a Word document deeper inside. Offsets and names are those of the format's definition,
 * [MS-CFB] 2.2 (header), 2.3 (FAT), 2.5 (DIFAT) and 2.6 (directory).
 */
export async function isWordBinary(file: FileHandle, size: number): Promise<boolean> {
  const header = await readAt(file, 0, 512)
  if (header.length < 512 || header.subarray(0, 8).toString('hex') !== 'd0cf11e0a1b11ae1') {
    return false
  }
  const shift = header.readUInt16LE(0x1e)
  if (shift !== 9 && shift !== 12) return false
  const sectors: Sectors = {
    bytes: 2 ** shift,
    count: Math.ceil(size / 2 ** shift) - 1,
    read: (n) => readAt(file, (n + 1) * 2 ** shift, 2 ** shift),
  }
  const places = await fatPlaces(header, sectors)
  if (places.some((place) => place >= sectors.count)) return false
  const fat = await readFat(places, sectors)
  if (fat.findLastIndex((next) => next !== free) >= sectors.count) return false
  return rootNames(await readDirectory(header.readUInt32LE(0x30), fat, sectors)).has('WordDocument')
}

type Sectors = { bytes: number; count: number; read: (n: number) => Promise<Buffer> }

const free = 0xffffffff
const entryBytes = 128
/** More than any resume has; each is 128 bytes. */
const mostEntries = 4096

const numbers = (sector: Buffer) =>
  Array.from({ length: sector.length >> 2 }, (_, n) => sector.readUInt32LE(n * 4))

/** For each sector the number of the one that follows it. */
async function readFat(places: number[], sectors: Sectors) {
  const fat: number[] = []
  for (const place of places) fat.push(...numbers(await sectors.read(place)))
  return fat
}

/** The header names the first 109 sectors of the FAT, a chain of DIFAT sectors the rest. */
async function fatPlaces(header: Buffer, sectors: Sectors) {
  const most = Math.ceil(sectors.count / (sectors.bytes / 4))
  const places = numbers(header.subarray(0x4c))
  let next = header.readUInt32LE(0x44)
  while (next < sectors.count && places.length < most) {
    const more = numbers(await sectors.read(next))
    next = more.pop() ?? free
    places.push(...more)
  }
  return places.filter((place) => place !== free).slice(0, most)
}

/** The directory's entries, its root first. */
async function readDirectory(first: number, fat: number[], sectors: Sectors) {
  const entries: Buffer[] = []
  let sector = first
  while (sector < sectors.count && entries.length < mostEntries) {
    const bytes = await sectors.read(sector)
    for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
      entries.push(bytes.subarray(at, at + entryBytes))
    }
    sector = fat[sector] ?? free
  }
  return entries
}

/** The names directly under the root; siblings form a binary tree. */
function rootNames(entries: Buffer[]) {
  const names = new Set<string>()
  const seen = new Set<number>()
  const waiting = entries[0] ? [entries[0].readUInt32LE(0x4c)] : []
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const entry = entries[id]
    if (!entry || seen.has(id)) continue
    seen.add(id)
    names.add(entry.toString('utf16le', 0, Math.max(0, Math.min(entry.readUInt16LE(0x40), 64) - 2)))
    waiting.push(entry.readUInt32LE(0x44), entry.readUInt32LE(0x48))
  }
  return names
}
