import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readEnvironment } from '#api/core/environment/env.ts'
import { createSecrets } from '#api/core/environment/secrets.ts'
import { auditEvents, identities, sessions, signInCodes, users } from '#db/schema.ts'
import { browser } from '#scripts/testing/oidc/browse.ts'
import { logoutReceiver } from '#scripts/testing/oidc/logout-receiver.ts'
import { oidcProvider } from '#scripts/testing/oidc/provider.ts'
import { emailOf, type World, world } from '#scripts/testing/world.ts'
import { companySignIn } from './company-sign-in.ts'

const site = 'http://foyer.test'
let receiver: Awaited<ReturnType<typeof logoutReceiver>>
let provider: Awaited<ReturnType<typeof oidcProvider>>
let w: World
/** OIDC_ISSUER ends with a slash, which the issuer of tokens lacks: both are the same address. */
beforeAll(async () => {
  receiver = await logoutReceiver()
  const redirectUri = `${site}/api/auth/oidc/callback`
  provider = await oidcProvider({ redirectUri, logoutUri: receiver.url })
  w = await world({
    publicUrl: site,
    services: async () => ({
      secrets: createSecrets({ key: 'a key of thirty-two characters..' }),
      companySignIn: companySignIn(
        readEnvironment({ ...provider.env, OIDC_ISSUER: `${provider.issuer}/` }),
      ),
    }),
  })
  receiver.answer(async (body) => (await post(body)).status)
})
afterAll(async () => {
  await w?.remove()
  await provider?.stop()
  await receiver?.stop()
})
beforeEach(async () => {
  await w.db.delete(identities)
  await w.reset()
})

const post = (body: string) =>
  w.visitor.raw('/auth/oidc/logout', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

async function arrive(sub: string, email: string) {
  await provider.next({ sub, claims: { email, email_verified: true } })
  const tab = browser((path, init) => w.visitor.raw(path, init))
  await tab.signIn()
  return tab
}

async function signIn(sub: string, email: string) {
  const { token } = (await (await arrive(sub, email)).exchange()).body
  const rows = await w.db.select().from(sessions)
  const { sid } = rows.find((row) => row.sid && !known.has(row.sid))!
  known.add(sid!)
  return {
    sid: sid!,
    isOpen: async () => (await w.withToken(token).get('/auth/profile')).status === 200,
  }
}
const known = new Set<string>()

test('the provider ends the session that it names, and no other', async () => {
  const [owner] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('rita')))
  await w.db.insert(identities).values({ issuer: provider.issuer, sub: 'r-1', user_id: owner!.id })
  const first = await signIn('r-1', emailOf('rita'))
  const second = await signIn('r-1', emailOf('rita'))
  const withPassword = await w.signIn('rita')
  expect(await provider.logOut('r-1', first.sid)).toBe(200)
  expect([await first.isOpen(), await second.isOpen()]).toEqual([false, true])
  expect((await withPassword.get('/auth/profile')).status).toBe(200)
  const events = await w.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1)
  expect(events).toMatchObject([{ action: 'session.ended', actor_name: 'Rita Reviewer' }])
})

test('a code that no browser has exchanged yet is over as well', async () => {
  const tab = await arrive('r-1', emailOf('rita'))
  const [{ sid }] = (await w.db.select().from(signInCodes)) as [typeof signInCodes.$inferSelect]
  expect(await provider.logOut('r-1', sid!)).toBe(200)
  expect((await tab.exchange()).status).toBe(400)
})

test('somebody else at the provider ends nothing with the name of this session', async () => {
  const { sid, isOpen } = await signIn('r-1', emailOf('rita'))
  await signIn('j-1', emailOf('joe'))
  expect(await provider.logOut('j-1', sid)).toBe(200)
  expect(await isOpen()).toBe(true)
})

test('a logout token works once', async () => {
  const { sid } = await signIn('r-1', emailOf('rita'))
  expect(await provider.logOut('r-1', sid)).toBe(200)
  const replayed = await signIn('r-1', emailOf('rita'))
  await w.db.update(sessions).set({ sid })
  expect(await receiver.again()).toBe(400)
  expect(await replayed.isOpen()).toBe(true)
})

test('what is no logout token of the provider is refused and ends nothing', async () => {
  const { isOpen } = await signIn('r-1', emailOf('rita'))
  await provider.logOut('nobody', 'x')
  const [head, body, signature] = receiver.token().split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const token of [
    '',
    'x',
    [head, encoded({ ...claims, sub: 'r-1' }), signature].join('.'),
    [encoded({ alg: 'none' }), encoded({ ...claims, sub: 'r-1', jti: 'other' }), ''].join('.'),
  ])
    expect((await post(`logout_token=${token}`)).status).toBe(400)
  expect((await post('nothing=here')).status).toBe(400)
  expect((await post(`logout_token=${'x'.repeat(20_000)}`)).status).toBe(413)
  expect(await isOpen()).toBe(true)
})
