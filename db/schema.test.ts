import { readdirSync, readFileSync } from 'node:fs'
import { is, sql } from 'drizzle-orm'
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as schema from './schema.ts'
import { temporaryDb } from './test-db.ts'

const tables = Object.values<unknown>(schema)
  .filter((value): value is SQLiteTable => is(value, SQLiteTable))
  .map(getTableConfig)

/** Without quotes and the names of tables, which columns that were added later lack. */
const plain = (text: string) => text.replaceAll(/["`]?\w+["`]?\.(?=["`]?\w)|["`]/g, '')

/** The condition of each CHECK. */
function checksIn(createTable: string): string[] {
  return [...createTable.matchAll(/\bCHECK ?\(/g)].map(({ index, 0: word }) => {
    const start = index + word.length
    let end = start
    for (let depth = 1; depth > 0; end++) {
      if (createTable[end] === '(') depth += 1
      if (createTable[end] === ')') depth -= 1
    }
    return createTable.slice(start, end - 1)
  })
}

test('the checks of the schema are those of the database', async () => {
  const { db, remove } = await temporaryDb()
  const rows = await db.all<{ name: string; sql: string }>(
    sql`select name, sql from sqlite_schema where type = 'table'`,
  )
  await remove()
  const dialect = new SQLiteSyncDialect()
  for (const { name, checks } of tables) {
    const written = checks.map(({ value }) => plain(dialect.sqlToQuery(value).sql))
    const real = checksIn(rows.find((row) => row.name === name)?.sql ?? '').map(plain)
    expect({ name, checks: written.sort() }).toEqual({ name, checks: real.sort() })
  }
})

test('the newest snapshot of drizzle-kit has every check, so that it rebuilds no table', () => {
  const meta = 'db/migrations/meta'
  const newest = readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1)
  const snapshot = JSON.parse(readFileSync(`${meta}/${newest}`, 'utf8'))
  for (const { name, checks } of tables)
    expect({ name, checks: Object.keys(snapshot.tables[name].checkConstraints).sort() }).toEqual({
      name,
      checks: checks.map((check) => check.name).sort(),
    })
})
