import { open } from 'node:fs/promises'
import type { ResumeType } from '#db/enums.ts'
import type { FormError } from '../words/contract/form-error.ts'
import { claimedType, fileNameError, resumeErrors } from './contract/resume.ts'
import { contentError } from './contract/resume-content.ts'
import { readAt } from './read-at.ts'
import type { StagedFile } from './store.ts'
import { docxError } from './word-zip.ts'

/** Most resumes are smaller, and read in one go. */
const startBytes = 256 * 1024

/**
 * The type of a resume, or the error that rejects it: name, first bytes and structure must agree,
 * and a reviewer must be able to open it. Throws only when the file can't be read.
 */
export async function resumeType(
  { path, size }: StagedFile,
  fileName: string,
): Promise<{ type: ResumeType } | { fault: FormError }> {
  const type = claimedType(fileName)
  if (!type) return { fault: { key: fileNameError(fileName) ?? resumeErrors.wrongType } }
  const file = await open(path, 'r')
  try {
    const start = await readAt(file, 0, Math.min(size, startBytes))
    const read = async (position: number, length: number) =>
      position + length <= start.length || start.length === size
        ? start.subarray(position, position + length)
        : readAt(file, position, length)
    const key =
      (await contentError({ size, read }, type)) ??
      (type === 'docx' ? await docxError(file, size) : undefined)
    return key ? { fault: { key } } : { type }
  } finally {
    await file.close()
  }
}
