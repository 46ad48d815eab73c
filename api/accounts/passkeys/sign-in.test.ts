import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEvents, passkeys, sessions, settings, spentChallenges, users } from '#db/schema.ts'
import { personWithPasskey, signInWith } from '#scripts/testing/fixtures/passkeys.ts'
import { softwarePasskey } from '#scripts/testing/fixtures/software-passkey.ts'
import { emailOf, password, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Awaited<ReturnType<typeof personWithPasskey>>
beforeEach(async () => {
  await w.reset()
  await w.db.delete(spentChallenges)
  rita = await personWithPasskey(w, 'rita')
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => w.remove())

const refusal = {
  error: "This passkey can't sign you in. Try again, or sign in another way.",
}
const newest = async () => (await w.db.select().from(auditEvents).orderBy(sql`id desc`).limit(1))[0]
const begin = async () =>
  (await w.visitor.send('POST', '/auth/login/passkey/options')).body as { challenge: string }
const send = (response: object) => w.visitor.send('POST', '/auth/login/passkey', response)

test('the options name the domain and no user, and nothing is stored for strangers', async () => {
  const before = await w.db.$count(spentChallenges)
  const { status, body } = await w.visitor.send('POST', '/auth/login/passkey/options')
  expect([status, Object.keys(body).sort()]).toEqual([
    200,
    ['challenge', 'rpId', 'timeout', 'userVerification'],
  ])
  expect(body).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(await w.db.$count(spentChallenges)).toBe(before)
})

test('a passkey signs in without password and code, with the answer of the sign-in', async () => {
  const { status, body } = await signInWith(w, rita.passkey)
  expect([status, Object.keys(body)]).toEqual([200, ['token', 'user']])
  const me = w.withToken(body.token)
  expect((await me.get('/auth/profile')).body).toEqual(body.user)
  const [row] = (await me.get('/auth/passkeys')).body
  expect(Date.now() - Date.parse(row.last_used_at)).toBeLessThan(120_000)
  expect(await newest()).toMatchObject({
    actor_name: 'Rita Reviewer',
    action: 'session.started_by_passkey',
    ip: '192.0.2.1',
  })
})

test.each([
  ['from another origin', { origin: 'http://localhost.evil.example' }],
  ['for another domain', { domain: 'evil.example' }],
  ['with nobody present', { flags: 4 }],
  ['with nobody verified', { flags: 1 }],
  ['made by a registration', { type: 'webauthn.create' }],
  ['of another user', { userHandle: 'c29tZWJvZHk' }],
])('a signature %s is refused, and recorded', async (_, faults) => {
  const before = await w.db.$count(sessions)
  const { status, body } = await signInWith(w, rita.passkey, faults)
  expect([status, body]).toEqual([401, refusal])
  expect(await w.db.$count(sessions)).toBe(before)
  expect(await newest()).toMatchObject({
    actor_name: 'Rita Reviewer',
    action: 'passkey.refused',
  })
})

test('an unknown passkey and one whose user is inactive get the same refusal', async () => {
  const { userHandle } = rita.passkey
  const unknown = await send(softwarePasskey().sign({ ...(await begin()), userHandle }))
  await w.db.update(users).set({ is_active: false })
  const inactive = await signInWith(w, rita.passkey)
  for (const { status, body } of [unknown, inactive]) expect([status, body]).toEqual([401, refusal])
})

test('the id of somebody’s passkey with the signature of another is refused', async () => {
  const joe = await personWithPasskey(w, 'joe')
  const { challenge } = await begin()
  const signed = joe.passkey.sign({ challenge, userHandle: rita.passkey.userHandle })
  const { id } = rita.passkey
  const { status, body } = await send({ ...signed, id, rawId: id })
  expect([status, body]).toEqual([401, refusal])
})

test('a response that is sent twice, or ten times at once, signs in once', async () => {
  const { userHandle } = rita.passkey
  const once = rita.passkey.sign({ ...(await begin()), userHandle })
  expect((await send(once)).status).toBe(200)
  expect((await send(once)).status).toBe(401)
  const response = rita.passkey.sign({ ...(await begin()), userHandle })
  const all = await Promise.all(Array.from({ length: 10 }, () => send(response)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a challenge works once for passkeys without a counter, too', async () => {
  const joe = await personWithPasskey(w, 'joe')
  await w.db.update(passkeys).set({ counter: 0 })
  const { userHandle } = joe.passkey
  const response = joe.passkey.sign({ ...(await begin()), userHandle }, { counter: 0 })
  expect((await send(response)).status).toBe(200)
  expect((await send(response)).status).toBe(401)
  const next = joe.passkey.sign({ ...(await begin()), userHandle }, { counter: 0 })
  expect((await send(next)).status).toBe(200)
})

test('challenges of adding a passkey, made up and expired are refused', async () => {
  const { userHandle } = rita.passkey
  const ofAdding = (await rita.person.send('POST', '/auth/passkeys/options', {})).body
  vi.useFakeTimers({ now: Date.now() - 5 * 60_000 - 1000, toFake: ['Date'] })
  const expired = await begin()
  vi.useRealTimers()
  for (const { challenge } of [ofAdding, { challenge: 'made-up' }, expired]) {
    const { status, body } = await send(rita.passkey.sign({ challenge, userHandle }))
    expect([status, body]).toEqual([401, refusal])
  }
})

test('a counter that went back is refused and recorded as a copy', async () => {
  expect((await signInWith(w, rita.passkey, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 6, 0]) {
    const { status, body } = await signInWith(w, rita.passkey, { counter })
    expect([status, body]).toEqual([401, refusal])
    expect(await newest()).toMatchObject({
      actor_name: 'Rita Reviewer',
      action: 'passkey.copied',
    })
  }
  expect((await signInWith(w, rita.passkey, { counter: 8 })).status).toBe(200)
})

test('spent challenges are forgotten once they cannot be answered any more', async () => {
  await w.db.delete(spentChallenges)
  const old = { id: 'a'.repeat(64), expires_at: Date.now() - 2 * 60 * 60 * 1000 }
  await w.db.insert(spentChallenges).values(old)
  expect((await signInWith(w, rita.passkey)).status).toBe(200)
  const left = await w.db.select().from(spentChallenges)
  expect(left.map(({ id }) => id)).not.toContain(old.id)
  expect(left).toHaveLength(1)
})

test('a reset by an admin is not outlived by a sign-in under way', async () => {
  const ada = await w.as('ada')
  const [{ id } = { id: 0 }] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('rita')))
  const [late, reset] = await Promise.all([
    signInWith(w, rita.passkey),
    ada.send('DELETE', `/users/${id}/second-factor`),
  ])
  expect(reset.status).toBe(204)
  if (late.status === 200)
    expect((await w.withToken(late.body.token).get('/auth/profile')).status).toBe(401)
  else expect(late.status).toBe(401)
})

describe('With a public URL', () => {
  test('domain and origin are those of the URL, whatever the Host header says', async () => {
    const site = { origin: 'https://careers.example.org', domain: 'careers.example.org' }
    const other = await world({ publicUrl: 'https://careers.example.org' })
    const person = await other.signIn('rita')
    const { body } = await person.send('POST', '/auth/passkeys/options', {})
    expect(body.rp.id).toBe(site.domain)
    const passkey = softwarePasskey()
    const here = passkey.create(body)
    expect((await person.send('POST', '/auth/passkeys', here)).status).toBe(400)
    const made = passkey.create(body, {}, site)
    expect((await person.send('POST', '/auth/passkeys', made)).status).toBe(201)
    const asked = await other.visitor.send('POST', '/auth/login/passkey/options')
    const userHandle: string = body.user.id
    const signed = passkey.sign({ ...asked.body, userHandle }, {}, site)
    expect((await other.visitor.send('POST', '/auth/login/passkey', signed)).status).toBe(200)
    await other.remove()
  })

  test.each([
    [
      'http://192.0.2.1:4321',
      'Passkeys need a domain, not an IP address. Ask an admin to set the public URL.',
    ],
    [
      'http://careers.example.org',
      'Passkeys need an address with https. Ask an admin to change the public URL.',
    ],
  ])('at %s none can be added, and the reason is given', async (value, error) => {
    const where = eq(settings.key, 'public_url')
    await w.db.insert(settings).values({ key: 'public_url', category: 'general', value })
    const { status, body } = await rita.person.send('POST', '/auth/passkeys/options', {})
    await w.db.delete(settings).where(where)
    expect([status, body.error]).toEqual([409, error])
  })
})

describe('Limits', () => {
  test('guessing ends after 30 tries from one network, and five for one account', async () => {
    const limited = await world({ rateLimits: true })
    const { passkey } = await personWithPasskey(limited, 'rita')
    const wrong = () => signInWith(limited, passkey, { origin: 'https://evil.example' })
    for (let n = 0; n < 5; n++) expect((await wrong()).status).toBe(401)
    const sixth = await signInWith(limited, passkey)
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
    // As for passwords: somebody else's guesses lock nobody out.
    expect((await signInWith(limited, passkey, {}, '198.51.100.7')).status).toBe(200)
    const byPassword = { email: emailOf('rita'), password }
    expect((await limited.visitor.send('POST', '/auth/login', byPassword)).status).toBe(429)
    const unknown = { ...passkey, ...softwarePasskey() }
    let tries = 0
    while (tries < 40 && (await signInWith(limited, unknown, {}, '203.0.113.9')).status === 401)
      tries++
    expect(tries).toBe(30)
    await limited.remove()
  })
})
