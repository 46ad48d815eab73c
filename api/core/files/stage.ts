import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { PublicFolder, StagedFile } from './store.ts'

/** 128 random bits in hex, so that keys can't be guessed. */
export const randomKey = () => randomBytes(16).toString('hex')

export const isKey = (key: string) => /^[0-9a-f]{32}$/.test(key)

/** Contains the process id: files of dead processes are leftovers. */
export const partName = () => `foyer-${process.pid}-${randomKey()}.part`

export const isPublicFolder = (folder: string): folder is PublicFolder =>
  /^(media|made)\/[0-9a-f]{32}$/.test(folder)

/** A file in a public folder: letters, digits, hyphens and one extension. */
export const isPublicName = (name: string) => /^[\w-]{1,60}\.(avif|webp|jpg|png|ico)$/.test(name)

/** A folder that `removeLeftovers` removes should this process die. */
export async function makeWorkFolder(parent: string): Promise<string> {
  const path = join(parent, partName())
  await mkdir(path, { mode: 0o700 })
  return path
}

/**
 * Removes the temporary files and folders of dead processes and returns their number. Without
 * `before` (at startup) also those with our own pid, which an earlier process had; with it, also
 * all last written before then. Touches only files named like ours: the folder may be shared.
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
    // Another user's file can't be removed; ignore it.
    if (old || dead)
      await rm(path, { recursive: true }).then(
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
 * it reads to the end but keeps nothing. When it throws or returns `too large`, no file is left.
 */
export async function stageFile(
  path: string,
  body: Readable,
  limit: number,
): Promise<StagedFile | 'too large'> {
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

/** Merges the first chunks into one: each write has a fixed cost. Later chunks pass unchanged. */
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

/** Ignores a missing file. */
export const discardFile = (path: string) =>
  unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
