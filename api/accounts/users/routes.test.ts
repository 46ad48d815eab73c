import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isoTime } from '#scripts/testing/fixtures/iso-time.ts'
import { type Name, type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let ada: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  ada = await w.as('ada')
})

const mira = {
  first_name: 'Mira',
  last_name: 'Ostergard',
  email: 'mira@example.org',
  role: 'user',
  is_active: true,
  permissions: ['review_applications'],
}
const secret = 'twelve or more'
const create = async (user: object = {}) =>
  (await ada.send('POST', '/users', { ...mira, password: secret, ...user })).body
const everybody = async () => (await ada.get('/users')).body as { email: string; id: number }[]
const idOf = async (name: Name) =>
  (await everybody()).find(({ email }) => email.startsWith(name))!.id
const put = async (name: Name, change: object) =>
  ada.send('PUT', `/users/${await idOf(name)}`, change)

test('a new user is returned without the password and can sign in', async () => {
  const response = await ada.send('POST', '/users', { ...mira, password: secret })
  expect(response.status).toBe(201)
  expect(response.body).toEqual({
    ...mira,
    id: expect.any(Number),
    created_at: isoTime,
    updated_at: isoTime,
    invited: false,
    second_factor: false,
  })
  expect((await ada.get(`/users/${response.body.id}`)).body).toEqual(response.body)
  const login = { email: 'MIRA@example.org', password: secret }
  const { invited: _, second_factor: __, ...signedIn } = response.body
  expect((await w.visitor.send('POST', '/auth/login', login)).body.user).toEqual({
    ...signedIn,
    notify_applications: false,
    notify_messages: false,
    tell: null,
    company_sign_in: null,
    has_password: true,
    team_jobs: [],
  })
})

test('a new user is active and has no permissions by default', async () => {
  const { is_active: _, permissions: __, ...rest } = mira
  const response = await ada.send('POST', '/users', { ...rest, password: secret })
  expect(response.body).toMatchObject({ is_active: true, permissions: [] })
})

test('the list is paginated, newest first', async () => {
  const { id } = await create()
  const response = await ada.get('/users?per_page=3&page=1')
  expect(response.body[0].id).toBe(id)
  expect(response.body).toHaveLength(3)
  expect(response.headers.get('x-total-count')).toBe('9')
  expect(response.headers.get('link')).toContain('rel="next"')
  expect(JSON.stringify(response.body)).not.toContain('password')
})

describe.each([
  [{ first_name: '' }, 'first_name'],
  [{ first_name: 'a'.repeat(101) }, 'first_name'],
  [{ last_name: null }, 'last_name'],
  [{ last_name: 'a\u0000b' }, 'last_name'],
  [{ last_name: 'a\u202Eb' }, 'last_name'],
  [{ email: 'mira' }, 'email'],
  [{ email: `${'a'.repeat(250)}@example.org` }, 'email'],
  [{ email: ['mira@example.org'] }, 'email'],
  [{ password: 'eleven char' }, 'password'],
  [{ password: 'words '.repeat(22) }, 'password'],
  [{ password: '1qaz2wsx3edc' }, 'password'],
  [{ password: 123456789012 }, 'password'],
  [{ password: null }, 'password'],
  [{ password: 'broken \uD800 character' }, 'password'],
  [{ role: 'owner' }, 'role'],
  [{ role: null }, 'role'],
  [{ is_active: 1 }, 'is_active'],
  [{ permissions: ['fly'] }, 'permissions'],
  [{ permissions: ['edit_pages', 'edit_pages'] }, 'permissions'],
  [{ permissions: 'edit_pages' }, 'permissions'],
  [{ permissions: null }, 'permissions'],
  [{ password_hash: 'x' }, 'password_hash'],
])('a user with fault %#', (fault, field) => {
  test('is neither created nor changed', async () => {
    const before = await create({ email: 'before@example.org' })
    for (const response of [
      await ada.send('POST', '/users', { ...mira, password: secret, ...fault }),
      await ada.send('PUT', `/users/${before.id}`, fault),
    ]) {
      expect(response.status).toBe(400)
      expect(response.body.details).toHaveLength(1)
      expect(response.body.details[0].path[0]).toBe(field)
    }
    expect((await everybody())[0]).toEqual(before)
  })
})

test('all missing fields of a new user are reported at once', async () => {
  const { body } = await ada.send('POST', '/users', {})
  expect(body.details.map(({ path }: { path: string[] }) => path[0]).sort()).toEqual([
    'email',
    'first_name',
    'last_name',
    'password',
    'role',
  ])
})

describe('PUT /users/:id', () => {
  test('accepts the unchanged row and keeps a blank or missing password', async () => {
    const before = await create()
    for (const change of [before, { password: '' }, {}]) {
      const response = await ada.send('PUT', `/users/${before.id}`, change)
      expect(response.status).toBe(200)
      expect(response.body).toEqual({ ...before, updated_at: isoTime })
    }
    const login = { email: before.email, password: secret }
    expect((await w.visitor.send('POST', '/auth/login', login)).status).toBe(200)
  })

  test('changes only the given fields', async () => {
    const before = await create()
    const change = { email: ' New@Example.org ', permissions: [] }
    const response = await ada.send('PUT', `/users/${before.id}`, change)
    expect(response.body).toEqual({
      ...before,
      email: 'new@example.org',
      permissions: [],
      updated_at: isoTime,
    })
  })

  test('with an old updated_at overwrites nothing', async () => {
    const read = await create()
    const { body: current } = await ada.send('PUT', `/users/${read.id}`, { last_name: 'First' })
    const late = { last_name: 'Second', password: 'another password', updated_at: read.updated_at }
    const response = await ada.send('PUT', `/users/${read.id}`, late)
    expect(response.status).toBe(409)
    expect(response.body).toEqual({
      error: expect.any(String),
      current,
      changed_by: expect.any(String),
    })
    const login = { email: read.email, password: secret }
    expect((await w.visitor.send('POST', '/auth/login', login)).status).toBe(200)
  })
})

describe('an email address', () => {
  const taken = [{ path: ['email'], message: 'Someone already uses this email address' }]

  test('belongs to one user, in whatever case it is typed', async () => {
    const response = await ada.send('POST', '/users', {
      ...mira,
      password: secret,
      email: 'RITA@Example.com',
    })
    expect([response.status, response.body.details]).toEqual([409, taken])
    const change = await put('joe', { email: 'Rita@example.com', first_name: 'Not' })
    expect([change.status, change.body.details]).toEqual([409, taken])
    expect((await w.as('joe')).token).toBeTruthy()
    expect((await put('joe', {})).body.first_name).toBe('Joe')
  })

  test('is given to exactly one of twenty concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ada.send('POST', '/users', { ...mira, first_name: `Mira ${n}`, password: secret }),
      ),
    )
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(19).fill(409)])
    const winner = responses.find(({ status }) => status === 201)!
    const stored = (await everybody()).filter(({ email }) => email === mira.email)
    expect(stored).toEqual([winner.body])
  })
})
