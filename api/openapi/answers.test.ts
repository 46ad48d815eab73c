import { eq } from 'drizzle-orm'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companySignIn } from '#api/accounts/oidc/company-sign-in.ts'
import { apiToken } from '#api/accounts/tokens/examples.ts'
import { readEnvironment } from '#api/core/environment/env.ts'
import { openMailer } from '#api/core/mail/mailer.ts'
import { identities, sessions, settings, users } from '#db/schema.ts'
import { calendarServer, sealingSecrets } from '#scripts/testing/fixtures/calendar-server.ts'
import { logoutReceiver } from '#scripts/testing/oidc/logout-receiver.ts'
import { oidcProvider } from '#scripts/testing/oidc/provider.ts'
import { testPictures } from '#scripts/testing/pictures.ts'
import { emailOf, type Name, password, type World, world } from '#scripts/testing/world.ts'
import type { Example } from './example.ts'
import { notByExample, prepare, refusals, successesOf } from './examples.ts'
import { type Call, callsOf, type Matcher, matcherFor, statusesOf } from './matcher.ts'

const mailer = openMailer({ url: 'smtp://127.0.0.1:9', from: 'jobs@example.org', folder: '' })
const calendars = await calendarServer()
const w = await world({ mailer, services: async () => calendars.services })
const successes = successesOf(w.api)
let limited: World
let mismatches: Matcher
const calls = new Map<string, Call>()
beforeAll(async () => {
  limited = await world({ rateLimits: true, pictures: testPictures({ maxWaiting: 0 }) })
  for (const each of [w, limited]) await prepare(each)
  const document: OpenAPIV3_1.Document = (await w.visitor.get('/openapi.json')).body
  mismatches = matcherFor(document)
  for (const call of callsOf(document)) calls.set(`${call.method} ${call.path}`, call)
})
afterAll(async () => {
  for (const each of [w, limited]) await each.remove()
  await calendars.close()
})

/** The statuses seen per call. */
const seen = new Map<string, Set<number>>()

/** Sends the example, compares the response with the document and returns its status. */
async function attempt(name: string, { as, at, json, form, headers }: Example, where = w) {
  const [method = '', path = ''] = name.split(' ')
  const who = as ? await where.as(as) : where.visitor
  const response = await who.raw(at ?? path.replace(/:\w+/, '1'), {
    method,
    ...(form && { body: form() }),
    ...(json !== undefined && { body: typeof json === 'string' ? json : JSON.stringify(json) }),
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
  })
  expect(await mismatches(calls.get(name)!, response), `${name} ${response.status}`).toEqual([])
  seen.set(name, (seen.get(name) ?? new Set()).add(response.status))
  return response.status
}

const requiredBy = ({ operation }: Call) =>
  operation.security?.flatMap(({ bearer = [] }) => bearer) ?? []

const takesTokens = ({ operation }: Call) => operation.security?.some((one) => one.token)
const isOpen = ({ operation }: Call) =>
  !operation.security?.length || operation.security.some((one) => !Object.keys(one).length)

/** Without the 429 of API tokens, which is one for all calls: api/accounts/tokens/calls.test.ts. */
const statusesHere = (name: string, call: Call) =>
  statusesOf(call).filter(
    (status) => status !== 429 || !takesTokens(call) || tries.some(([tried]) => tried === name),
  )

/**
 * The same from a user without the required permissions, if there are any; where it is open, with
 * an API token for something else.
 */
function fromOutsider(example: Example, call: Call): Example | undefined {
  if (isOpen(call)) {
    const headers = { ...example.headers, authorization: `Bearer ${apiToken}` }
    return takesTokens(call) ? { ...example, headers } : undefined
  }
  const wanted = requiredBy(call)
  const as: Name = !wanted.includes('edit_pages')
    ? 'pam'
    : wanted.includes('manage_jobs')
      ? 'uma'
      : 'joe'
  return wanted.length ? { ...example, as } : undefined
}

test('every route has an example', () => {
  const own = [...notByExample]
  expect([...Object.keys(successes), ...own].sort()).toEqual([...calls.keys()].sort())
})

const unknown = { nobody: 'knows' }

/** Turns a successful example into one that is refused with the status. */
const spoil: Record<number, (example: Example, call: Call) => Example | undefined> = {
  400: ({ json, ...rest }, { path }) =>
    json ? { ...rest, json: unknown } : { ...rest, at: `${path}?page=0&limit=0&job_id=x` },
  401: ({ as: _, ...rest }) => rest,
  403: fromOutsider,
  404: (example, { path }) => ({ ...example, at: path.replace(/:\w+/, '987654') }),
  413: (example) => ({ ...example, json: ' '.repeat(600 * 1024) }),
  415: (example) => ({ ...example, headers: { 'content-type': 'text/plain' } }),
}

const isSpecial = (status: number, name: string) =>
  refusals.some(([refusedWith, call]) => refusedWith === status && call === name)

