import type { FileHandle } from 'node:fs/promises'

/** At most `length` bytes from `position`: fewer at the end of the file, none beyond it. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}
