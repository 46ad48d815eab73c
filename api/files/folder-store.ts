import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ReadableStream as Stream } from 'node:stream/web'
import { makeFolder } from '#db/make-folder.ts'
import { discardFile, isKey, partName, randomKey, removeLeftovers, stageFile } from './stage.ts'
import type { KeptResume, ResumeStore } from './store.ts'

export type FolderOptions = {
  /** Free bytes reserved for the database, so that sign-in and the audit trail keep working. */
  reserved?: number
}

/**
 * A store in a folder used by this process only: `incoming/` holds uploads, `ab/ab…` kept files.
 * Throws a one-line Error when the folder can't be written.
 */
export async function openFolderStore(
  folder: string,
  { reserved = 500 * 1_048_576 }: FolderOptions = {},
): Promise<ResumeStore> {
  const store = folderStore(folder, reserved)
  try {
    await createSubfolders(folder)
    await store.ready()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`STORAGE_URL names ${folder}, where no files can be kept: ${reason}`, { cause })
  }
  return store
}

function folderStore(folder: string, reserved: number): ResumeStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  const incoming = join(folder, 'incoming')
  const newPath = () => join(incoming, partName())
  /** Enough space is believed for a second, since each submission asks; a shortage never is. */
  let enoughUntil = 0
  return {
    async requireSpace() {
      if (performance.now() < enoughUntil) return
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize >= reserved) {
        enoughUntil = performance.now() + 1000
        return
      }
      const message = `Less than ${Math.round(reserved / 1_048_576)} MB of disk space is left`
      throw Object.assign(new Error(message), { code: 'ENOSPC' })
    },
    stage: (body, limit) => stageFile(newPath(), body, limit),
    discard: ({ path }) => discardFile(path),
    async keep({ path }, key = randomKey()) {
      try {
        await rename(path, pathOf(key))
        await syncFolder(dirname(pathOf(key)))
        return key
      } catch (error) {
        await Promise.all([discardFile(path), discardFile(pathOf(key))])
        throw error
      }
    },
    async open(key) {
      const size = isKey(key) ? await sizeOf(pathOf(key)) : null
      return size === null ? null : { body: read(pathOf(key)), size }
    },
    async remove(key) {
      if (isKey(key)) await discardFile(pathOf(key))
    },
    async ready() {
      const path = newPath()
      try {
        await writeFile(path, 'Can this folder be written?', { mode: 0o600, flag: 'wx' })
      } finally {
        await discardFile(path)
      }
    },
    list: (passOver) => kept(folder, passOver),
    discardStale: (before) => removeLeftovers(incoming, before),
    link: async (key, path) =>
      isKey(key) &&
      link(pathOf(key), path).then(
        () => true,
        () => false,
      ),
  }
}

async function* kept(
  folder: string,
  passOver = (_key: string) => false,
): AsyncGenerator<KeptResume> {
  for (const shard of shards) {
    const keys = (await readdir(join(folder, shard))).filter(isKey).sort()
    for (const key of keys) {
      const found = passOver(key) ? null : await stat(join(folder, shard, key)).catch(() => null)
      if (found) yield { key, modified: found.mtime }
    }
  }
}

const shards = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

/** Creates all subfolders up front, so that keeping a file needs one folder fsync. */
async function createSubfolders(folder: string) {
  const created = makeFolder(folder, 0o700)
  const present = new Set(await readdir(folder))
  const missing = ['incoming', ...shards].filter((name) => !present.has(name))
  // Recursive, since another process that starts at the same time may be faster.
  const how = { mode: 0o700, recursive: true }
  await Promise.all(missing.map((name) => mkdir(join(folder, name), how)))
  await syncFolder(folder)
  if (created) await syncFolder(dirname(folder))
}

/** A new name survives a power cut only once its folder is on disk as well (fsync(2), Notes). */
async function syncFolder(path: string) {
  // Windows opens no folders; NTFS keeps names in its own journal.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function sizeOf(path: string) {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Opens the file on first read: the body of a HEAD response is never read nor closed. */
function read(path: string): ReadableStream<Uint8Array> {
  return Stream.from(chunks(path)) as ReadableStream<Uint8Array>
}

async function* chunks(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}
