import { createHash, randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { StagedResume } from './store.ts'

/** 128 random bits in hex: nobody guesses where a resume lies. */
export const randomKey = () => randomBytes(16).toString('hex')

export const isKey = (key: string) => /^[0-9a-f]{32}$/.test(key)

/**
 * Writes a stream to the new file `path`, readable by us alone, and fsyncs it. Past `limit` bytes
 * it reads on to the end but keeps nothing. When it throws, or answers `too large`, no file is left.
 */
export async function stageFile(
  path: string,
  body: Readable,
  limit: number,
): Promise<StagedResume | 'too large'> {
  // A stream that breaks while the file is still being opened has no other listener yet,
  // and an error event without one ends the process.
  body.on('error', () => {})
  try {
    const written = await write(path, body, limit)
    if (written.size <= limit) return { path, ...written }
  } catch (error) {
    await discardFile(path)
    throw error
  }
  await discardFile(path)
  return 'too large'
}

async function write(path: string, body: Readable, limit: number) {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > limit) continue
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    if (size <= limit) await file.sync()
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

export const discardFile = (path: string) => rm(path, { force: true })
