import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { calendarServer } from '#scripts/testing/fixtures/calendar-server.ts'
import { testPictures } from '#scripts/testing/pictures.ts'
import { type Name, type Person, world } from '#scripts/testing/world.ts'
import { createLog } from './core/monitoring/log.ts'
import type { Example } from './openapi/example.ts'
import { prepare, refusals, successesOf } from './openapi/examples.ts'

/** The value that every row has in the added column. */
const secret = 'internal-note-7291'
const column = 'internal_note'

const readers = ['visitor', 'rita', 'joe', 'pam', 'uma', 'sam', 'ada', 'mo'] as const

const calendars = await calendarServer()
const w = await world({ services: async () => calendars.services })
const successes = successesOf(w.api)
let people: Map<(typeof readers)[number], Person>

/** What each person reads of each address, as status and text. */
async function* reads() {
  for (const [name, { at }] of Object.entries(successes)) {
    const [method, path = ''] = name.split(' ')
    if (method !== 'GET') continue
    // The description of the API is the same for all, and long.
    const by = path === '/openapi.json' ? [people.get('visitor')!] : people.values()
    for (const person of by) {
      const answer = await person.raw(at ?? path.replace(/:\w+/, '1'))
      yield { name, status: answer.status, text: await answer.text() }
    }
  }
}

async function send(name: string, { as, at, json, form, headers }: Example) {
  const [method = '', path = ''] = name.split(' ')
  const person = people.get((as ?? 'visitor') as (typeof readers)[number])!
  const response = await person.raw(at ?? path.replace(/:\w+/, '1'), {
    method,
    ...(form && { body: form() }),
    ...(json !== undefined && { body: typeof json === 'string' ? json : JSON.stringify(json) }),
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
  })
  return { status: response.status, text: await response.text() }
}

let close = () => {}

/** In the database, and in a second copy of the code, whose schema knows the columns. */
async function addColumns() {
  vi.resetModules()
  const schema = await import('#db/schema.ts')
  for (const table of Object.values(schema)) {
    if (!is(table, SQLiteTable)) continue
    const { name } = getTableConfig(table)
    await w.db.$client.execute(
      `alter table "${name}" add column ${column} text not null default '${secret}'`,
    )
    const added = text(column).notNull().default(secret) as unknown as {
      build(table: unknown): object
    }
    const columns = Reflect.get(table, Symbol.for('drizzle:Columns'))
    columns[column] = added.build(table)
    Reflect.set(table, column, columns[column])
  }
  const [{ openDb }, { createApi }, { readSiteSettings }] = await Promise.all([
    import('#db/client.ts'),
    import('./app.ts'),
    import('#api/core/site-settings/site-settings.ts'),
  ])
  const db = await openDb(w.url)
  // As every start does: the languages of the site are those that were read last.
  await readSiteSettings(db)
  const log = await createLog('silent')
  const pictures = testPictures()
  const { services } = calendars
  const api = createApi({ db, store: w.store, pictures, log, rateLimits: false, ...services })
  vi.spyOn(w.api, 'fetch').mockImplementation(api.fetch as never)
  close = () => db.$client.close()
}

beforeAll(async () => {
  await prepare(w)
  const signIn = async (name: Name | 'visitor') =>
    [name, name === 'visitor' ? w.visitor : await w.as(name)] as const
  people = new Map(await Promise.all(readers.map(signIn))) as typeof people
})
afterAll(async () => {
  vi.restoreAllMocks()
  close()
  // The next test file must not get the changed schema.
  vi.resetModules()
  await w.remove()
  await calendars.close()
})

test('a column added to every table is in no answer', async () => {
  await addColumns()
  for (const table of ['jobs', 'users', 'settings', 'sessions', 'outbox', 'audit_events']) {
    const { rows } = await w.db.$client.execute(`select distinct ${column} from ${table}`)
    expect([table, rows.map((row) => row[column])]).toEqual([table, [secret]])
  }

  let read = 0
  for await (const { name, status, text } of reads()) {
    if (status === 200) read++
    expect([name, status]).toEqual([name, expect.toSatisfy((status: number) => status < 500)])
    expect([name, text.includes(column) || text.includes(secret)]).toEqual([name, false])
  }
  expect(read).toBeGreaterThan(300)

  for (const [status, name, example] of refusals) {
    // A body that is too large is refused for its size, with a sentence.
    if (status === 413) continue
    const answer = await send(name, example)
    expect([name, answer.status]).toEqual([name, status])
    expect(answer.text).not.toMatch(new RegExp(`${column}|${secret}`))
  }
  for (const [name, example] of Object.entries(successes)) {
    const answer = await send(name, example)
    expect([name, answer.status, answer.text]).toEqual([
      name,
      expect.toSatisfy((status: number) => status < 400),
      expect.not.stringMatching(`${column}|${secret}`),
    ])
  }
})
