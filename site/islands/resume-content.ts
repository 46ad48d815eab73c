import { claimedType } from '#api/files/contract/resume.ts'

/**
 * The error that the server would report for the file's content, to spare a futile upload. Undefined
 * also when the check itself fails: the server decides.
 */
export async function resumeContentFault(file: File): Promise<string | undefined> {
  const type = claimedType(file.name)
  if (!type) return
  const read = async (position: number, length: number) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer())
  try {
    const { contentFault } = await import('#api/files/contract/resume-content.ts')
    return await contentFault({ size: file.size, read }, type)
  } catch {
    return
  }
}