describe.each(Object.entries(successes))('%s', (name, example) => {
  test('returns the documented refusals', async () => {
    const call = calls.get(name)!
    for (const status of statusesOf(call)) {
      const spoiled = isSpecial(status, name) ? undefined : spoil[status]?.(example, call)
      if (spoiled) expect(await attempt(name, spoiled)).toBe(status)
    }
  })
})

test.each(refusals)(
  '%i is returned by %s for a conflict with existing rows',
  async (...refusal) => {
    const [status, name, example] = refusal
    expect(await attempt(name, example)).toBe(status)
  },
)

test('too many tries return the documented 429', async () => {
  const limits = [...calls].filter(([name, call]) => statusesHere(name, call).includes(429))
  expect(limits.map(([name]) => name).sort()).toEqual(tries.map(([name]) => name).sort())
  const ada = await limited.as('ada')
  const unread = [await ada.raw('/audit/export'), await ada.raw('/audit/export')]
  for (const [name, example] of tries) {
    let status = 0
    for (let at = 0; at < 310 && status !== 429; at++)
      status = await attempt(name, numbered(example, at), limited)
    expect([name, status]).toEqual([name, 429])
  }
  for (const { body } of unread) await body?.cancel()
})

/** Searches that find nothing count once each. */
const numbered = (example: Example, n: number): Example =>
  example.at ? { ...example, at: example.at.replace('{n}', String(n)) } : example
const wrong = 'not my password'
const invited = { first_name: 'Nia', last_name: 'N', email: 'nia@example.org', role: 'user' }
const wrongProof = { currentPassword: wrong, code: '000000' }
const tries: [string, Example][] = [
  ['PUT /auth/profile', { as: 'rita', json: { email: 'r@example.org', currentPassword: wrong } }],
  [
    'POST /auth/change-password',
    { as: 'pam', json: { currentPassword: wrong, newPassword: 'three green bottles' } },
  ],
  ['POST /auth/second-factor', { as: 'rita', json: { currentPassword: wrong } }],
  ['POST /auth/passkeys/options', { as: 'sam', json: { currentPassword: wrong } }],
  ['POST /auth/second-factor/recovery-codes', { as: 'sam', json: wrongProof }],
  ['POST /auth/second-factor/turn-off', { as: 'sam', json: wrongProof }],
  ['POST /auth/forgot-password', successes['POST /auth/forgot-password']!],
  ['POST /media', successes['POST /media']!],
  ['POST /outbox/test', { as: 'sam' }],
  ['POST /email-settings/test', { as: 'ada' }],
  ['POST /webhooks/:id/test', { as: 'ada' }],
  ['PUT /auth/busy-calendar', successes['PUT /auth/busy-calendar']!],
  ['PUT /email-settings', { as: 'ada', json: { current_password: wrong } }],
  ['POST /applications/:id/email', successes['POST /applications/:id/email']!],
  ['POST /applications/:id/messages', successes['POST /applications/:id/messages']!],
  [
    'POST /applications/:id/document-requests',
    successes['POST /applications/:id/document-requests']!,
  ],
  ['POST /applications/:id/email/test', successes['POST /applications/:id/email/test']!],
  ['POST /users', { ...successes['POST /users'], json: { ...invited, invite: true } }],
  ['POST /users/:id/invite', successes['POST /users/:id/invite']!],
  ['POST /applications/submit', { form: () => new FormData() }],
  ['POST /auth/login', { json: { email: 'nobody@example.org', password: wrong } }],
  ['POST /auth/login/passkey/options', {}],
  ['POST /auth/login/passkey', successes['POST /auth/login/passkey']!],
  [
    'POST /auth/oidc/token',
    { json: { code: '000000' }, headers: { cookie: `foyer-sign-in-code=${'d'.repeat(43)}` } },
  ],
  ...Object.entries(successes).filter(([name]) =>
    / \/candidate\/| \/alerts\/(:|confirm)|^POST \/alerts$/.test(name),
  ),
  ...['GET /jobs/active', 'GET /jobs/active/summaries', 'GET /jobs/active/facets'].map(
    (name): [string, Example] => [name, { at: `${name.slice(4)}?q=nowhere{n}` }],
  ),
  ...['GET /drafts/:token', 'GET /hand-overs/:token', 'GET /shared/:token'].map(
    (name): [string, Example] => [name, successes[name]!],
  ),
  ['GET /shared/:token/:number/resume', successes['GET /shared/:token/:number/resume']!],
  ['GET /calendar/:token', successes['GET /calendar/:token']!],
  ['POST /applications/:id/interviews', successes['POST /applications/:id/interviews']!],
  [
    'PUT /applications/:id/interviews/:interview_id',
    successes['PUT /applications/:id/interviews/:interview_id']!,
  ],
  ['POST /visits', { json: { job_id: 1 } }],
  // While two others run.
  ['GET /applications/export.csv', { as: 'ada' }],
  ['GET /applications/export.zip', { as: 'ada' }],
  ['GET /applications/:id/person.zip', { as: 'ada' }],
  ['GET /audit/export', { as: 'ada' }],
  ['GET /postings.zip', { as: 'ada' }],
]

