import { type FileHandle, open } from 'node:fs/promises'
import type { ResumeType } from '#db/enums.ts'
import { readAt } from './read-at.ts'
import { isWordBinary } from './word-binary.ts'
import { isWordZip } from './word-zip.ts'

/**
 * What kind of resume the file at `path` is. Extension (in any case), first bytes and structure must
 * agree; null when they don't. Reads a bounded part of the file and unpacks nothing.
 * Throws only when the file can't be read.
 */
export async function resumeType(path: string, fileName: string): Promise<ResumeType | null> {
  const extension = /\.(pdf|docx?)$/i.exec(fileName)?.[1]?.toLowerCase() as ResumeType | undefined
  if (!extension) return null
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return (await looksLike[extension](file, size)) ? extension : null
  } finally {
    await file.close()
  }
}

const looksLike: Record<ResumeType, (file: FileHandle, size: number) => Promise<boolean>> = {
  pdf: isPdf,
  doc: isWordBinary,
  docx: isWordZip,
}

/** The end mark may have a little after it, as programs that append to mails and files leave there. */
const pdfTail = 2048

async function isPdf(file: FileHandle, size: number) {
  const head = await readAt(file, 0, 5)
  if (head.toString('latin1') !== '%PDF-') return false
  const tail = await readAt(file, Math.max(0, size - pdfTail), pdfTail)
  return tail.includes('%%EOF')
}
