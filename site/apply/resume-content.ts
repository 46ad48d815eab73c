import { claimedType } from '#api/core/files/contract/resume.ts'
import type { FormError } from '#api/core/words/contract/form-error.ts'

/**
 * The error that the server would report for the file's content, to spare a futile upload.
 * Undefined also when the check itself fails: the server decides.
 */
export async function resumeContentError(file: File): Promise<FormError | undefined> {
  const type = claimedType(file.name)
  if (!type) return
  const read = async (position: number, length: number) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer())
  try {
    const { contentError } = await import('#api/core/files/contract/resume-content.ts')
    const key = await contentError({ size: file.size, read }, type)
    return key && { key }
  } catch {
    return
  }
}
