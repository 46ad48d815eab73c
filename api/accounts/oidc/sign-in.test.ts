import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEnvironment } from '#api/core/environment/env.ts'
import { createSecrets } from '#api/core/environment/secrets.ts'
import {
  apiTokens,
  auditEvents,
  calendars,
  identities,
  outbox,
  passkeys,
  passwordLinks,
  recoveryCodes,
  secondFactors,
  sessions,
  settings,
  signInCodes,
  users,
} from '#db/schema.ts'
import { softwarePasskey } from '#scripts/testing/fixtures/software-passkey.ts'
import { browser } from '#scripts/testing/oidc/browse.ts'
import { oidcProvider, type SignIn } from '#scripts/testing/oidc/provider.ts'
import { emailOf, type Name, password, type World, world } from '#scripts/testing/world.ts'
import { recoveryId } from '../auth/second-factor/recovery-codes.ts'
import { codeOf, stepAt } from '../auth/second-factor/totp.ts'
import { userHandle } from '../passkeys/verify.ts'
import { newApiTokenText } from '../tokens/tokens.ts'
import { companySignIn } from './company-sign-in.ts'

const site = 'http://foyer.test'
const redirectUri = `${site}/api/auth/oidc/callback`
const secrets = createSecrets({ key: 'a key of thirty-two characters..' })
type Provider = Awaited<ReturnType<typeof oidcProvider>>

const withCompany = (provider: Provider, env: Record<string, string> = {}) =>
  world({
    publicUrl: site,
    services: async () => ({
      secrets,
      companySignIn: companySignIn(readEnvironment({ ...provider.env, ...env })),
    }),
  })

const verified = (email: string, more = {}) => ({ email, email_verified: true, ...more })
const atLogin = (failure?: string) => `/login#company${failure ? `=${failure}` : ''}`

let provider: Provider
let w: World
beforeAll(async () => {
  provider = await oidcProvider({ redirectUri })
  w = await withCompany(provider, { OIDC_DOMAINS: 'example.org', OIDC_LABEL: 'Acme' })
})
afterAll(async () => {
  await w?.remove()
  await provider?.stop()
})
beforeEach(async () => {
  await w.db.delete(identities)
  await w.db.delete(outbox)
  await w.reset()
})

const open = (where = w) => browser((path, init) => where.visitor.raw(path, init))

/** Signs somebody in as far as /login, and returns the browser. */
async function arrive(signIn: SignIn, where = w) {
  await provider.next(signIn)
  const tab = open(where)
  return { tab, at: await tab.signIn() }
}

const rowOf = async (name: Name, where = w) => {
  const [row] = await where.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf(name)))
  return row!
}
const mailsTo = async (name: Name) =>
  (
    await w.db
      .select()
      .from(outbox)
      .where(eq(outbox.to_address, emailOf(name)))
  ).map(({ subject }) => subject)
const actionsSoFar = async () =>
  (
    await w.db.select({ action: auditEvents.action }).from(auditEvents).orderBy(asc(auditEvents.id))
  ).map(({ action }) => action)
const confirmed = (user_id: number) => ({
  user_id,
  secret: 'a'.repeat(40),
  confirmed_at: '2020-01-01T00:00:00.000Z',
})
/** As an admin does. */
const connected = async (name: Name, sub: string, where = w) => {
  const { id: user_id } = await rowOf(name, where)
  await where.db.insert(identities).values({ issuer: provider.issuer, sub, user_id })
}
const rita: SignIn = { sub: 'r-1', claims: verified(emailOf('rita')) }

