import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sessions, users } from '#db/schema.ts'
import { emailOf, password, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
})

const login = (email: unknown, secret: unknown = password) =>
  w.visitor.send('POST', '/auth/login', { email, password: secret })

test('signing in returns a token and the user, without the hash of the password', async () => {
  const response = await login(emailOf('rita'))
  expect(response.status).toBe(200)
  expect(response.body).toEqual({
    token: expect.stringMatching(/^foyer_[\w-]{43}$/),
    user: {
      id: expect.any(Number),
      email: 'rita@example.com',
      first_name: 'Rita',
      last_name: 'Reviewer',
      role: 'user',
      is_active: true,
      permissions: ['review_applications'],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/Z$/),
      notify_applications: false,
      notify_messages: false,
      tell: null,
      company_sign_in: null,
      has_password: true,
      team_jobs: [],
    },
  })
  const [stored] = await w.db.select().from(sessions)
  expect(stored?.id).toBe(createHash('sha256').update(response.body.token).digest('hex'))
})

test('an email address is the same in any case', async () => {
  expect((await login(' RITA@Example.COM ')).status).toBe(200)
})

test('every refused sign-in gets the same 401', async () => {
  await w.db.insert(users).values({
    email: 'invited@example.com',
    first_name: 'I',
    last_name: 'I',
    password_hash: null,
  })
  for (const response of [
    await login('nobody@example.com'),
    await login(emailOf('rita'), 'wrong'),
    await login(emailOf('ned')),
    await login('invited@example.com'),
    await login('invited@example.com', 'the password of nobody at all'),
  ]) {
    expect(response.status).toBe(401)
    expect(response.body).toEqual({ error: 'Invalid email or password' })
  }
  expect(await w.db.select().from(sessions)).toEqual([])
})

test.each([
  [{ email: 'rita', password: 'x' }, 'email'],
  [{ password: 'x' }, 'email'],
  [{ email: 'rita@example.com' }, 'password'],
  [{ email: 'rita@example.com', password: '' }, 'password'],
  [{ email: 'rita@example.com', password: 1 }, 'password'],
  [{ email: ['rita@example.com'], password: 'x' }, 'email'],
  [{ email: { $ne: null }, password: { $ne: null } }, 'email'],
  [{ email: 'rita@example.com', password: 'x', admin: true }, 'admin'],
])('a malformed sign-in names the invalid field: %j', async (credentials, field) => {
  const response = await w.visitor.send('POST', '/auth/login', credentials)
  expect(response.status).toBe(400)
  expect(response.body.details[0].path).toEqual([field])
  expect(response.body.error).toBe(response.body.details[0].message)
})

test('a session ends at sign-out, and no other one with it', async () => {
  const [here, there] = [await w.signIn('rita'), await w.signIn('rita')]
  const response = await here.send('POST', '/auth/logout')
  expect([response.status, response.body]).toEqual([204, ''])
  expect((await here.get('/auth/profile')).status).toBe(401)
  expect((await there.get('/auth/profile')).status).toBe(200)
})

test('a deactivated user’s session ends with the next call', async () => {
  const rita = await w.signIn('rita')
  await w.db
    .update(users)
    .set({ is_active: false })
    .where(eq(users.email, emailOf('rita')))
  expect((await rita.get('/auth/profile')).status).toBe(401)
})

test('a permission that is taken away is gone with the next call', async () => {
  const joe = await w.signIn('joe')
  await w.db
    .update(users)
    .set({ permissions: [] })
    .where(eq(users.email, emailOf('joe')))
  expect((await joe.get('/jobs')).status).toBe(403)
})

test('an idle session expires', async () => {
  const rita = await w.signIn('rita')
  await w.db.update(sessions).set({ expiresAt: Math.floor(Date.now() / 1000) - 1 })
  expect((await rita.get('/auth/profile')).status).toBe(401)
  expect((await rita.get('/jobs/active')).status).toBe(200)
})

test('a token is accepted in its header only', async () => {
  const { token } = await w.as('rita')
  for (const [path, headers] of [
    [`/auth/profile?token=${token}`, {}],
    ['/auth/profile', { cookie: `token=${token}; auth_session=${token}` }],
    ['/auth/profile', { authorization: `Basic ${token}` }],
    ['/auth/profile', { authorization: token ?? '' }],
    ['/auth/profile', { authorization: `Bearer ${token}x` }],
  ] as const)
    expect((await w.visitor.raw(path, { headers })).status).toBe(401)
  const lower = await w.visitor.raw('/auth/profile', {
    headers: { authorization: `bearer ${token}` },
  })
  expect(lower.status).toBe(200)
})

test('no token, letter or password gets into the log', async () => {
  const rita = await w.signIn('rita')
  await login(emailOf('rita'), 'a wrong password')
  await rita.get('/auth/profile')
  const log = w.logged.join('')
  expect(log).toContain('signed in')
  expect(log).toContain('sign-in refused')
  for (const secret of [rita.token!, password, 'a wrong password', emailOf('rita')])
    expect(log).not.toContain(secret)
})
