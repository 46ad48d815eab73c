import { createReadStream, existsSync } from 'node:fs'
import { copyFile, link, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { restorable } from '#api/core/files/erased.ts'
import type { FileStore, PublicFolder } from '#api/core/files/store.ts'
import { fileOf } from '#db/embedded/node-sqlite.ts'
import { makeFolder } from '#db/make-folder.ts'
import {
  databaseFaults,
  picturePaths,
  stagedFiles,
  storedFiles,
  storedPictures,
} from '../integrity.ts'
import {
  type Manifest,
  readManifest,
  resumePath,
  type Sums,
  sha256,
  syncFile,
  verifySums,
} from './manifest.ts'
import { migrateDatabase, prepareDatabase, suspendRules } from './prepare-database.ts'

type Restored = Manifest & {
  /** Number of messages held back. */
  heldMail: number
  /** Number of webhooks switched off. */
  webhooks: number
  /** Number of entries removed from that list. */
  broughtBack: number
  /** Number of ids in the list of erased applications, which was there before. */
  erased: number
}

type What = {
  folder: string
  url: string
  openStore: () => Promise<FileStore>
  /** Leaves unsent mail in the queue instead of holding it back. */
  keepMail: boolean
  /**
   * Brings back what retention rules erased in the last 30 days, and empties the rules. Not for a
   * database server, whose database somebody else restores.
   */
  undoRetention?: boolean
}

/**
 * Restores a backup of this version or an older one into an empty target. Verifies the whole backup
 * before storing any file, and creates the database last, atomically: a server started in between
 * finds none.
 * Throws and leaves nothing behind when the backup is damaged or the target is not empty.
 */
export async function putBack({
  folder,
  url,
  openStore,
  keepMail,
  undoRetention,
}: What): Promise<Restored> {
  if (undoRetention && !url.startsWith('file:'))
    throw new Error('--undo-retention needs a database file, but DATABASE_URL names a server')
  const manifest = await readManifest(folder)
  const database = fileFor(manifest, url)
  if (database) refuseOccupied(database)
  const sums = await verifySums(folder, manifest)
  const prepared = database && `${database}.restoring`
  try {
    if (prepared) {
      makeFolder(dirname(prepared), 0o700)
      await copyFile(join(folder, 'careers.db'), prepared)
      // Older versions lack tables that the verification reads.
      await migrateDatabase(prepared)
      verifyDatabase(prepared, manifest, sums)
    }
    const changed = prepared
      ? await prepareDatabase(prepared, manifest, keepMail)
      : { heldMail: 0, webhooks: 0 }
    const store = await openStore()
    const back =
      prepared && undoRetention
        ? await suspendRules(prepared, restorable(await store.listErased()))
        : []
    await putFiles({ folder, sums, store }, async () => {
      if (database) await putDatabase(database)
    })
    // Last: an earlier failure must not shorten the list.
    await store.removeErased(back)
    return {
      ...manifest,
      ...changed,
      broughtBack: back.length,
      erased: (await store.listErased()).length,
    }
  } finally {
    if (prepared) for (const end of ['', '-wal', '-shm']) await rm(prepared + end, { force: true })
  }
}

/**
 * Checks all that a restore checks, without restoring: every file, and a migrated copy of the
 * database in the system's temporary folder. Throws when the backup can't be restored.
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const sums = await verifySums(folder, manifest)
  if (!manifest.database) return manifest
  const temporary = await mkdtemp(join(tmpdir(), 'foyer-verify-'))
  try {
    const copy = join(temporary, manifest.database)
    await copyFile(join(folder, manifest.database), copy)
    await migrateDatabase(copy)
    verifyDatabase(copy, manifest, sums)
    return manifest
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** The path of the database; null when both backup and target use a database server. */
function fileFor({ database }: Manifest, url: string) {
  const isFile = url.startsWith('file:')
  if (database && !isFile)
    throw new Error('The backup holds a database file, but DATABASE_URL names a server')
  if (!database && isFile)
    throw new Error(
      'The backup holds no database, as it was on a server: restore it there, and set DATABASE_URL',
    )
  return isFile ? fileOf(url) : null
}

function refuseOccupied(database: string) {
  for (const file of ['', '-wal', '-shm', '-journal', '.restoring'].map((end) => database + end))
    if (existsSync(file))
      throw new Error(`${file} is there already: stop Foyer, and restore into an empty place`)
}

function verifyDatabase(file: string, { lost, lost_pictures }: Manifest, sums: Sums) {
  const wrong = storedFiles(file).filter(
    ({ id, key, sha256 }) => sums.files.get(key) !== sha256 && !lost.includes(id),
  )
  const unstaged = stagedFiles(file).filter(({ key, sha256 }) => sums.files.get(key) !== sha256)
  const missing = storedPictures(file).filter(
    (row) =>
      !lost_pictures.includes(row.id) &&
      picturePaths(row).some(({ path }) => !sums.pictures.has(path.replaceAll('\\', '/'))),
  )
  const faults = [
    ...databaseFaults(file),
    ...missing.map(({ id }) => `picture ${id}: a file is missing`),
    ...wrong.map(({ id }) => `application ${id}: no file that fits its row`),
    ...unstaged.map(({ name }) => `staged file ${name}: no file that fits its row`),
  ]
  if (faults[0]) throw new Error(`The backup is damaged: ${faults[0]}`)
}

type Files = { folder: string; sums: Sums; store: FileStore }

/** Stores all files, then runs `last`; removes the files again if anything fails. */
async function putFiles({ folder, sums, store }: Files, last: () => Promise<void>) {
  for await (const { key } of store.list())
    throw new Error(`STORAGE_URL names a place that is not empty: it holds ${key}`)
  for await (const found of store.listPublic('media'))
    throw new Error(`STORAGE_URL names a place that is not empty: it holds ${found.folder}`)
  const put: string[] = []
  const published = new Set<PublicFolder>()
  try {
    for (const [path, sum] of sums.pictures) {
      const [, hash = '', name = ''] = path.split('/')
      published.add(`media/${hash}`)
      const workFolder = await store.workFolder()
      try {
        await copyFile(join(folder, path), join(workFolder, name))
        if ((await sha256(join(workFolder, name))) !== sum)
          throw new Error(`${path} changed while it was being restored`)
        await store.publish(`media/${hash}`, workFolder, [name])
      } finally {
        await rm(workFolder, { recursive: true, force: true })
      }
    }
    for (const [key, sum] of sums.files) {
      const body = createReadStream(join(folder, resumePath(key)))
      const staged = await store.stage(body, Number.POSITIVE_INFINITY)
      if (staged === 'too large' || staged.sha256 !== sum)
        throw new Error(`${resumePath(key)} changed while it was being restored`)
      put.push(await store.save(staged, key))
    }
    await last()
  } catch (error) {
    for (const key of put) await store.remove(key).catch(() => {})
    for (const place of published) await store.removePublic(place).catch(() => {})
    throw error
  }
}

/** Links instead of renaming, so as not to replace the database of a server started since. */
async function putDatabase(database: string) {
  await syncFile(`${database}.restoring`)
  await link(`${database}.restoring`, database)
  await syncFile(dirname(database))
}
