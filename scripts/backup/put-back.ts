import { createReadStream, existsSync } from 'node:fs'
import { copyFile, link, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ResumeStore } from '#api/files/store.ts'
import { makeFolder } from '#db/make-folder.ts'
import { fileOf } from '#db/node-sqlite.ts'
import { databaseFaults, keptFiles } from '../integrity.ts'
import { type Manifest, readManifest, resumePath, syncFile, verifySums } from './manifest.ts'
import { prepareDatabase } from './prepare-database.ts'

export type Restored = Manifest & {
  /** Number of messages held back. */
  heldMail: number
}

type What = {
  folder: string
  url: string
  openStore: () => Promise<ResumeStore>
  /** Leaves unsent mail in the queue instead of holding it back. */
  keepMail: boolean
}

/**
 * Restores a backup into an empty target. Verifies the whole backup before writing anything, and
 * creates the database last, atomically: a server started in between finds none.
 * Throws and leaves nothing behind when the backup is damaged or the target is not empty.
 */
export async function putBack({ folder, url, openStore, keepMail }: What): Promise<Restored> {
  const manifest = await readManifest(folder)
  const database = fileFor(manifest, url)
  if (database) refuseOccupied(database)
  const sums = await verifySums(folder, manifest)
  if (database) verifyDatabase(join(folder, 'careers.db'), manifest, sums)
  const prepared = database && `${database}.restoring`
  try {
    if (prepared) {
      makeFolder(dirname(prepared), 0o700)
      await copyFile(join(folder, 'careers.db'), prepared)
    }
    const heldMail = prepared ? await prepareDatabase(prepared, manifest, keepMail) : 0
    await putFiles({ folder, sums, store: await openStore() }, async () => {
      if (database) await putDatabase(database)
    })
    return { ...manifest, heldMail }
  } finally {
    if (prepared) await rm(prepared, { force: true })
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

function verifyDatabase(file: string, { lost }: Manifest, sums: Map<string, string>) {
  const wrong = keptFiles(file).filter(
    ({ id, key, sha256 }) => sums.get(key) !== sha256 && !lost.includes(id),
  )
  const faults = [
    ...databaseFaults(file),
    ...wrong.map(({ id }) => `application ${id}: no file that fits its row`),
  ]
  if (faults[0]) throw new Error(`The backup is damaged: ${faults[0]}`)
}

type Files = { folder: string; sums: Map<string, string>; store: ResumeStore }

/** Stores all files, then runs `last`; removes the files again if anything fails. */
async function putFiles({ folder, sums, store }: Files, last: () => Promise<void>) {
  for await (const { key } of store.list())
    throw new Error(`STORAGE_URL names a place that is not empty: it holds ${key}`)
  const put: string[] = []
  try {
    for (const [key, sha256] of sums) {
      const body = createReadStream(join(folder, resumePath(key)))
      const staged = await store.stage(body, Number.POSITIVE_INFINITY)
      if (staged === 'too large' || staged.sha256 !== sha256)
        throw new Error(`${resumePath(key)} changed while it was being restored`)
      put.push(await store.keep(staged, key))
    }
    await last()
  } catch (error) {
    for (const key of put) await store.remove(key).catch(() => {})
    throw error
  }
}

/** Links instead of renaming, so as not to replace the database of a server started since. */
async function putDatabase(database: string) {
  await syncFile(`${database}.restoring`)
  await link(`${database}.restoring`, database)
  await syncFile(dirname(database))
}
