import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  apiTokens,
  auditEvents,
  hiringTeams,
  messages,
  outbox,
  secondFactors,
  sessions,
  settings,
  users,
} from '#db/schema.ts'
import { isoTime } from '#scripts/testing/fixtures/iso-time.ts'
import { type Name, world } from '#scripts/testing/world.ts'
import { maxTokens } from './contract.ts'
import { forgetExpired } from './tokens.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(() => w.reset())

const day = 86_400_000
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString()
const input = { name: 'HR system', scopes: ['applications:read'], expires_at: ahead(30 * day) }

const create = async (name: Name, change: object = {}) =>
  (await w.as(name)).send('POST', '/tokens', { ...input, ...change })

/** A client with a new token of this person, and its row. */
async function program(name: Name, ...scopes: string[]) {
  const { body } = await create(name, scopes.length ? { scopes } : {})
  return { ...w.withToken(body.token), row: body }
}

const idOf = async (name: Name) =>
  (
    await w.db
      .select()
      .from(users)
      .where(eq(users.email, `${name}@example.com`))
  )[0]!.id

const setPerson = async (name: Name, change: object) =>
  (await w.as('ada')).send('PUT', `/users/${await idOf(name)}`, change)

const lastEvent = async () =>
  (await w.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0]

describe('POST /tokens', () => {
  test('answers the token once, and stores a hash of it', async () => {
    const { status, body } = await create('rita')
    const rita = await idOf('rita')
    expect(status).toBe(201)
    const { token, ...row } = body
    expect(token).toMatch(/^foyer_api_[\w-]{43}$/)
    expect(row).toEqual({
      ...input,
      id: expect.any(Number),
      created_at: isoTime,
      last_used_on: null,
      user_id: rita,
      user_name: 'Rita Reviewer',
    })
    expect((await (await w.as('rita')).get('/tokens')).body).toEqual([row])
    expect(JSON.stringify(await w.db.select().from(apiTokens))).not.toContain(token)
    expect(await lastEvent()).toMatchObject({
      actor_name: 'Rita Reviewer',
      action: 'token.created',
      target_id: row.id,
      target_name: 'HR system',
      detail: { scopes: 'applications:read', expires_on: input.expires_at.slice(0, 10) },
    })
  })

  test('mails the person that a token was created', async () => {
    await w.db.delete(outbox)
    await create('rita')
    const mails = await w.db.select().from(outbox)
    expect(mails.map(({ to_address, subject }) => [to_address, subject])).toEqual([
      ['rita@example.com', expect.stringContaining('An API token was created')],
    ])
  })

  test('asks no password, so that people without one can have tokens too', async () => {
    const rita = await w.as('rita')
    await w.db.update(users).set({ password_hash: null })
    expect((await rita.send('POST', '/tokens', input)).status).toBe(201)
  })

  test.each([
    ['rita', ['applications:read', 'applications:write', 'jobs:read']],
    ['joe', ['jobs:read', 'jobs:write']],
    ['pam', ['pages:read', 'pages:write']],
    ['uma', []],
    ['sam', []],
    ['mo', []],
  ] as [Name, string[]][])('%s may give only %j', async (name, allowed) => {
    for (const scope of [
      'applications:read',
      'applications:write',
      'jobs:read',
      'jobs:write',
      'pages:read',
      'pages:write',
    ]) {
      const { status, body } = await create(name, { scopes: [scope] })
      expect([scope, status]).toEqual([scope, allowed.includes(scope) ? 201 : 400])
      if (status === 400)
        expect(body.details).toEqual([
          { path: ['scopes'], message: expect.stringContaining(`not ${scope}`) },
        ])
    }
  })

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['name', undefined],
    ['scopes', []],
    ['scopes', undefined],
    ['expires_at', undefined],
    ['expires_at', 'tomorrow'],
    ['expires_at', ahead(-day)],
    ['expires_at', ahead(367 * day)],
  ])('says under %s what is wrong with %j', async (field, value) => {
    const { status, body } = await create('rita', { [field]: value })
    expect(status).toBe(400)
    expect(body.details).toEqual([{ path: [field], message: expect.stringMatching(/^[A-Z]/) }])
  })

  test('takes a year ahead, a day, and another time zone', async () => {
    for (const expires_at of [ahead(365 * day), ahead(20 * day).slice(0, 10)])
      expect((await create('rita', { expires_at })).status).toBe(201)
    const { body } = await create('rita', {
      expires_at: ahead(20 * day).replace(/T.*/, 'T12:00:00+02:00'),
    })
    expect(body.expires_at).toMatch(/T10:00:00.000Z$/)
  })

  test('refuses more than 50 for a person', async () => {
    const user_id = await idOf('rita')
    const rest = { user_id, name: 'x', scopes: ['jobs:read' as const], expires_at: ahead(day) }
    await w.db.insert(apiTokens).values(
      Array.from({ length: maxTokens }, (_, n) => ({
        ...rest,
        hash: String(n).padStart(64, '0'),
      })),
    )
    const { status, body } = await create('rita')
    expect([status, body.error]).toEqual([
      409,
      'You have 50 tokens already. Revoke one that is no longer used.',
    ])
    expect((await create('ada')).status).toBe(201)
  })
})

