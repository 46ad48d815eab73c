import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { stageFile } from '#api/core/files/stage.ts'
import type { FileStore } from '#api/core/files/store.ts'
import { makeFolder } from '#db/make-folder.ts'
import { databaseFaults, picturePaths } from '../integrity.ts'
import {
  addSum,
  type Manifest,
  resumePath,
  sha256,
  sumsFile,
  syncFile,
  writeManifest,
} from './manifest.ts'
import { type ResumeRow, remote, rest, type Source, snapshot } from './source.ts'

/** Files copied at once; a pause of the same length follows, to leave disk time to the server. */
const concurrency = 4

/** A backup whose files need not be read again. */
export type Previous = { folder: string; manifest: Manifest }

type What = {
  url: string
  authToken?: string
  store: FileStore
  folder: string
  previous?: Previous | undefined
}

/**
 * Backs up a running system into a new or empty folder: first the database, then the resume of each
 * of its rows, the staged files and the files of each picture, so that no row lacks its file.
 * Leaves out applications deleted during the backup. With `previous`, only the resumes that it lacks
 * are read, since resumes never change. Throws when the folder is not empty or the
 * database is missing or damaged.
 */
export async function takeBackup({
  url,
  authToken,
  store,
  folder,
  previous,
}: What): Promise<Manifest> {
  makeFolder(folder, 0o700)
  if ((await readdir(folder)).length) throw new Error(`${folder} is not empty`)
  const taken_at = new Date().toISOString()
  const file = join(folder, 'careers.db')
  const isFile = url.startsWith('file:')
  const source = isFile ? await snapshot(url, file) : remote(url, authToken)
  const sums = createWriteStream(join(folder, sumsFile), { mode: 0o600 })
  const copied = await copyResumes({ source, store, folder, previous }, (sum, key) =>
    addSum(sums, sum, resumePath(key)),
  )
  const pictures = await copyPictures({ source, store, folder }, (sum, path) =>
    addSum(sums, sum, path),
  )
  await source.close()
  if (isFile) addSum(sums, await soundDatabase(file), 'careers.db')
  await finished(sums.end())
  await syncFile(join(folder, sumsFile))
  const sums_sha256 = await sha256(join(folder, sumsFile))
  const database = isFile ? ('careers.db' as const) : null
  const all_summed_at = previous ? summedAt(previous.manifest) : taken_at
  const files = { ...copied, ...pictures }
  const manifest = { format: 1, taken_at, all_summed_at, database, ...files, sums_sha256 } as const
  await writeManifest(folder, manifest)
  return manifest
}

/** The hash of the copied database. Throws now for what a restore would refuse. */
async function soundDatabase(file: string) {
  const [fault] = databaseFaults(file)
  if (fault) throw new Error(`The database is damaged (${fault})`)
  return sha256(file)
}

const summedAt = ({ all_summed_at, taken_at }: Manifest) => all_summed_at ?? taken_at

/** Whether it is time to read every resume again: disks lose bits. */
export const isLongSummed = (manifest: Manifest, days = 30) =>
  Math.abs(Date.now() - Date.parse(summedAt(manifest))) > days * 86_400_000

type Copying = {
  source: Source
  store: FileStore
  folder: string
  previous?: Previous | undefined
}

