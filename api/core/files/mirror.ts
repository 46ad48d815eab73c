import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { openFile, publicFolders } from './folder-store.ts'
import { isPublicFolder, isPublicName, partName } from './stage.ts'
import type { FileStore, PublicFolder } from './store.ts'

/**
 * The store, with each public picture also in `folder` once it has been requested: readable by a
 * web server in front, which can't enter the store's own folder.
 */
export function withMirror(store: FileStore, folder: string, log: Pick<Logger, 'warn'>): FileStore {
  async function copy(place: PublicFolder, name: string) {
    const found = await store.openPublic(place, name)
    if (!found) return null
    const path = join(folder, place, name)
    const draft = join(dirname(path), partName())
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(draft, Readable.fromWeb(found.body as never))
      await rename(draft, path)
      return await openFile(path)
    } catch (err) {
      log.warn({ err }, 'a picture could not be kept as a file for the web server')
      await rm(draft, { force: true }).catch(() => {})
      return store.openPublic(place, name)
    }
  }
  return {
    ...store,
    async openPublic(place, name) {
      if (!place.startsWith('media/')) return store.openPublic(place, name)
      if (!isPublicFolder(place) || !isPublicName(name)) return null
      const copied = await openFile(join(folder, place, name)).catch(() => null)
      return copied ?? copy(place, name)
    },
    async removePublic(place) {
      await store.removePublic(place)
      if (isPublicFolder(place)) await rm(join(folder, place), { recursive: true, force: true })
    },
    async *listPublic(kind) {
      yield* store.listPublic(kind)
      yield* publicFolders(folder, kind)
    },
  }
}