describe('a call with a token', () => {
  test('acts within its scopes and the rights that its maker has now', async () => {
    const sync = await program('rita')
    expect((await sync.get('/applications')).status).toBe(200)
    await setPerson('rita', { permissions: ['manage_jobs'] })
    expect((await sync.get('/applications')).status).toBe(403)
    await setPerson('rita', { permissions: ['review_applications'] })
    expect((await sync.get('/applications')).status).toBe(200)
  })

  test('sees the jobs of its maker’s hiring teams only', async () => {
    const [own, other] = [await w.newJob(), await w.newJob()]
    const [seen, hidden] = [await w.newApplication(own), await w.newApplication(other)]
    await w.db.insert(hiringTeams).values({ job_id: own, user_id: await idOf('mo') })
    const sync = await program('mo')
    const ids = async () =>
      (await sync.get('/applications')).body.map(({ id }: { id: number }) => id)
    expect(await ids()).toEqual([seen])
    expect((await sync.get(`/applications/${hidden}`)).status).toBe(404)
    await w.db.delete(hiringTeams)
    expect((await sync.get('/applications')).status).toBe(403)
  })

  test('is 401 once its maker is deactivated, for good', async () => {
    const sync = await program('rita')
    await setPerson('rita', { is_active: false })
    expect((await sync.get('/applications')).status).toBe(401)
    await setPerson('rita', { is_active: true })
    expect((await sync.get('/applications')).status).toBe(401)
    expect(await w.db.$count(apiTokens)).toBe(0)
  })

  test('is 401 once its maker is deleted', async () => {
    const sync = await program('rita')
    await (await w.as('ada')).send('DELETE', `/users/${await idOf('rita')}`)
    expect((await sync.get('/applications')).status).toBe(401)
  })

  test('still works after its maker got another password, name or permission', async () => {
    const sync = await program('rita')
    await setPerson('rita', { password: 'three green bottles', last_name: 'Other' })
    await setPerson('rita', { permissions: ['review_applications', 'edit_pages'] })
    expect((await sync.get('/applications')).status).toBe(200)
    expect((await sync.get('/pages')).status).toBe(403)
  })

  test('is 401 when it has expired or was revoked', async () => {
    const [first, second] = [await program('rita'), await program('rita')]
    await w.db
      .update(apiTokens)
      .set({ expires_at: ahead(-1000) })
      .where(eq(apiTokens.id, first.row.id))
    expect((await first.get('/applications')).status).toBe(401)
    expect((await second.get('/applications')).status).toBe(200)
    const rita = await w.as('rita')
    expect((await rita.send('DELETE', `/tokens/${second.row.id}`)).status).toBe(204)
    expect((await second.get('/applications')).status).toBe(401)
  })

  test('is 403 while its maker must set up two-step sign-in', async () => {
    const sync = await program('rita')
    const key = 'require_second_factor'
    await w.db.insert(settings).values({ key, value: 'true', category: 'system' })
    for (const path of ['/applications', '/applications/987654']) {
      const { status, body } = await sync.get(path)
      expect([status, body.error]).toEqual([403, expect.stringContaining('two-step sign-in')])
    }
    const confirmed_at = ahead(0)
    await w.db
      .insert(secondFactors)
      .values({ user_id: await idOf('rita'), secret: 'a'.repeat(40), confirmed_at })
    expect((await sync.get('/applications')).status).toBe(200)
    await w.db.delete(settings).where(eq(settings.key, key))
  })

  test('keeps the day of its last use, and writes no more that day', async () => {
    const sync = await program('rita')
    const used = async () =>
      (await w.db.select({ on: apiTokens.last_used_on }).from(apiTokens))[0]?.on
    const writes = async () =>
      (await w.db.get<{ n: number }>(sql`select total_changes() as n`))?.n ?? 0
    expect(await used()).toBeNull()
    await w.db.update(apiTokens).set({ last_used_on: '2020-01-01' })
    const before = await writes()
    await sync.get('/applications')
    expect(await used()).toBe(
      (await w.db.get<{ today: string }>(sql`select date('now') as today`))?.today,
    )
    const after = await writes()
    expect(after).toBe(before + 1)
    await sync.get('/applications')
    expect(await writes()).toBe(after)
  })

  test('leaves an application and its messages unread', async () => {
    const id = await w.newApplication(await w.newJob())
    await w.db.insert(messages).values({ application_id: id, text: 'Hello', idempotency_key: 'a' })
    const sync = await program('rita')
    const unread = async () => [
      (await (await w.as('rita')).get('/applications?unread=true')).body.length,
      await w.db.$count(messages, isNull(messages.read_at)),
    ]
    for (const path of [`/applications/${id}`, `/applications/${id}/messages`]) {
      expect((await sync.get(path)).status).toBe(200)
      expect(await unread()).toEqual([1, 1])
    }
    const rita = await w.as('rita')
    for (const path of [`/applications/${id}`, `/applications/${id}/messages`]) await rita.get(path)
    expect(await unread()).toEqual([0, 0])
  })

  test('starts, extends and reads no session', async () => {
    const sync = await program('rita')
    const before = await w.db.select().from(sessions)
    for (const path of ['/auth/profile', '/auth/sessions', '/applications', '/tokens'])
      await sync.get(path)
    expect(await w.db.select().from(sessions)).toEqual(before)
    expect((await sync.get('/auth/profile')).status).toBe(403)
    expect((await sync.send('POST', '/auth/logout')).status).toBe(403)
    expect((await sync.send('POST', '/tokens', input)).status).toBe(403)
  })

  test('reads with a scope for writing', async () => {
    const id = await w.newJob()
    const sync = await program('joe', 'jobs:write')
    expect((await sync.get('/jobs')).body).toHaveLength(1)
    expect((await sync.send('PUT', `/jobs/${id}`, { team: 'Ovens' })).status).toBe(200)
    const reader = await program('joe', 'jobs:read')
    expect((await reader.send('PUT', `/jobs/${id}`, { team: 'Dough' })).status).toBe(403)
    expect((await reader.get(`/jobs/${id}`)).body.team).toBe('Ovens')
  })
})