async function copyResumes(
  { source, store, folder, previous }: Copying,
  onCopied: (sum: string, key: string) => void,
) {
  const total = { resumes: 0, summed: 0, bytes: 0, lost: [] as number[] }
  const folders = new Set<string>()
  async function copy(row: ResumeRow) {
    const path = join(folder, resumePath(row.key))
    folders.add(dirname(path))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const before =
      previous && !previous.manifest.lost.includes(row.id)
        ? join(previous.folder, resumePath(row.key))
        : undefined
    const isBacked = before && (await reuse(before, { store, row, path }))
    const copied = isBacked ? { sha256: row.sha256 } : await copyResume(store, row.key, path)
    if (copied && !isBacked) total.summed += 1
    if (!copied && (await source.isGone(row.id))) return source.drop(row.id)
    if (copied?.sha256 !== row.sha256) total.lost.push(row.id)
    if (!copied) return
    total.resumes += 1
    total.bytes += row.size
    onCopied(copied.sha256, row.key)
  }
  let rows = await source.rowsAfter(0)
  while (rows.length) {
    for (let at = 0; at < rows.length; at += concurrency) {
      const begin = performance.now()
      await Promise.all(rows.slice(at, at + concurrency).map(copy))
      rest(performance.now() - begin)
    }
    rows = await source.rowsAfter(rows.at(-1)!.id)
  }
  for (const { key, sha256 } of await source.staged()) {
    const path = join(folder, resumePath(key))
    folders.add(dirname(path))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const copied = await copyResume(store, key, path)
    if (copied?.sha256 === sha256) {
      onCopied(sha256, key)
      continue
    }
    // Taken or expired since; a damaged one must be chosen again.
    await rm(path, { force: true })
    source.dropStaged(key)
  }
  for (const path of folders) await syncFile(path)
  return { ...total, lost: total.lost.sort((a, b) => a - b) }
}

/** The files of pictures, and the uploads that AVIF is still made from. */
async function copyPictures(
  { source, store, folder }: Copying,
  onCopied: (sum: string, path: string) => void,
) {
  const total = { pictures: 0, lost_pictures: [] as number[] }
  const folders = new Set<string>()
  async function copyPublic(hash: string, name: string, path: string) {
    const found = await store.openPublic(`media/${hash}`, name)
    const staged =
      found && (await stageFile(path, Readable.fromWeb(found.body as never), found.size))
    return staged && staged !== 'too large' ? staged : null
  }
  for (const { id, hash, variants, source_key } of await source.pictures()) {
    const begin = performance.now()
    const copied: [sum: string, path: string][] = []
    let isWhole = true
    const place = async (path: string) => {
      folders.add(dirname(join(folder, path)))
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
      return join(folder, path)
    }
    for (const { path, name, bytes } of picturePaths({ hash, variants })) {
      const staged = await copyPublic(hash, name, await place(path))
      if (staged) copied.push([staged.sha256, path])
      isWhole &&= staged?.size === bytes
    }
    if (source_key) {
      const path = resumePath(source_key)
      const kept = await copyResume(store, source_key, await place(path))
      if (kept) copied.push([kept.sha256, path])
      else source.dropSource(id)
    }
    if (!isWhole && (await source.dropDeletedPicture(id))) {
      for (const [, path] of copied) await rm(join(folder, path))
      continue
    }
    if (!isWhole) total.lost_pictures.push(id)
    total.pictures += 1
    for (const [sum, path] of copied) onCopied(sum, path)
    rest(performance.now() - begin)
  }
  for (const path of folders) await syncFile(path)
  return total
}

/**
 * Whether `path` now is the file of an earlier backup, which the store still has. Without reading
 * it: where the store can be linked, the file is the same one; elsewhere, keys are never used twice.
 */
async function reuse(
  before: string,
  { store, row, path }: { store: FileStore; row: ResumeRow; path: string },
) {
  const known = await stat(before).catch(() => null)
  if (known?.size !== row.size) return false
  if (await store.link(row.key, path)) {
    const linked = await stat(path)
    if (linked.ino === known.ino && linked.dev === known.dev) return true
    await rm(path)
    return false
  }
  const found = await store.open(row.key)
  await found?.body.cancel()
  if (found?.size !== row.size) return false
  return link(before, path).then(
    () => true,
    () => false,
  )
}

/** Hard-links the file where possible, since resumes never change; otherwise copies it. */
async function copyResume(store: FileStore, key: string, path: string) {
  if (await store.link(key, path)) return { sha256: await sha256(path) }
  const found = await store.open(key)
  if (!found) return null
  const staged = await stageFile(path, Readable.fromWeb(found.body as never), found.size)
  return staged === 'too large' ? null : staged
}
