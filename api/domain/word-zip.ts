import type { FileHandle } from 'node:fs/promises'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { readAt } from './read-at.ts'

const limits = { entries: 2000, unpackedBytes: 50_000_000, ratio: 100 }

/**
 * Whether a file is a Word document in ZIP form (.docx, ECMA-376): its list of contents names the parts
 * that each has, no macros, no paths out of the folder, and not more than the limits once unpacked.
 * Only that list is read; nothing is unpacked.
 */
export async function isWordZip(file: FileHandle, size: number): Promise<boolean> {
  if ((await readAt(file, 0, 4)).toString('latin1') !== 'PK\u0003\u0004') return false
  try {
    const zip = await fromFdPromise(file.fd, { autoClose: false })
    if (zip.entryCount > limits.entries) return false
    return isWord(await contents(zip), size)
  } catch (error) {
    // What yauzl finds wrong with a ZIP (bad paths too) has no code; what the disk says has one.
    if ((error as NodeJS.ErrnoException).code) throw error
    return false
  }
}

async function contents(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries
}

function isWord(entries: Entry[], size: number) {
  const names = new Set(entries.map((entry) => entry.fileName))
  // Against the file's true size, since the packed sizes are only claims as well.
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  return (
    names.has('[Content_Types].xml') &&
    names.has('word/document.xml') &&
    entries.every((entry) => !/vbaProject\.bin$/i.test(entry.fileName)) &&
    unpacked <= limits.unpackedBytes &&
    unpacked <= limits.ratio * size
  )
}