describe('signing in with the company', () => {
  test('connects the person with the verified address, and answers as the sign-in does', async () => {
    const { tab, at } = await arrive({ sub: 'r-1', claims: verified('RITA@example.com') })
    expect(at).toBe(atLogin())
    const { status, body } = await tab.exchange()
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['token', 'user'])
    expect(body.user).toMatchObject({ email: emailOf('rita'), has_password: false })
    expect((await w.withToken(body.token).get('/auth/profile')).status).toBe(200)
    expect(await mailsTo('rita')).toEqual([
      expect.stringMatching(/^A company sign-in was connected/),
    ])
    const actions = await actionsSoFar()
    expect(actions.slice(-2)).toEqual(['identity.connected', 'session.started'])
  })

  test('ends what else signed in as the person, who may have typed an address of somebody else', async () => {
    const before = await w.signIn('rita')
    const { id } = (await before.get('/auth/profile')).body
    const expires_at = '2100-01-01T00:00:00.000Z'
    const hash = 'a'.repeat(64)
    await w.db.insert(apiTokens).values({ user_id: id, hash, name: 'x', scopes: [], expires_at })
    await w.db.insert(passwordLinks).values({ id: hash, user_id: id, expires_at })
    await w.db.insert(calendars).values({ user_id: id, id: hash })
    const joe = await w.signIn('joe')

    const { tab } = await arrive(rita)
    expect((await tab.exchange()).status).toBe(200)
    expect((await before.get('/auth/profile')).status).toBe(401)
    expect((await rowOf('rita')).password_hash).toBeNull()
    for (const table of [apiTokens, passwordLinks, calendars])
      expect(await w.db.$count(table, eq(table.user_id, id))).toBe(0)
    expect((await joe.get('/auth/profile')).status).toBe(200)
    expect((await rowOf('joe')).password_hash).not.toBeNull()
  })

  test.each<[string, Name]>([
    ['an admin with a password', 'ada'],
    ['somebody with a second factor', 'joe'],
  ])('%s waits, and keeps what they sign in with', async (_, name) => {
    const { id, password_hash } = await rowOf(name)
    if (name === 'joe') await w.db.insert(secondFactors).values(confirmed(id))
    const person = await w.as('ada')
    expect((await arrive({ sub: 'x-1', claims: verified(emailOf(name)) })).at).toBe(
      atLogin('waiting'),
    )
    expect((await rowOf(name)).password_hash).toBe(password_hash)
    expect((await person.get('/auth/profile')).status).toBe(200)
  })

  test('an admin without a password is connected at once', async () => {
    await w.db
      .update(users)
      .set({ password_hash: null })
      .where(eq(users.email, emailOf('ada')))
    expect((await arrive({ sub: 'a-1', claims: verified(emailOf('ada')) })).at).toBe(atLogin())
  })

  test('the second time, it is the account that counts, whatever its address is now', async () => {
    await arrive(rita)
    const { tab } = await arrive({ sub: 'r-1', claims: verified(emailOf('joe')) })
    expect((await tab.exchange({})).body.user.email).toBe(emailOf('rita'))
  })

  test('an address that another account of the provider has used waits: it may be someone else', async () => {
    await arrive(rita)
    const { at } = await arrive({ sub: 'r-2', claims: verified(emailOf('rita')) })
    expect(at).toBe(atLogin('waiting'))
  })

  test.each([
    ['the person here', emailOf('rita')],
    ['somebody new', 'nia@example.org'],
  ])('an account made anew does not get around a disconnection of %s', async (_, email) => {
    await arrive({ sub: 'a-1', claims: verified(email) })
    await w.db.update(identities).set({ user_id: null })
    expect((await arrive({ sub: 'a-1', claims: verified(email) })).at).toBe(atLogin('waiting'))
    expect((await arrive({ sub: 'a-2', claims: verified(email) })).at).toBe(atLogin('waiting'))
  })

  test('an address that somebody only typed keeps its owner from nothing', async () => {
    const claims = { email: emailOf('rita'), email_verified: false }
    expect((await arrive({ sub: 'x-1', claims })).at).toBe(atLogin('waiting'))
    expect((await arrive(rita)).at).toBe(atLogin())
  })

  test('someone new from an allowed domain gets an account without permissions, and admins a mail', async () => {
    const claims = verified('nia@example.org', { given_name: 'Nia', family_name: 'North' })
    const { tab, at } = await arrive({ sub: 'n-1', claims })
    expect(at).toBe(atLogin())
    const { body } = await tab.exchange()
    expect(body.user).toMatchObject({
      first_name: 'Nia',
      last_name: 'North',
      role: 'user',
      permissions: [],
      has_password: false,
    })
    expect(await mailsTo('ada')).toEqual([expect.stringMatching(/^Someone joined/)])
  })

  test.each([
    ['another domain', verified('nia@other.example')],
    ['a domain that only ends alike', verified('nia@bad-example.org')],
    ['an unverified address', { email: emailOf('rita'), email_verified: false }],
    ['a verification in words', { email: emailOf('rita'), email_verified: 'true' }],
    ['no address', {}],
  ])('%s waits for an admin, who gets one mail', async (_, claims) => {
    for (let times = 0; times < 2; times++) {
      const { tab, at } = await arrive({ sub: 'x-1', claims })
      expect(at).toBe(atLogin('waiting'))
      expect((await tab.exchange()).status).toBe(400)
    }
    expect(await mailsTo('ada')).toEqual([expect.stringMatching(/^Someone waits/)])
    expect(await w.db.$count(identities)).toBe(1)
  })

  test('at most 100 wait', async () => {
    await w.db
      .insert(identities)
      .values(Array.from({ length: 100 }, (_, n) => ({ issuer: provider.issuer, sub: `w-${n}` })))
    const { at } = await arrive({ sub: 'x-1', claims: {} })
    expect(at).toBe(atLogin('full'))
    expect(await w.db.$count(identities)).toBe(100)
  })

  test('accounts of people who left take no place on the list', async () => {
    await w.db.insert(identities).values(
      Array.from({ length: 100 }, (_, n) => ({
        issuer: provider.issuer,
        sub: `w-${n}`,
        last_used_on: '2026-01-01',
      })),
    )
    const { at } = await arrive({ sub: 'x-1', claims: {} })
    expect(at).toBe(atLogin('waiting'))
    const [first, ...rest] = (await (await w.as('ada')).get('/identities')).body
    const [asking] = await w.db.select().from(identities).where(eq(identities.sub, 'x-1'))
    expect([first.id, rest.length]).toEqual([asking?.id, 99])
  })

  test('somebody who is deactivated does not get in, and does not wait', async () => {
    const { at } = await arrive({ sub: 'ned', claims: verified(emailOf('ned')) })
    expect(at).toBe(atLogin('inactive'))
    expect(await w.db.$count(identities)).toBe(0)
    expect((await actionsSoFar()).at(-1)).toBe('session.refused')
  })

  test('deactivation between the provider and the exchange wins', async () => {
    const { tab } = await arrive(rita)
    await w.db
      .update(users)
      .set({ is_active: false })
      .where(eq(users.email, emailOf('rita')))
    expect((await tab.exchange()).status).toBe(400)
  })

  test('deactivation ends the session at once', async () => {
    const { tab } = await arrive(rita)
    const { token } = (await tab.exchange()).body
    const { id } = await rowOf('rita')
    await (await w.as('ada')).send('PUT', `/users/${id}`, { is_active: false })
    expect((await w.withToken(token).get('/auth/profile')).status).toBe(401)
    expect((await arrive(rita)).at).toBe(atLogin('inactive'))
  })

  test('the code works once, also at the same time', async () => {
    const { tab } = await arrive(rita)
    const cookies = [...tab.cookies]
    const twin = open()
    for (const [name, value] of cookies) twin.cookies.set(name, value)
    const both = await Promise.all([tab.exchange(), twin.exchange()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    for (const [name, value] of cookies) tab.cookies.set(name, value)
    expect((await tab.exchange()).body.error).toMatch(/expired or was used/)
  })

  test('a code is over after two minutes', async () => {
    const { tab } = await arrive(rita)
    const [{ created_at, expires_at }] = (await w.db.select().from(signInCodes)) as [
      typeof signInCodes.$inferSelect,
    ]
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(120_000)
    await w.db.update(signInCodes).set({ expires_at: created_at })
    expect((await tab.exchange()).status).toBe(400)
  })

  test('another process takes the code, and the way back, of one that was killed', async () => {
    await provider.next(rita)
    const tab = open()
    const address = await tab.visit(await tab.start())
    const later = await withCompany(provider, { OIDC_DOMAINS: 'example.org' })
    const other = browser((path, init) => later.visitor.raw(path, init))
    for (const [name, value] of tab.cookies) other.cookies.set(name, value)
    expect(await other.back(address)).toBe(atLogin())
    expect((await other.exchange()).status).toBe(200)
    await later.remove()
  })

  test('cookies are out of reach of scripts and other sites', async () => {
    const response = await w.visitor.raw('/auth/oidc/start', { redirect: 'manual' })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^foyer-sign-in=v1\.[^;]+; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect(await w.db.$count(signInCodes)).toBe(0)
  })

  test('a code from another site is refused', async () => {
    const { tab } = await arrive(rita)
    const response = await tab.call('/auth/oidc/token', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(403)
  })
})

describe('a sign-in that does not fit', () => {
  test('a swapped state is refused', async () => {
    await provider.next(rita)
    const [tab, other] = [open(), open()]
    const address = await tab.visit(await tab.start())
    await other.start()
    expect(await other.back(address)).toBe(atLogin('state'))
    expect(await w.db.$count(identities)).toBe(0)
  })

  test('a code of the provider does not work twice', async () => {
    await provider.next(rita)
    const tab = open()
    const address = await tab.visit(await tab.start())
    const cookies = [...tab.cookies]
    expect(await tab.back(address)).toBe(atLogin())
    for (const [name, value] of cookies) tab.cookies.set(name, value)
    expect(await tab.back(address)).toBe(atLogin('used'))
  })

  test('without the cookie, or with a made-up one, it has expired', async () => {
    await provider.next(rita)
    const tab = open()
    const address = await tab.visit(await tab.start())
    tab.cookies.set('foyer-sign-in', 'v1.AAAA')
    expect(await tab.back(address)).toBe(atLogin('expired'))
    tab.cookies.clear()
    expect(await tab.back(address)).toBe(atLogin('expired'))
  })

  test('a token for another nonce is refused', async () => {
    await provider.next(rita)
    const tab = open()
    const address = await tab.visit(await tab.start())
    const kept = JSON.parse(secrets.open(tab.cookies.get('foyer-sign-in')!, 'company sign-in')!)
    const other = secrets.seal(JSON.stringify({ ...kept, nonce: 'other' }), 'company sign-in')
    tab.cookies.set('foyer-sign-in', other)
    expect(await tab.back(address)).toBe(atLogin('failed'))
  })

  test('a provider that names itself differently is not trusted', async () => {
    const OIDC_ISSUER = provider.issuer.replace('127.0.0.1', 'localhost')
    const where = await withCompany(provider, { OIDC_ISSUER })
    expect(await open(where).signIn()).toBe(atLogin('setup'))
    await where.remove()
  })

  test('somebody who cancels is back at the sign-in', async () => {
    expect((await arrive({ ...rita, denies: true })).at).toBe(atLogin('denied'))
  })

  test.each([
    [-290, undefined],
    [290, undefined],
    [-360, 'clock'],
    [360, 'clock'],
  ])('a clock of the provider that is off by %i seconds: %s', async (clock, failure) => {
    const off = await oidcProvider({ redirectUri, clock })
    const where = await withCompany(off)
    await off.next(rita)
    expect(await open(where).signIn()).toBe(atLogin(failure))
    await where.remove()
    await off.stop()
  })

  test('while the provider is away there is a sentence, and it works once it is back', async () => {
    const first = await oidcProvider({ redirectUri })
    await first.stop()
    const where = await withCompany(first)
    expect(await open(where).signIn()).toBe(atLogin('away'))
    const { port } = first
    const again = await oidcProvider({ redirectUri, port })
    await again.next(rita)
    const tab = open(where)
    const address = await tab.visit(await tab.start())
    await again.stop()
    expect(await tab.back(address)).toBe(atLogin('away'))
    expect(where.logged.filter((line) => line.includes('company sign-in failed'))).toHaveLength(2)
    await where.remove()
  })

  test('a secret that the provider does not take is said to be a matter of setup', async () => {
    const where = await withCompany(provider, { OIDC_CLIENT_SECRET: 'wrong' })
    await provider.next(rita)
    expect(await open(where).signIn()).toBe(atLogin('setup'))
    await where.remove()
  })

  test('a client registered for the secret in the body works as well', async () => {
    const post = await oidcProvider({ redirectUri, auth: 'client_secret_post', fullTokens: true })
    const where = await withCompany(post)
    await post.next(rita)
    expect(await open(where).signIn()).toBe(atLogin())
    await where.remove()
    await post.stop()
  })

  test('where it is not set up, start and callback lead to the sign-in', async () => {
    const none = await world()
    const tab = open(none)
    expect(await tab.start()).toBe(atLogin('off'))
    expect(await tab.back(`${redirectUri}?code=a&state=b`)).toBe(atLogin('off'))
    expect((await none.visitor.get('/auth/oidc')).body).toEqual({ label: null, only: false })
    await none.remove()
  })
})

describe('groups', () => {
  const groups = 'hr=review_applications+manage_jobs,web=edit_pages'
  const signIn = async (where: World, sub: Name, list?: unknown) => {
    const claims = verified(emailOf(sub), { ...(list !== undefined && { groups: list }) })
    const { tab } = await arrive({ sub, claims }, where)
    return (await tab.exchange()).body
  }

  test('give exactly their permissions at each sign-in, and nothing to an admin', async () => {
    const where = await withCompany(provider, { OIDC_GROUPS: groups })
    const permissionsAfter = async (list?: unknown) => {
      const { token } = await signIn(where, 'joe', list)
      return (await where.withToken(token).get('/auth/profile')).body.permissions
    }
    expect(await permissionsAfter(['web', 'hr', 'unknown'])).toEqual([
      'edit_pages',
      'manage_jobs',
      'review_applications',
    ])
    expect(await permissionsAfter(['web'])).toEqual(['edit_pages'])
    expect(await permissionsAfter('web')).toEqual(['edit_pages'])
    const { updated_at } = await rowOf('joe', where)
    expect(await permissionsAfter(['web'])).toEqual(['edit_pages'])
    expect((await rowOf('joe', where)).updated_at).toBe(updated_at)
    expect(await permissionsAfter()).toEqual([])
    await connected('ada', 'ada', where)
    const before = await rowOf('ada', where)
    expect((await signIn(where, 'ada', ['web'])).user).toMatchObject({ role: 'admin' })
    expect(await rowOf('ada', where)).toEqual(before)
    await where.remove()
  })
})

describe('the second step', () => {
  const secret = 'a'.repeat(40)
  const require = (value: string) =>
    w.db
      .insert(settings)
      .values({ key: 'require_second_factor', value, category: 'security' })
      .onConflictDoUpdate({ target: settings.key, set: { value } })

  test('of the provider satisfies the requirement, for that session', async () => {
    await require('true')
    const { tab } = await arrive({ ...rita, amr: ['pwd', 'mfa'] })
    const { body } = await tab.exchange()
    expect(body.user.second_factor_missing).toBeUndefined()
    const me = w.withToken(body.token)
    expect((await me.get('/applications')).status).toBe(200)
    expect((await me.get('/auth/second-factor')).body).toMatchObject({ by_sign_in: true })
    const weak = (await (await arrive({ ...rita, amr: ['pwd'] })).tab.exchange()).body
    expect(weak.user.second_factor_missing).toBe(true)
    expect((await w.withToken(weak.token).get('/applications')).status).toBe(403)
    await require('false')
  })

  test('of the provider is not replaced by that of somebody with a password', async () => {
    await connected('rita', 'r-1')
    const early = await w.signIn('rita')
    await arrive({ ...rita, amr: ['pwd', 'mfa'] })
    await require('true')
    const refusal = { status: 409, body: { error: 'Sign in with Acme first' } }
    const login = (password: string) =>
      w.visitor.send('POST', '/auth/login', { email: emailOf('rita'), password })
    expect(await login(password)).toMatchObject(refusal)
    expect((await actionsSoFar()).at(-1)).toBe('session.refused')
    expect((await login('not the password')).status).toBe(401)
    const currentPassword = password
    for (const path of ['/auth/second-factor', '/auth/passkeys/options'])
      expect(await early.send('POST', path, { currentPassword })).toMatchObject(refusal)
    expect(
      await early.send('POST', '/auth/second-factor/confirm', { code: '000000' }),
    ).toMatchObject(refusal)

    const { tab } = await arrive({ ...rita, amr: ['pwd'] })
    const me = w.withToken((await tab.exchange()).body.token)
    expect((await me.send('POST', '/auth/second-factor', { currentPassword })).status).toBe(200)
    await require('false')
  })

  test('of the latest sign-in with the provider that is set up is what API tokens need', async () => {
    await connected('rita', 'r-1')
    const { id: user_id } = await rowOf('rita')
    const { token, hash } = newApiTokenText()
    const expires_at = '2100-01-01T00:00:00.000Z'
    const scopes = ['applications:read' as const]
    await w.db.insert(apiTokens).values({ user_id, hash, name: 'x', scopes, expires_at })
    const call = async () => (await w.withToken(token).get('/applications')).status
    await require('true')
    expect(await call()).toBe(403)
    await arrive({ ...rita, amr: ['pwd', 'mfa'] })
    expect(await call()).toBe(200)
    await w.db.update(identities).set({ issuer: 'https://former.example' })
    expect(await call()).toBe(403)
    await w.db.update(identities).set({ issuer: provider.issuer })
    await arrive({ ...rita, amr: ['pwd'] })
    expect(await call()).toBe(403)
    await require('false')
  })

  test('of their own is asked for, unless the provider has asked for one', async () => {
    const { id } = await rowOf('rita')
    await w.db.insert(secondFactors).values(confirmed(id))
    await connected('rita', 'r-1')
    await w.db.insert(recoveryCodes).values({ id: recoveryId('abcd-efgh-jkmn-pqrs'), user_id: id })

    const { tab } = await arrive(rita)
    const asked = await tab.exchange()
    expect(asked).toMatchObject({ status: 401, body: { second_factor: true } })
    expect((await tab.exchange({ code: '000000' })).status).toBe(401)
    const code = codeOf(secret, stepAt(Date.now()))
    expect((await tab.exchange({ code })).status).toBe(200)

    const lost = (await arrive(rita)).tab
    expect((await lost.exchange()).status).toBe(401)
    expect((await lost.exchange({ code: 'abcd-efgh-jkmn-pqrs' })).status).toBe(200)
    const actions = await actionsSoFar()
    expect(actions.at(-1)).toBe('session.recovered')

    const strong = (await arrive({ ...rita, amr: ['pwd', 'otp'] })).tab
    expect((await strong.exchange()).status).toBe(200)
  })

  test('by passkey keeps the session of the company, also where only that signs people in', async () => {
    const where = await withCompany(provider, { OIDC_ONLY: 'true' })
    const addPasskey = async (name: Name) => {
      const passkey = softwarePasskey()
      const { id: user_id } = await rowOf(name, where)
      const about = { user_id, domain: 'foyer.test', name: 'Laptop' }
      await where.db
        .insert(passkeys)
        .values({ ...about, credential_id: passkey.id, public_key: passkey.publicKey })
      return async () => {
        const { challenge } = (await where.visitor.send('POST', '/auth/login/passkey/options')).body
        const asked = { challenge, userHandle: userHandle(user_id) }
        return passkey.sign(asked, {}, { origin: site, domain: 'foyer.test' })
      }
    }
    const signs = { rita: await addPasskey('rita'), joe: await addPasskey('joe') }
    await connected('rita', 'r-1', where)
    const { tab } = await arrive(rita, where)
    const asked = await tab.exchange()
    expect(asked).toMatchObject({ status: 401, body: { second_factor: true, passkey: true } })
    const ofJoe = await tab.exchange({ passkey: await signs.joe() })
    expect(ofJoe).toMatchObject({ status: 401, body: { second_factor: true, passkey: true } })
    const passkey = await signs.rita()
    await where.db.update(signInCodes).set({ sid: 's-1' })
    expect((await tab.exchange({ passkey })).body.user).toMatchObject({ email: emailOf('rita') })
    const [session] = await where.db.select().from(sessions)
    expect(session).toMatchObject({ identity_id: expect.any(Number), sid: 's-1' })

    const late = (await arrive(rita, where)).tab
    expect((await late.exchange({ passkey })).status).toBe(401)
    const removed = await signs.rita()
    await where.db.delete(passkeys)
    expect((await late.exchange({ passkey: removed })).status).toBe(200)
    await where.remove()
  })

  test('is set up with the sign-in in place of a password, while that is recent', async () => {
    await require('true')
    const { tab } = await arrive({ sub: 'n-1', claims: verified('nia@example.org') })
    const { token, user } = (await tab.exchange()).body
    expect(user.second_factor_missing).toBe(true)
    const me = w.withToken(token)
    expect((await me.send('POST', '/auth/second-factor', {})).status).toBe(200)
    await w.db.run(
      `update sessions set created_at = created_at - 601 where identity_id is not null`,
    )
    const late = await me.send('POST', '/auth/second-factor', {})
    expect(late).toMatchObject({ status: 400, body: { details: [{ path: ['currentPassword'] }] } })
    await require('false')
  })
})
