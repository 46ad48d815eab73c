import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emailOf, type Person, password, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  rita = await w.signIn('rita')
})

const next = 'another long password'

describe('POST /auth/change-password', () => {
  const change = (currentPassword: unknown, newPassword: unknown, more = {}) =>
    rita.send('POST', '/auth/change-password', { currentPassword, newPassword, ...more })

  test('ends all other sessions of the user and no one else’s', async () => {
    const [elsewhere, joe] = [await w.signIn('rita'), await w.signIn('joe')]
    const response = await change(password, next)
    expect([response.status, response.body]).toEqual([204, ''])
    expect((await elsewhere.get('/auth/profile')).status).toBe(401)
    expect((await rita.get('/auth/profile')).status).toBe(200)
    expect((await joe.get('/auth/profile')).status).toBe(200)
    await expect(w.signIn('rita', password)).rejects.toThrow('Invalid email or password')
    expect((await w.signIn('rita', next)).token).toBeTruthy()
  })

  test('with a wrong current password is 400, not 401, and ends no session', async () => {
    const response = await change('wrong', next)
    expect(response.status).toBe(400)
    expect(response.body.details).toEqual([
      { path: ['currentPassword'], message: 'This is not your current password' },
    ])
    expect((await rita.get('/auth/profile')).status).toBe(200)
    expect((await w.signIn('rita')).token).toBeTruthy()
  })

  test.each([
    ['eleven char', 'newPassword'],
    ['words '.repeat(22), 'newPassword'],
    ['123456789012', 'newPassword'],
    ['1qaz2wsx3edc', 'newPassword'],
    ['Rita.Reviewer', 'newPassword'],
    ['rita@example.com', 'newPassword'],
    ['Company-Name!', 'newPassword'],
    [123456789012, 'newPassword'],
    [null, 'newPassword'],
    ['broken \uD800 character', 'newPassword'],
  ])('refuses %j', async (newPassword, field) => {
    const response = await change(password, newPassword)
    expect(response.status).toBe(400)
    expect(response.body.details[0].path).toEqual([field])
  })

  test.each(['abcd efgh 12', `${'ø'.repeat(127)} åæ`.slice(-128), ' spaces stay '])(
    'takes %j',
    async (secret) => {
      expect((await change(password, secret)).status).toBe(204)
      expect((await w.signIn('rita', secret)).token).toBeTruthy()
    },
  )

  test('refuses unknown fields', async () => {
    const response = await change(password, next, { user_id: 1 })
    expect(response.status).toBe(400)
    expect(response.body.details[0].path).toEqual(['user_id'])
  })
})

describe('PUT /auth/profile', () => {
  const put = (change: object) => rita.send('PUT', '/auth/profile', change)

  test('accepts the unchanged row', async () => {
    const { body: before } = await rita.get('/auth/profile')
    const response = await put(before)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ ...before, updated_at: expect.any(String) })
    expect(response.body.updated_at > before.updated_at).toBe(true)
  })

  test('changes the given fields, but never role, permissions or id', async () => {
    const { body: before } = await rita.get('/auth/profile')
    const response = await put({
      first_name: ' Margarita ',
      role: 'admin',
      permissions: ['manage_users'],
      id: 1,
      is_active: false,
    })
    expect(response.body).toEqual({
      ...before,
      first_name: 'Margarita',
      updated_at: expect.any(String),
    })
    expect((await rita.get('/auth/profile')).body).toEqual(response.body)
  })

  test('changes the email address only with the password', async () => {
    for (const change of [
      { email: 'r@example.com' },
      { email: 'r@example.com', currentPassword: 'x' },
    ]) {
      const response = await put(change)
      expect(response.status).toBe(400)
      expect(response.body.details[0].path).toEqual(['currentPassword'])
    }
    const response = await put({ email: 'R@Example.com', currentPassword: password })
    expect(response.body.email).toBe('r@example.com')
    expect((await rita.get('/auth/profile')).body.email).toBe('r@example.com')
  })

  test('needs no password for the same address in another case', async () => {
    expect((await put({ email: 'RITA@example.com' })).status).toBe(200)
  })

  test('refuses another user’s address', async () => {
    const response = await put({ email: 'JOE@example.com', currentPassword: password })
    expect(response.status).toBe(409)
    expect(response.body.details[0].path).toEqual(['email'])
    expect((await rita.get('/auth/profile')).body.email).toBe(emailOf('rita'))
  })

  test('with an old updated_at overwrites nothing', async () => {
    const { body: before } = await rita.get('/auth/profile')
    const { body: current } = await put({ last_name: 'First' })
    const response = await put({ last_name: 'Second', updated_at: before.updated_at })
    expect(response.status).toBe(409)
    expect(response.body.current).toEqual(current)
    expect((await rita.get('/auth/profile')).body).toEqual(current)
  })

  test.each([
    [{ first_name: '' }, 'first_name'],
    [{ last_name: null }, 'last_name'],
    [{ first_name: 'a'.repeat(101) }, 'first_name'],
    [{ email: 'rita' }, 'email'],
    [{ password: 'x' }, 'password'],
    [{ password_hash: 'x' }, 'password_hash'],
    [{ updated_at: 'yesterday' }, 'updated_at'],
  ])('refuses %j', async (change, field) => {
    const response = await put(change)
    expect(response.status).toBe(400)
    expect(response.body.details[0].path).toEqual([field])
  })
})
