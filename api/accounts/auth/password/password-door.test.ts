import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { companySignIn } from '#api/accounts/oidc/company-sign-in.ts'
import { readEnvironment } from '#api/core/environment/env.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { identities, outbox, passwordLinks, sessions, users } from '#db/schema.ts'
import { emailOf, type Name, type Person, password, world } from '#scripts/testing/world.ts'

// Nothing is asked of the provider.
const rules = {
  ...companySignIn(
    readEnvironment({
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'foyer',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_LABEL: 'Acme',
    }),
  )!,
}
const w = await world({ services: async () => ({ companySignIn: rules }) })
afterAll(() => w.remove())
let ada: Person
let rita: Person
beforeEach(async () => {
  rules.isOnly = false
  await w.db.delete(outbox)
  await w.reset()
  ada = await w.as('ada')
  rita = await w.as('rita')
  // As if she had signed in with Acme.
  const [identity] = await w.db
    .insert(identities)
    .values({ issuer: rules.issuer, sub: crypto.randomUUID(), user_id: await idOf('rita') })
    .returning()
  const hers = eq(sessions.userId, await idOf('rita'))
  await w.db.update(sessions).set({ identity_id: identity!.id }).where(hers)
  rules.isOnly = true
})

const login = (name: Name, typed = password) =>
  w.visitor.send('POST', '/auth/login', { email: emailOf(name), password: typed })
const idOf = async (name: Name) => {
  const [row] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf(name)))
  return row!.id
}
const sentence =
  'Only admins sign in with a password or passkey here. Everyone else signs in with Acme.'

describe('with OIDC_ONLY', () => {
  test('a session that a password began before counts for admins alone', async () => {
    rules.isOnly = false
    const joe = await w.as('joe')
    expect((await joe.get('/auth/profile')).status).toBe(200)
    rules.isOnly = true
    const statuses = [joe, rita, ada].map(async (one) => (await one.get('/auth/profile')).status)
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
    await w.db
      .update(users)
      .set({ role: 'user' })
      .where(eq(users.email, emailOf('ada')))
    expect((await ada.get('/auth/profile')).status).toBe(401)
  })

  test('an admin signs in with a password; others learn that they may not once it was right', async () => {
    expect((await login('ada')).status).toBe(200)
    expect(await login('rita', 'wrong')).toMatchObject({
      status: 401,
      body: { error: 'Invalid email or password' },
    })
    expect(await login('rita')).toMatchObject({ status: 409, body: { error: sentence } })
    expect((await login('ned')).status).toBe(401)
  })

  test('forgotten passwords are answered alike, and only admins get a link', async () => {
    for (const name of ['ada', 'rita'] as const) {
      const asked = await w.visitor.send('POST', '/auth/forgot-password', { email: emailOf(name) })
      expect(asked.status).toBe(202)
    }
    const mails = await w.db.select().from(outbox)
    expect(mails.map(({ to_address }) => to_address)).toEqual([emailOf('ada')])
  })

  test('a link of before sets no password', async () => {
    const token = 'x'.repeat(43)
    await w.db.insert(passwordLinks).values({
      id: hashToken(token),
      user_id: await idOf('rita'),
      expires_at: '2100-01-01T00:00:00.000Z',
    })
    const reset = { token, newPassword: 'three green bottles' }
    expect((await w.visitor.send('POST', '/auth/reset-password', reset)).status).toBe(409)
    expect(await w.db.$count(passwordLinks)).toBe(1)
  })

  test('people without the role get neither invitation nor password, admins do', async () => {
    const person = { first_name: 'Nia', last_name: 'N', email: 'nia@example.org', role: 'user' }
    expect((await ada.send('POST', '/users', { ...person, invite: true })).status).toBe(409)
    const typed = { ...person, password: 'three green bottles' }
    expect((await ada.send('POST', '/users', typed)).status).toBe(409)
    expect((await ada.send('POST', '/users', { ...typed, role: 'admin' })).status).toBe(201)
    const rest = { ...person, email: 'nio@example.org', company_sign_in: true }
    expect((await ada.send('POST', '/users', rest)).body).toMatchObject({ invited: true })

    const id = await idOf('rita')
    expect((await ada.send('POST', `/users/${id}/invite`)).status).toBe(409)
    const change = { password: 'three green bottles' }
    expect((await ada.send('PUT', `/users/${id}`, change)).status).toBe(409)
    expect((await ada.send('PUT', `/users/${id}`, { ...change, role: 'admin' })).status).toBe(200)
  })

  test('nobody but an admin changes their password', async () => {
    const change = { currentPassword: password, newPassword: 'three green bottles' }
    expect((await rita.send('POST', '/auth/change-password', change)).status).toBe(409)
    expect((await ada.send('POST', '/auth/change-password', change)).status).toBe(204)
  })

  test('a password that may not be used proves nothing', async () => {
    await w.db.run('update sessions set created_at = created_at - 601')
    const start = { currentPassword: password }
    const { status, body } = await rita.send('POST', '/auth/second-factor', start)
    expect([status, body.details]).toEqual([
      400,
      [
        {
          path: ['currentPassword'],
          message: 'Sign out, sign in with Acme again, and do this within 10 minutes.',
        },
      ],
    ])
  })
})

test('a passkey is added after a new sign-in, not with a password that may not be used', async () => {
  await w.db.run('update sessions set created_at = created_at - 601')
  const add = async (person: Person) =>
    (await person.send('POST', '/auth/passkeys/options', {})).body.error
  expect(await add(rita)).toMatch(/^Sign in again/)
  expect(await add(ada)).toMatch(/current password/)
})

test('the profile says who to sign in with', async () => {
  expect((await rita.get('/auth/profile')).body).toMatchObject({
    company_sign_in: { label: 'Acme', only: true },
    has_password: true,
  })
})

test('without the company’s sign-in nobody is created for it', async () => {
  const none = await world()
  const person = { first_name: 'Nia', last_name: 'N', email: 'nia@example.org', role: 'user' }
  const created = await (await none.as('ada')).send('POST', '/users', {
    ...person,
    company_sign_in: true,
  })
  expect(created.status).toBe(409)
  await none.remove()
})
