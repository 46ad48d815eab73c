import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Db, openDb } from './client.ts'

/** Bytes of a migrated, empty database: copying them is faster than migrating each time. */
let template: Promise<Buffer> | undefined

async function migrated() {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'template.db')
  const db = await openDb(pathToFileURL(file).href)
  db.$client.close()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}

/** Unit tests have their temporary files in memory if possible; tests of durability on a disk. */
export const folderOnDisk = process.env.TMPDIR_ON_DISK ?? tmpdir()

const temporaryFolder = (parent = tmpdir()) => mkdtemp(path.join(parent, 'foyer-test-'))

/** For tests: a migrated, empty database in its own file. `remove` closes and deletes it. */
export async function temporaryDb(
  parent?: string,
): Promise<{ db: Db; url: string; remove(): Promise<void> }> {
  template ??= migrated()
  const folder = await temporaryFolder(parent)
  const file = path.join(folder, 'foyer.db')
  await writeFile(file, await template)
  const url = pathToFileURL(file).href
  const db = await openDb(url)
  const remove = async () => {
    db.$client.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { db, url, remove }
}