describe('the activity log', () => {
  test('names the token and its maker, also after both are gone', async () => {
    const id = await w.newJob()
    const sync = await program('joe', 'jobs:write')
    await sync.send('PUT', `/jobs/${id}`, { team: 'Ovens' })
    const ada = await w.as('ada')
    await ada.send('DELETE', `/tokens/${sync.row.id}`)
    await ada.send('DELETE', `/users/${await idOf('joe')}`)
    const { body } = await ada.get('/audit?action=job.changed')
    expect(body[0]).toMatchObject({
      actor_name: 'HR system (API token of Joe Jobs)',
      target_id: id,
    })
  })

  test('has the view of an application by a token beside that by its maker', async () => {
    const id = await w.newApplication(await w.newJob())
    const sync = await program('rita')
    const rita = await w.as('rita')
    for (const who of [rita, sync, sync, rita]) await who.get(`/applications/${id}`)
    const events = await w.db
      .select({ who: auditEvents.actor_name })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'application.viewed'), eq(auditEvents.target_id, id)))
    expect(events).toEqual([
      { who: 'Rita Reviewer' },
      { who: 'HR system (API token of Rita Reviewer)' },
    ])
  })

  test('has exports by a token under its name', async () => {
    await w.newApplication(await w.newJob())
    const sync = await program('rita')
    await (await sync.raw('/applications/export.csv')).text()
    const events = await w.db
      .select({ action: auditEvents.action, who: auditEvents.actor_name })
      .from(auditEvents)
      .where(sql`${auditEvents.action} like '%exported'`)
    expect(new Set(events.map(({ action }) => action))).toEqual(
      new Set(['application.exported', 'applications.exported']),
    )
    for (const { who } of events) expect(who).toBe('HR system (API token of Rita Reviewer)')
  })
})

