import { type FileHandle, open } from 'node:fs/promises'
import type { ResumeType } from '#db/enums.ts'
import type { StagedResume } from './store.ts'
import { isWordBinary } from './word-binary.ts'
import { isWordZip } from './word-zip.ts'

/**
 * What kind of resume was received. Extension (in any case), first bytes and structure must agree;
 * null when they don't. Reads a bounded part of a Word file, nothing of a PDF, and unpacks nothing.
 * Throws only when the file can't be read.
 */
export async function resumeType(
  resume: StagedResume,
  fileName: string,
): Promise<ResumeType | null> {
  const extension = /\.(pdf|docx?)$/i.exec(fileName)?.[1]?.toLowerCase() as ResumeType | undefined
  if (!extension) return null
  const fits = extension === 'pdf' ? isPdf(resume) : await isWord(resume, isWordFile[extension])
  return fits ? extension : null
}

const isWordFile = { doc: isWordBinary, docx: isWordZip }

async function isWord(
  { path, size }: StagedResume,
  looksIt: (file: FileHandle, size: number) => Promise<boolean>,
) {
  const file = await open(path, 'r')
  try {
    return await looksIt(file, size)
  } finally {
    await file.close()
  }
}

/**
 * Before the first mark there may be a line break or a byte order mark, as some programs that make
 * PDFs for a website write it; after the last a little that was appended on the way.
 */
const isPdf = ({ head, tail }: StagedResume) =>
  /^(?:\xEF\xBB\xBF|[\r\n\t ]{0,3})%PDF-/.test(head.toString('latin1')) && tail.includes('%%EOF')
