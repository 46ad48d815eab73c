import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Client } from '@libsql/client/http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkFolder } from '#scripts/integrity.ts'
import { openDb } from './client.ts'
import { openFile } from './embedded/node-sqlite.ts'
import { olderDatabase } from './fixtures/older-database.ts'
import { patient, sqldExists, startSqld } from './fixtures/sqld.ts'
import { migrate } from './migrate.ts'
import { openRemote } from './remote/remote.ts'
import { createTrigger, removedTriggers, triggerSet, triggers } from './triggers.ts'

const migrations = 'db/migrations'

/** Triggers of the set that were changed on purpose since migrations created them. */
const changedSinceMigrations: string[] = ['applications_update_step', 'outbox_legal_hold']

const everyTrigger = Object.keys(triggers).map(createTrigger).sort()

async function triggersOf(client: Client): Promise<string[]> {
  const { rows } = await client.execute(
    `SELECT sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY sql`,
  )
  return rows.map(({ sql }) => String(sql))
}

const setOf = async (client: Client) =>
  (await client.execute('SELECT number FROM trigger_set')).rows[0]?.number

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-trigger-set-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const newFile = () => pathToFileURL(path.join(folder, `${++files}.db`)).href

async function inFile() {
  const url = newFile()
  return { client: await openFile(url), second: await openFile(url), stop: async () => {} }
}

async function onServer() {
  const { url, stop } = await startSqld()
  return { client: openRemote(url, patient), second: openRemote(url, patient), stop }
}

describe.each([
  ['a database file', inFile, true],
  ['a libSQL server', onServer, sqldExists],
] as const)('the triggers of %s', (_, start, exists) => {
  const on = test.skipIf(!exists)
  let db: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    if (!exists) return
    db = await start()
    await migrate(db.client, migrations)
  })
  beforeEach(async () => {
    if (!exists) return
    await db.client.batch(['DROP TRIGGER IF EXISTS own', 'UPDATE trigger_set SET number = 0'])
    await migrate(db.client, migrations)
  })
  afterAll(async () => {
    db?.client.close()
    db?.second.close()
    await db?.stop()
  })

  on('are those of the set, and a second start changes nothing in two round trips', async () => {
    expect(await triggersOf(db.client)).toEqual(everyTrigger)
    const calls: string[] = []
    const counted = new Proxy(db.client, {
      get: (client, name: 'execute' | 'batch' | 'migrate') => {
        calls.push(name)
        return client[name].bind(client)
      },
    })
    await migrate(counted, migrations)
    expect(calls).toEqual(['execute', 'batch'])
  })

  on('are repaired at start when one is missing or altered; those of others stay', async () => {
    const own = 'CREATE TRIGGER own AFTER INSERT ON pages BEGIN SELECT 1; END'
    await db.client.batch([
      'DROP TRIGGER outbox_sent_answer',
      'DROP TRIGGER audit_events_update',
      'CREATE TRIGGER audit_events_update BEFORE UPDATE ON audit_events BEGIN SELECT 1; END',
      own,
    ])
    await migrate(db.client, migrations)
    expect(await triggersOf(db.client)).toEqual([...everyTrigger, own].sort())
  })

  on('are repaired by two starts at once', async () => {
    await db.client.batch(['DROP TRIGGER outbox_sent_answer', 'DROP TRIGGER pages_insert_slug'])
    await Promise.all([migrate(db.client, migrations), migrate(db.second, migrations)])
    expect(await triggersOf(db.client)).toEqual(everyTrigger)
  })

  on('lose at start the one that the set no longer has', async () => {
    await db.client.execute('CREATE TRIGGER past AFTER INSERT ON pages BEGIN SELECT 1; END')
    removedTriggers.push('past')
    await migrate(db.client, migrations).finally(() => removedTriggers.pop())
    expect(await triggersOf(db.client)).toEqual(everyTrigger)
  })

  on('of a lower number are replaced, of a higher one left as they are', async () => {
    await db.client.batch(['DROP TRIGGER pages_insert_slug', 'UPDATE trigger_set SET number = 0'])
    await migrate(db.client, migrations)
    expect(await triggersOf(db.client)).toEqual(everyTrigger)
    expect(await setOf(db.client)).toBe(triggerSet)
    const newer = triggerSet + 1
    await db.client.batch([
      'DROP TRIGGER pages_insert_slug',
      `UPDATE trigger_set SET number = ${newer}`,
    ])
    await migrate(db.client, migrations)
    expect(await triggersOf(db.client)).toHaveLength(everyTrigger.length - 1)
    expect(await setOf(db.client)).toBe(newer)
  })

  on('are left as they are when a newer version replaces them during the start', async () => {
    await db.client.batch([
      'DROP TRIGGER IF EXISTS pages_insert_slug',
      `UPDATE trigger_set SET number = ${triggerSet}`,
    ])
    const overtaken = {
      ...db.client,
      execute: db.client.execute.bind(db.client),
      batch: db.client.batch.bind(db.client),
      async migrate(statements: Parameters<Client['migrate']>[0]) {
        await db.client.execute(`UPDATE trigger_set SET number = ${triggerSet + 1}`)
        return db.client.migrate(statements)
      },
    }
    await migrate(overtaken, migrations)
    expect(await triggersOf(db.client)).toHaveLength(everyTrigger.length - 1)
    expect(await setOf(db.client)).toBe(triggerSet + 1)
  })
})

