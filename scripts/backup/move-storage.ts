import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readEnvironment } from '#api/core/environment/env.ts'
import { folderOf, openStore } from '#api/core/files/open-store.ts'
import { stageFile } from '#api/core/files/stage.ts'
import type { FileStore, PublicFolder } from '#api/core/files/store.ts'

/** Files copied at once. */
const concurrency = 4

/**
 * Copies everything in one storage to another, both named like STORAGE_URL, and compares the
 * checksum of each copy. What is there already is left: after a failure, it goes on.
 * @throws {Error} when the target holds files that the source lacks, or a copy differs
 */
export async function moveStorage(
  from: string,
  to: string,
): Promise<{ files: number; images: number; erased: number }> {
  const urls = [from, to].map((url) => readEnvironment({ STORAGE_URL: url }).STORAGE_URL)
  if (urls[0] === urls[1]) throw new Error('FROM and TO are the same place')
  if (from.startsWith('file:') && !existsSync(folderOf(from)))
    throw new Error(`${folderOf(from)} does not exist`)
  const source = await openStore(from)
  const target = await openStore(to)
  await source.ready()
  await target.ready()

  const keys = (await Array.fromAsync(source.list())).map(({ key }) => key)
  const folders: PublicFolder[] = []
  for (const kind of ['media', 'made'] as const)
    for await (const { folder } of source.listPublic(kind)) folders.push(folder)
  await refuseOthers(target, keys, folders)

  // First, so that a target in use too early brings nobody back.
  const erased = await source.listErased()
  await target.addErased(erased)
  const listed = new Set((await target.listErased()).map(({ id }) => id))
  if (!erased.every(({ id }) => listed.has(id)))
    throw new Error('the list of erased applications was not copied whole')
  await inBatches(keys, (key) => copyFile(source, target, key))
  let images = 0
  await inBatches(folders, async (folder) => {
    const copied = await copyFolder(source, target, folder)
    images += copied
  })
  return { files: keys.length, images, erased: erased.length }
}

/** The files of another site would be taken for leftovers and removed. */
async function refuseOthers(target: FileStore, keys: string[], folders: PublicFolder[]) {
  const known = new Set<string>([...keys, ...folders])
  const refuse = (name: string) => {
    if (!known.has(name)) throw new Error(`TO is in use: it holds ${name}, which FROM does not`)
  }
  for await (const { key } of target.list()) refuse(key)
  for await (const { folder } of target.listPublic('media')) refuse(folder)
}

async function inBatches<T>(all: T[], work: (one: T) => Promise<void>) {
  for (let at = 0; at < all.length; at += concurrency)
    await Promise.all(all.slice(at, at + concurrency).map(work))
}

type Opened = Awaited<ReturnType<FileStore['open']>>

async function sumOf(opened: Opened): Promise<string | null> {
  if (!opened) return null
  const hash = createHash('sha256')
  for await (const chunk of opened.body) hash.update(chunk)
  return hash.digest('hex')
}

const streamOf = (opened: Opened, name: string) => {
  if (!opened) throw new Error(`${name} is no longer in FROM: stop Foyer, then run this again`)
  return Readable.fromWeb(opened.body as never)
}

async function copyFile(source: FileStore, target: FileStore, key: string) {
  const there = await sumOf(await target.open(key))
  if (there && there === (await sumOf(await source.open(key)))) return
  await target.requireSpace()
  const body = streamOf(await source.open(key), key)
  const staged = await target.stage(body, Number.POSITIVE_INFINITY)
  if (staged === 'too large') return
  await target.save(staged, key)
  if ((await sumOf(await target.open(key))) !== staged.sha256)
    throw new Error(`the copy of ${key} differs from the original`)
}

/** Whether an earlier run has copied the folder. */
async function isCopied(
  source: FileStore,
  target: FileStore,
  folder: PublicFolder,
  names: string[],
) {
  for (const name of names) {
    const there = await sumOf(await target.openPublic(folder, name))
    if (!there || there !== (await sumOf(await source.openPublic(folder, name)))) return false
  }
  return true
}

/** Returns the number of files. */
async function copyFolder(source: FileStore, target: FileStore, folder: PublicFolder) {
  const names = await source.namesIn(folder)
  if (await isCopied(source, target, folder, names)) return names.length
  const workFolder = await target.workFolder()
  const sums = new Map<string, string>()
  try {
    for (const name of names) {
      const body = streamOf(await source.openPublic(folder, name), `${folder}/${name}`)
      const staged = await stageFile(join(workFolder, name), body, Number.POSITIVE_INFINITY)
      if (staged !== 'too large') sums.set(name, staged.sha256)
    }
    await target.requireSpace()
    await target.publish(folder, workFolder, names)
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
  for (const [name, sum] of sums)
    if ((await sumOf(await target.openPublic(folder, name))) !== sum)
      throw new Error(`the copy of ${folder}/${name} differs from the original`)
  return names.length
}
