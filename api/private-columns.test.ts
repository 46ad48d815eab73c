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

/** Reads that change what they read: limited to earlier rows, or without the change. */
const fixed: Record<string, string> = {
  'GET /applications/:id': '/applications/1?prefetch=true',
  'GET /applications/:id/messages': '/applications/1/messages?prefetch=true',
  // An archive holds the time; its index is this table.
  'GET /applications/export.zip': '/applications/export.csv?ids=1',
  'GET /audit': '/audit?action=session.started',
  // Of an application whose activity is not read here: each export adds to it.
  'GET /applications/export.csv': '/applications/export.csv?ids=1',
  'GET /audit/export': '/audit/export?action=session.started',
}

const calendars = await calendarServer()
const w = await world({ services: async () => calendars.services })
const successes = successesOf(w.api)
let people: Map<(typeof readers)[number], Person>

/** Each read for each person, as status and body. */
async function reads() {
  const bodies: Record<string, unknown> = {}
  for (const [name, { at }] of Object.entries(successes)) {
    const [method, path = ''] = name.split(' ')
    if (method !== 'GET') continue
    for (const [who, person] of people) {
      const { status, body } = await person.get(fixed[name] ?? at ?? path.replace(/:\w+/, '1'))
      // Examples in the description of the API have days from when their module was loaded.
      // Reading what a link to applications shows counts as a view, which the list of links says.
      const text = JSON.stringify(body)
        ?.replaceAll(/"views":\d+|(?<="(?:viewed|shown)_at":)"[^"]+"/g, '0')
        .replaceAll(/\d{4}-\d\d-\d\d/g, 'a day')
      const differs = /^\/(openapi\.json|shares|shared\/.*)$/.test(path)
      bodies[`${name} for ${who}`] = { status, body: differs ? text : body }
    }
  }
  return bodies
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
  // Nobody opens or exports this one: its activity stays the same.
  const id = await w.newApplication(1, { email: 'nobody@example.org' })
  fixed['GET /applications/:id/activity'] = `/applications/${id}/activity`
  const signIn = async (name: Name | 'visitor') =>
    [name, name === 'visitor' ? w.visitor : await w.as(name)] as const
  people = new Map(await Promise.all(readers.map(signIn))) as typeof people
})
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  close()
  // The next test file must not get the changed schema.
  vi.resetModules()
  await w.remove()
  await calendars.close()
})

test('a column added to every table is in no answer', async () => {
  // No midnight comes in between.
  vi.useFakeTimers({ toFake: ['Date'] })
  const before = await reads()
  await addColumns()
  for (const table of ['jobs', 'users', 'settings', 'sessions', 'outbox', 'audit_events']) {
    const { rows } = await w.db.$client.execute(`select distinct ${column} from ${table}`)
    expect([table, rows.map((row) => row[column])]).toEqual([table, [secret]])
  }

  const after = await reads()
  expect(Object.keys(after).length).toBeGreaterThan(150)
  expect(after).toEqual(before)

  for (const [status, name, example] of refusals) {
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
