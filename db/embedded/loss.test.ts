import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDb } from '../client.ts'
import { type Child, startChild } from '../fixtures/child.ts'
import { settings } from '../schema.ts'
import { folderOnDisk, temporaryDb } from '../test-db.ts'

let database: Awaited<ReturnType<typeof temporaryDb>>
const children: Child[] = []

beforeEach(async () => {
  database = await temporaryDb(folderOnDisk)
  database.db.$client.close()
})

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()))
  await database.remove()
})

async function start(script: string, ...args: string[]) {
  const child = await startChild(script, ...args)
  children.push(child)
  return child
}

/** One write fails as another process holds the lock; 50 more succeed; the writer is killed. */
async function rowsLeftAfter(driver: 'ours' | 'native') {
  const writer = await start('writer.ts', driver, database.url)
  const other = await start('lock-holder.ts', database.url)
  await other.ask('lock')
  expect(await writer.ask('once')).toBe('SQLITE_BUSY')
  await other.ask('release')
  expect(await writer.ask('fifty')).toBe('acknowledged')
  await writer.kill()
  const db = await openDb(database.url)
  const rows = await db.$count(settings, sql`key like 'row%'`)
  db.$client.close()
  return rows
}

test('our driver loses no acknowledged write after SQLITE_BUSY and SIGKILL', async () => {
  expect(await rowsLeftAfter('ours')).toBe(50)
})

test("libSQL's native driver loses them all: when this fails, node-sqlite*.ts may go", async () => {
  expect(await rowsLeftAfter('native')).toBe(0)
})