describe('GET and DELETE /tokens', () => {
  test('a person has their own, newest first; an admin those of everyone', async () => {
    const first = await program('rita')
    const second = await program('rita')
    const other = await program('joe', 'jobs:read')
    const idsFor = async (name: Name) =>
      (await (await w.as(name)).get('/tokens')).body.map(({ id }: { id: number }) => id)
    expect(await idsFor('rita')).toEqual([second.row.id, first.row.id])
    expect(await idsFor('ada')).toEqual([other.row.id, second.row.id, first.row.id])
    expect(await idsFor('pam')).toEqual([])
  })

  test('only its maker and admins revoke one', async () => {
    const sync = await program('rita')
    const path = `/tokens/${sync.row.id}`
    expect((await (await w.as('joe')).send('DELETE', path)).status).toBe(404)
    expect((await sync.get('/applications')).status).toBe(200)
    expect((await (await w.as('ada')).send('DELETE', path)).status).toBe(204)
    expect(await lastEvent()).toMatchObject({
      actor_name: 'Ada Admin',
      action: 'token.revoked',
      target_name: 'HR system',
      detail: { made_by: 'Rita Reviewer' },
    })
  })

  test('a token stays listed for 30 days after it has expired', async () => {
    await program('rita')
    for (const [days, left] of [
      [29, 1],
      [31, 0],
    ] as const) {
      await w.db.update(apiTokens).set({ expires_at: ahead(-days * day) })
      await forgetExpired(w.db)
      expect(await w.db.$count(apiTokens)).toBe(left)
    }
  })
})

describe('between check and write', () => {
  /** Changes the person right before the next batch is written. */
  function before(change: () => Promise<unknown>) {
    const batch = w.db.batch.bind(w.db)
    vi.spyOn(w.db, 'batch').mockImplementationOnce(async (statements) => {
      await change()
      return batch(statements) as never
    })
  }
  const setUser = async (name: Name, values: Partial<typeof users.$inferInsert>) =>
    w.db
      .update(users)
      .set(values)
      .where(eq(users.id, await idOf(name)))

  test('someone who loses the permission gets no token', async () => {
    await w.as('rita')
    before(() => setUser('rita', { permissions: [] }))
    expect((await create('rita')).status).toBe(403)
    expect(await w.db.$count(apiTokens)).toBe(0)
  })

  test('someone whose session ends gets no token, and no mail', async () => {
    await w.db.delete(outbox)
    await w.as('rita')
    before(() => w.db.delete(sessions))
    expect((await create('rita')).status).toBe(401)
    expect(await w.db.$count(apiTokens)).toBe(0)
    expect(await w.db.$count(outbox)).toBe(0)
  })

  test('an admin who is demoted revokes no token of others', async () => {
    const sync = await program('rita')
    await w.as('ada')
    before(() => setUser('ada', { role: 'user' }))
    expect((await (await w.as('ada')).send('DELETE', `/tokens/${sync.row.id}`)).status).toBe(404)
    expect((await sync.get('/applications')).status).toBe(200)
  })
})

test('a token has 600 calls a minute; others are not held up', async () => {
  const limited = await world({ rateLimits: true })
  const rita = await limited.as('rita')
  const fresh = async () =>
    limited.withToken((await rita.send('POST', '/tokens', input)).body.token as string)
  const [busy, quiet] = [await fresh(), await fresh()]
  const seen = new Set<number>()
  for (let n = 0; n < 600; n++)
    seen.add((await busy.raw('/applications/987654/version', { method: 'HEAD' })).status)
  expect([...seen]).toEqual([404])
  const { status, headers, body } = await busy.get('/applications')
  expect([status, body.error]).toEqual([429, expect.stringContaining('600 calls a minute')])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await quiet.get('/applications')).status).toBe(200)
  expect((await rita.get('/applications')).status).toBe(200)
  await limited.remove()
})
