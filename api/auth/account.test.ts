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
    const answer = await change(password, next)
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect((await elsewhere.get('/auth/profile')).status).toBe(401)
    expect((await rita.get('/auth/profile')).status).toBe(200)
    expect((await joe.get('/auth/profile')).status).toBe(200)
    await expect(w.signIn('rita', password)).rejects.toThrow('Invalid email or password')
    expect((await w.signIn('rita', next)).token).toBeTruthy()
  })

  test('with a wrong current password is 400, not 401, and ends no session', async () => {
    const answer = await change('wrong', next)
    expect(answer.status).toBe(400)
    expect(answer.body.details).toEqual([
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
    const answer = await change(password, newPassword)
    expect(answer.status).toBe(400)
    expect(answer.body.details[0].path).toEqual([field])
  })

  test.each(['abcd efgh 12', `${'ø'.repeat(127)} åæ`.slice(-128), ' spaces stay '])(
    'takes %j',
    async (secret) => {
      expect((await change(password, secret)).status).toBe(204)
      expect((await w.signIn('rita', secret)).token).toBeTruthy()
    },
  )

  test('refuses unknown fields', async () => {
    const answer = await change(password, next, { user_id: 1 })
    expect(answer.status).toBe(400)
    expect(answer.body.details[0].path).toEqual(['user_id'])
  })
})

describe('PUT /auth/profile', () => {
  const put = (change: object) => rita.send('PUT', '/auth/profile', change)

  test('accepts the unchanged row', async () => {
    const { body: before } = await rita.get('/auth/profile')
    const answer = await put(before)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...before, updated_at: expect.any(String) })
    expect(answer.body.updated_at > before.updated_at).toBe(true)
  })

  test('changes the given fields, but never role, permissions or id', async () => {
    const { body: before } = await rita.get('/auth/profile')
    const answer = await put({
      first_name: ' Margarita ',
      role: 'admin',
      permissions: ['manage_users'],
      id: 1,
      is_active: false,
    })
    expect(answer.body).toEqual({
      ...before,
      first_name: 'Margarita',
      updated_at: expect.any(String),
    })
    expect((await rita.get('/auth/profile')).body).toEqual(answer.body)
  })

  test('changes the email address only with the password', async () => {
    for (const change of [
      { email: 'r@example.com' },
      { email: 'r@example.com', currentPassword: 'x' },
    ]) {
      const answer = await put(change)
      expect(answer.status).toBe(400)
      expect(answer.body.details[0].path).toEqual(['currentPassword'])
    }
    const answer = await put({ email: 'R@Example.com', currentPassword: password })
    expect(answer.body.email).toBe('r@example.com')
    expect((await rita.get('/auth/profile')).body.email).toBe('r@example.com')
  })

  test('needs no password for the same address in another case', async () => {
    expect((await put({ email: 'RITA@example.com' })).status).toBe(200)
  })

  test('refuses another user’s address', async () => {
    const answer = await put({ email: 'JOE@example.com', currentPassword: password })
    expect(answer.status).toBe(409)
    expect(answer.body.details[0].path).toEqual(['email'])
    expect((await rita.get('/auth/profile')).body.email).toBe(emailOf('rita'))
  })

  test('with an old updated_at overwrites nothing', async () => {
    const { body: before } = await rita.get('/auth/profile')
    const { body: current } = await put({ last_name: 'First' })
    const answer = await put({ last_name: 'Second', updated_at: before.updated_at })
    expect(answer.status).toBe(409)
    expect(answer.body.current).toEqual(current)
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
    const answer = await put(change)
    expect(answer.status).toBe(400)
    expect(answer.body.details[0].path).toEqual([field])
  })
})
