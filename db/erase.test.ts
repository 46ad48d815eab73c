import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from './client.ts'
import { olderDatabase } from './fixtures/older-database.ts'
import { applications, searchPurge } from './schema.ts'

let folder: string
let file: string
let url: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-erase-'))
  file = path.join(folder, 'foyer.db')
  url = pathToFileURL(file).href
})
afterEach(() => rm(folder, { recursive: true }))

/** A database of an older version, with one of 200 applications deleted. */
async function deletedFromOlder() {
  // Before `search_purge`.
  const db = await olderDatabase(url, { before: 8 })
  db.$client.close()
  const old = new DatabaseSync(file)
  old.exec(`
    PRAGMA secure_delete = OFF;
    PRAGMA user_version = 0;
    INSERT INTO jobs (title, description) VALUES ('Baker', '');
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    INSERT INTO applications (job_id, first_name, last_name, email, motivation_letter)
    SELECT 1, 'Ada', 'Lovelace', i || '@example.org',
      CASE i WHEN 90 THEN replace(hex(zeroblob(3000)), '00', 'Zeppelin ') ELSE hex(randomblob(3000)) END
    FROM n;
    DELETE FROM applications WHERE id = 90`)
  old.close()
}

const isLegible = async () => (await readFile(file)).includes('Zeppelin')

describe('opening a database from before secure_delete', () => {
  test('erases deleted rows, keeps the others and requests a purge of the search index', async () => {
    await deletedFromOlder()
    expect(await isLegible()).toBe(true)
    const said: string[] = []
    const db = await openDb(url, { notify: (message) => said.push(message) })
    expect(await isLegible()).toBe(false)
    expect(said).toEqual([expect.stringMatching(/^rewriting the database once/)])
    expect(await db.$count(applications)).toBe(199)
    expect(await db.select().from(searchPurge)).toEqual([{ id: 1, requested: 1, purged: 0 }])
    await db.delete(applications).where(eq(applications.id, 91))
    expect(await db.select().from(searchPurge)).toMatchObject([{ requested: 2 }])
    db.$client.close()
  })

  test('rewrites the file only once, and never a new one', async () => {
    await deletedFromOlder()
    const said: string[] = []
    const open = async (url: string) => {
      const db = await openDb(url, { notify: (message) => said.push(message) })
      db.$client.close()
    }
    await open(url)
    await open(url)
    expect(said).toHaveLength(1)
    await open(pathToFileURL(path.join(folder, 'new.db')).href)
    expect(said).toHaveLength(1)
  })
})