test('several starts at once put the triggers in place', async () => {
  const url = newFile()
  const old = await olderDatabase(url, { before: 33 })
  await old.$client.execute('DROP TRIGGER outbox_legal_hold')
  old.$client.close()
  const starts = await Promise.all([openDb(url), openDb(url), openDb(url)])
  for (const { $client } of starts) $client.close()
  const db = await openFile(url)
  expect([await triggersOf(db), await setOf(db)]).toEqual([everyTrigger, triggerSet])
  db.close()
})

test('the integrity check names triggers that differ, but for those of another version', async () => {
  const url = newFile()
  const { $client } = await openDb(url)
  const faults = () => checkFolder(folder, fileURLToPath(url)).faults
  expect(faults()).toEqual([])
  await $client.execute('DROP TRIGGER outbox_legal_hold')
  expect(faults()).toEqual(['trigger: outbox_legal_hold'])
  await $client.execute('UPDATE trigger_set SET number = number + 1')
  expect(faults()).toEqual([])
  $client.close()
})

test('an upgraded database keeps its rows, and its counts go on', async () => {
  const url = newFile()
  const old = await olderDatabase(url, { before: 33 })
  const apply = `INSERT INTO applications (job_id, first_name, last_name, email) VALUES (1, 'A', 'B', 'a@b.ch')`
  await old.$client.batch([
    `INSERT INTO jobs (title, description) VALUES ('Baker', '')`,
    apply,
    `INSERT INTO audit_events (action) VALUES ('job.created')`,
  ])
  old.$client.close()
  const db = await openDb(url)
  await db.run(apply)
  expect(await db.all('SELECT status, count FROM application_counts')).toEqual([
    { status: 'pending', count: 2 },
  ])
  expect(await db.all('SELECT count(reference) AS named FROM applications')).toEqual([{ named: 2 }])
  await expect(db.$client.execute('DELETE FROM audit_events')).rejects.toThrow('append-only')
  db.$client.close()
})

test('the set has each trigger that migrations created, with the same meaning', async () => {
  const plain = (sql: string) =>
    sql
      .replaceAll(/[`"]/g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\s*([(),])\s*/g, '$1')
  const db = await olderDatabase(newFile(), { before: 33 })
  const { rows } = await db.$client.execute(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`,
  )
  db.$client.close()
  const made = rows
    .map(({ name, sql }) => ({ name: String(name), sql: plain(String(sql)) }))
    .filter(({ name }) => ![...changedSinceMigrations, ...removedTriggers].includes(name))
  expect(made).toHaveLength(44)
  expect(made).toEqual(
    made.map(({ name }) => ({ name, sql: name in triggers && plain(createTrigger(name)) })),
  )
})

test('a changed set of triggers has a higher number', () => {
  const text = [...everyTrigger, ...removedTriggers].join('\n')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  // Raise `triggerSet` before you change this line.
  expect([triggerSet, hash]).toEqual([14, '179485e1533b2725'])
})
