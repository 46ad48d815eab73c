import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { StagedResume } from './store.ts'

/** 128 random bits in hex: nobody guesses where a resume lies. */
export const randomKey = () => randomBytes(16).toString('hex')

export const isKey = (key: string) => /^[0-9a-f]{32}$/.test(key)

/** A name that tells whose upload it is: that of a process which is no more is a leftover. */
export const partName = () => `foyer-${process.pid}-${randomKey()}.part`

/**
 * Removes the temporary files of processes that are no more; answers how many. At a start, which is
 * when `before` is left out, those under our own number too: a process before us had it. Otherwise
 * also all that were last written to before `before`. Only files named as ours are: the folder may
 * be anyone's.
 */
export async function removeLeftovers(folder: string, before?: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    const [, pid] = /^foyer-(\d+)-[0-9a-f]{32}\.part$/.exec(name) ?? []
    if (!pid) continue
    const path = join(folder, name)
    const written = await stat(path).catch(() => undefined)
    const old = before && written && written.mtime < before
    const dead = !isAlive(Number(pid)) || (!before && Number(pid) === process.pid)
    // Another user's file stays: it is not ours to remove.
    if (old || dead)
      await discardFile(path).then(
        () => removed++,
        () => {},
      )
  }
  return removed
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

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

/** The beginning in one piece, since each writing takes longer than its bytes do; what comes after it as it comes. */
async function* coalesceStart(body: Readable, bytes = 128 * 1024): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let missing = bytes
  for await (const piece of body) {
    pieces.push(piece)
    missing -= piece.length
    if (missing > 0) continue
    yield pieces.length > 1 ? Buffer.concat(pieces) : piece
    pieces = []
  }
  if (pieces.length) yield Buffer.concat(pieces)
}

async function write(path: string, body: Readable, limit: number) {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of coalesceStart(body)) {
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

/** No error when it is gone already. */
export const discardFile = (path: string) =>
  unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
