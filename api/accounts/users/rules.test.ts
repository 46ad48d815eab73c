import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { users } from '#db/schema.ts'
import { type Name, type Person, world } from '#scripts/testing/world.ts'
import { hashPassword } from '../auth/password/passwords.ts'

const w = await world()
let ada: Person
let uma: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  ada = await w.as('ada')
  uma = await w.as('uma')
})

const newcomer = {
  first_name: 'Mira',
  last_name: 'Ostergard',
  email: 'mira@example.org',
  role: 'user',
  password: 'twelve or more',
}
type Row = { id: number; email: string; role: string; is_active: boolean; permissions: string[] }
const everybody = async () => (await ada.get('/users')).body as Row[]
const row = async (name: Name) =>
  (await everybody()).find(({ email }) => email.startsWith(`${name}@`))!
const change = async (by: Person, name: Name, fields: object) =>
  by.send('PUT', `/users/${(await row(name)).id}`, fields)
const remove = async (by: Person, name: Name) => by.send('DELETE', `/users/${(await row(name)).id}`)
const outcome = ({ status, body }: { status: number; body: { error: string } }) => [
  status,
  body.error,
]

const onlyAdmins = [403, 'Only an admin can create or change an admin']
const onlyAdminsRole = [403, 'Only an admin can change a role']
const onlyHeld = [403, 'You can only give permissions you have yourself']
const lastAdmin = [409, 'This is the last active admin: make someone else an admin first']

describe('manage_users without the admin role', () => {
  test('creates users with permissions they hold and no others', async () => {
    const create = (more: object) => uma.send('POST', '/users', { ...newcomer, ...more })
    expect(outcome(await create({ permissions: ['manage_users', 'manage_jobs'] }))).toEqual(
      onlyHeld,
    )
    expect(outcome(await create({ role: 'admin' }))).toEqual(onlyAdmins)
    expect(await everybody()).toHaveLength(8)
    expect((await create({ permissions: ['manage_users'] })).status).toBe(201)
  })

  test('cannot change an admin in any way', async () => {
    const before = await row('ada')
    for (const fields of [
      { first_name: 'X' },
      { password: 'twelve or more' },
      { role: 'user' },
      {},
    ])
      expect(outcome(await change(uma, 'ada', fields))).toEqual(onlyAdmins)
    expect(outcome(await remove(uma, 'ada'))).toEqual(onlyAdmins)
    expect(await row('ada')).toEqual(before)
    expect((await ada.get('/auth/profile')).status).toBe(200)
  })

  test('cannot make anyone an admin, including themselves', async () => {
    for (const name of ['joe', 'uma'] as const) {
      expect(outcome(await change(uma, name, { role: 'admin' }))).toEqual(onlyAdminsRole)
      expect((await row(name)).role).toBe('user')
    }
  })

  test('adds only permissions they hold and can keep the others', async () => {
    const both = ['manage_jobs', 'manage_users']
    expect((await change(uma, 'joe', { permissions: both })).body.permissions).toEqual(both)
    const more = [...both, 'edit_pages']
    expect(outcome(await change(uma, 'joe', { permissions: more }))).toEqual(onlyHeld)
    expect(outcome(await change(uma, 'uma', { permissions: more }))).toEqual(onlyHeld)
  })

  test('can send back a user unchanged', async () => {
    expect((await change(uma, 'joe', await row('joe'))).status).toBe(200)
  })

  test('deletes users, but not themselves', async () => {
    await change(ada, 'joe', { permissions: ['manage_users'] })
    expect((await remove(uma, 'joe')).status).toBe(204)
    expect(outcome(await remove(uma, 'uma'))).toEqual([409, "You can't delete yourself"])
  })
})

describe('an admin', () => {
  test('makes users admins and admins users', async () => {
    expect((await change(ada, 'joe', { role: 'admin' })).body.role).toBe('admin')
    expect((await change(ada, 'joe', { role: 'user' })).body.role).toBe('user')
    const made = await ada.send('POST', '/users', { ...newcomer, role: 'admin' })
    expect([made.status, made.body.role]).toEqual([201, 'admin'])
  })

  test('can only be deleted after becoming a user', async () => {
    await change(ada, 'joe', { role: 'admin' })
    const first = [409, "An admin can't be deleted: change the role to user first"]
    expect(outcome(await remove(ada, 'joe'))).toEqual(first)
    await change(ada, 'joe', { role: 'user' })
    expect((await remove(ada, 'joe')).status).toBe(204)
  })

  test('cannot delete or deactivate themselves', async () => {
    await change(ada, 'joe', { role: 'admin' })
    expect(outcome(await remove(ada, 'ada'))).toEqual([409, "You can't delete yourself"])
    const response = await change(ada, 'ada', { is_active: false })
    expect(response.status).toBe(409)
    expect(response.body.details).toEqual([
      { path: ['is_active'], message: "You can't deactivate yourself" },
    ])
    expect((await row('ada')).is_active).toBe(true)
  })

  test('stays an admin as the last active one', async () => {
    expect(outcome(await change(ada, 'ada', { role: 'user' }))).toEqual(lastAdmin)
    await change(ada, 'joe', { role: 'admin', is_active: false })
    expect(outcome(await change(ada, 'ada', { role: 'user' }))).toEqual(lastAdmin)
    await change(ada, 'joe', { is_active: true })
    expect((await change(ada, 'ada', { role: 'user' })).status).toBe(200)
  })
})

describe.each([[{ role: 'user' }], [{ is_active: false }]])(
  'Two admins who do %j to each other at the same time',
  (fields) => {
    test('leave one of them an active admin', async () => {
      for (let round = 0; round < 5; round++) {
        await w.reset()
        ada = await w.as('ada')
        await change(ada, 'joe', { role: 'admin' })
        const joe = await w.as('joe')
        const [first, second] = [await row('ada'), await row('joe')]
        const responses = await Promise.all([
          ada.send('PUT', `/users/${second.id}`, fields),
          joe.send('PUT', `/users/${first.id}`, fields),
        ])
        const statuses = responses.map(({ status }) => status)
        expect(statuses.filter((status) => status === 200)).toHaveLength(1)
        expect([401, 403]).toContain(statuses.find((status) => status !== 200))
        const left = await w.db.query.users.findMany()
        const admins = left.filter(({ role, is_active }) => role === 'admin' && is_active)
        expect(admins).toHaveLength(1)
      }
    })
  },
)

test('two admins who step down at the same time leave one', async () => {
  await change(ada, 'joe', { role: 'admin' })
  const joe = await w.as('joe')
  const [first, second] = [await row('ada'), await row('joe')]
  const responses = await Promise.all([
    ada.send('PUT', `/users/${first.id}`, { role: 'user' }),
    joe.send('PUT', `/users/${second.id}`, { role: 'user' }),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a user who loses manage_users during a call gets 403 for that call', async () => {
  // The call gets past the guard, then waits in the queue of slow password hashes.
  vi.doUnmock('@node-rs/argon2')
  const queue = Array.from({ length: 12 }, () => hashPassword('a long queue'))
  const creation = uma.send('POST', '/users', newcomer)
  // Time passes: the call gets past the guard.
  await pause(30)
  await w.db.update(users).set({ permissions: [] }).where(eq(users.email, 'uma@example.com'))
  expect((await creation).status).toBe(403)
  await Promise.all(queue)
  expect(await everybody()).toHaveLength(8)
})
