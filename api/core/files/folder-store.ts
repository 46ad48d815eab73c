import { createReadStream } from 'node:fs'
import { chmod, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ReadableStream as Stream } from 'node:stream/web'
import { makeFolder } from '#db/make-folder.ts'
import { erasedName, parseErased } from './erased.ts'
import { freeSpaceCheck } from './free-space.ts'
import {
  discardFile,
  isKey,
  isPublicFolder,
  isPublicName,
  makeWorkFolder,
  partName,
  randomKey,
  removeLeftovers,
  stageFile,
} from './stage.ts'
import type { FileStore, PublicFolder, PublicKind, StoredFile } from './store.ts'

export type FolderOptions = {
  /** Free bytes reserved for the database, so that sign-in and the audit trail keep working. */
  reserved?: number
}

/**
 * A store in a folder used by this process only: `incoming/` holds uploads, `ab/ab…` kept files,
 * `media/` and `made/` public ones, `erased/` an empty file for each erased application.
 * Throws a one-line Error when the folder can't be written.
 */
export async function openFolderStore(
  folder: string,
  { reserved = 500 * 1_048_576 }: FolderOptions = {},
): Promise<FileStore> {
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

function folderStore(folder: string, reserved: number): FileStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  const incoming = join(folder, 'incoming')
  const newPath = () => join(incoming, partName())
  const erased = join(folder, 'erased')
  return {
    requireSpace: freeSpaceCheck(folder, reserved),
    stage: (body, limit) => stageFile(newPath(), body, limit),
    discard: ({ path }) => discardFile(path),
    async save({ path }, key = randomKey()) {
      try {
        await rename(path, pathOf(key))
        await syncFolder(dirname(pathOf(key)))
        return key
      } catch (error) {
        await Promise.all([discardFile(path), discardFile(pathOf(key))])
        throw error
      }
    },
    open: async (key) => (isKey(key) ? openFile(pathOf(key)) : null),
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
    list: (passOver) => storedFiles(folder, passOver),
    discardStale: (before) => removeLeftovers(incoming, before),
    link: async (key, path) =>
      isKey(key) &&
      link(pathOf(key), path).then(
        () => true,
        () => false,
      ),
    async addErased(entries) {
      const paths = entries.map((entry) => join(erased, erasedName(entry)))
      await Promise.all(paths.map((path) => writeFile(path, '', { mode: 0o600 })))
      if (paths.length) await syncFolder(erased)
    },
    async removeErased(entries) {
      const paths = entries.map((entry) => join(erased, erasedName(entry)))
      await Promise.all(paths.map((path) => rm(path, { force: true })))
      if (paths.length) await syncFolder(erased)
    },
    listErased: async () => (await readdir(erased)).map(parseErased),
    workFolder: () => makeWorkFolder(incoming),
    async publish(place, from, names) {
      const target = join(folder, place)
      await mkdir(target, { recursive: true, mode: 0o700 })
      for (const name of names) {
        await chmod(join(from, name), 0o600)
        await syncPath(join(from, name))
        await rename(join(from, name), join(target, name))
      }
      for (const path of [target, dirname(target), folder]) await syncFolder(path)
    },
    openPublic: async (place, name) =>
      isPublicFolder(place) && isPublicName(name) ? openFile(join(folder, place, name)) : null,
    async removePublic(place) {
      if (isPublicFolder(place)) await rm(join(folder, place), { recursive: true, force: true })
    },
    listPublic: (kind) => publicFolders(folder, kind),
    async namesIn(place) {
      const names = await readdir(join(folder, place)).catch(ignoreMissing)
      return (names ?? []).filter(isPublicName)
    },
  }
}

export async function* publicFolders(
  folder: string,
  kind: PublicKind,
): AsyncGenerator<{ folder: PublicFolder; modified: Date }> {
  const names = await readdir(join(folder, kind)).catch(ignoreMissing)
  for (const name of names ?? []) {
    const place = `${kind}/${name}` as const
    const found = isPublicFolder(place) ? await stat(join(folder, place)).catch(() => null) : null
    if (found) yield { folder: place, modified: found.mtime }
  }
}

export async function openFile(path: string) {
  const size = await sizeOf(path)
  return size === null ? null : { body: read(path, size), size }
}

async function* storedFiles(
  folder: string,
  passOver = (_key: string) => false,
): AsyncGenerator<StoredFile> {
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
  const missing = ['incoming', 'erased', ...shards].filter((name) => !present.has(name))
  // Recursive, since another process that starts at the same time may be faster.
  const how = { mode: 0o700, recursive: true }
  await Promise.all(missing.map((name) => mkdir(join(folder, name), how)))
  await syncFolder(folder)
  if (created) await syncFolder(dirname(folder))
}

/** A new name survives a power cut only once its folder is on disk as well (fsync(2), Notes). */
async function syncFolder(path: string) {
  // Windows opens no folders; NTFS keeps names in its own journal.
  if (process.platform !== 'win32') await syncPath(path)
}

async function syncPath(path: string) {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

const ignoreMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return null
}

const sizeOf = (path: string) => stat(path).then(({ size }) => size, ignoreMissing)

/** Opens the file on first read: the body of a HEAD response is never read nor closed. */
function read(path: string, size: number): ReadableStream<Uint8Array> {
  return Stream.from(chunks(path, size)) as ReadableStream<Uint8Array>
}

/** A small file gets a small buffer: an archive reads very many. */
async function* chunks(path: string, size: number): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: Math.min(Math.max(size, 1), 65_536) })
}