test('without a key for secrets, what stores one returns the documented 409', async () => {
  for (const name of ['POST /webhooks', 'POST /webhooks/:id/rotate'])
    expect(await attempt(name, successes[name]!, limited)).toBe(409)
  const calendar = { ...successes['PUT /auth/busy-calendar']!, as: 'ada' as const }
  expect(await attempt('PUT /auth/busy-calendar', calendar, limited)).toBe(409)
})

test('users who must set up two-step sign-in get the documented 403', async () => {
  const must = (value: string) =>
    w.db.update(settings).set({ value }).where(eq(settings.key, 'require_second_factor'))
  await must('true')
  for (const [name, call] of calls)
    if (!isOpen(call) && statusesOf(call).includes(403))
      expect([name, await attempt(name, { ...successes[name], as: 'rita' })]).toEqual([name, 403])
  await must('false')
})

test('visitors get the documented 503 in maintenance', async () => {
  const maintenance = (value: string) =>
    w.db.update(settings).set({ value }).where(eq(settings.key, 'maintenance_mode'))
  await maintenance('true')
  for (const [name, call] of calls)
    if (statusesOf(call).includes(503)) expect(await attempt(name, successes[name]!)).toBe(503)
  await maintenance('false')
})

test.each(Object.entries(successes))('%s succeeds as documented', async (name, example) => {
  // Without a mail server, the response contains the link.
  mailer.delivers = name !== 'POST /users/:id/invite'
  expect(await attempt(name, example)).toBe(Math.min(...statusesOf(calls.get(name)!)))
})

test('POST /users/:id/invite returns the documented 202 when it sends email', async () => {
  mailer.delivers = true
  const invite = successes['POST /users/:id/invite']!
  expect(await attempt('POST /users/:id/invite', invite)).toBe(202)
})

test('DELETE /auth/sessions/:id returns the documented statuses', async () => {
  const sam = await w.signIn('sam')
  const { body } = await sam.get('/auth/sessions')
  const other = body.find(({ current }: { current: boolean }) => !current)
  const at = `/auth/sessions/${other.id}`
  expect(await attempt('DELETE /auth/sessions/:id', { as: 'sam', at: '/auth/sessions/1' })).toBe(
    404,
  )
  expect(await attempt('DELETE /auth/sessions/:id', { at })).toBe(401)
  expect(await attempt('DELETE /auth/sessions/:id', { as: 'sam', at })).toBe(204)
})

describe('where only admins have a password', () => {
  let company: World
  let provider: Awaited<ReturnType<typeof oidcProvider>>
  let receiver: Awaited<ReturnType<typeof logoutReceiver>>
  beforeAll(async () => {
    receiver = await logoutReceiver()
    provider = await oidcProvider({
      redirectUri: 'http://foyer.test/api/auth/oidc/callback',
      logoutUri: receiver.url,
    })
    const rules = { ...companySignIn(readEnvironment(provider.env))! }
    company = await world({
      services: async () => ({ companySignIn: rules, secrets: sealingSecrets }),
    })
    await prepare(company)
    await company.as('ada')
    rules.isOnly = true
  })
  afterAll(async () => {
    await company?.remove()
    await provider?.stop()
    await receiver?.stop()
  })

  test.each<[string, Example]>([
    ['POST /auth/login', { json: { email: emailOf('rita'), password } }],
    ['POST /auth/login/passkey', successes['POST /auth/login/passkey']!],
    ['POST /auth/reset-password', successes['POST /auth/reset-password']!],
  ])('%s returns the documented 409', async (name, example) => {
    expect(await attempt(name, example, company)).toBe(409)
  })

  test('POST /auth/change-password returns the documented 409', async () => {
    const ada = await company.as('ada')
    const { id } = (await ada.get('/auth/profile')).body
    await company.db.update(users).set({ role: 'user' }).where(eq(users.id, id))
    // As if she had signed in with the company.
    const [{ id: identity_id } = { id: 0 }] = await company.db
      .insert(identities)
      .values({ issuer: 'https://login.example.com', sub: 'ada', user_id: id })
      .returning({ id: identities.id })
    await company.db.update(sessions).set({ identity_id }).where(eq(sessions.userId, id))
    const change = successes['POST /auth/change-password']!
    expect(await attempt('POST /auth/change-password', { ...change, as: 'ada' }, company)).toBe(409)
  })

  test('POST /auth/oidc/logout returns the documented statuses', async () => {
    receiver.answer(async (body) => {
      const response = await company.visitor.raw('/auth/oidc/logout', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      const name = 'POST /auth/oidc/logout'
      expect(await mismatches(calls.get(name)!, response.clone())).toEqual([])
      seen.set(name, (seen.get(name) ?? new Set()).add(response.status))
      return response.status
    })
    expect(await provider.logOut('somebody', 'a')).toBe(200)
    expect(await receiver.again()).toBe(400)
  })
})

test('every documented status occurs', () => {
  for (const [name, call] of calls)
    expect([name, ...[...(seen.get(name) ?? [])].sort()]).toEqual([
      name,
      ...statusesHere(name, call),
    ])
})
