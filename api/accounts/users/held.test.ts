import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Permission } from '#db/enums.ts'
import { users } from '#db/schema.ts'
import { emailOf, type Person, world } from '#scripts/testing/world.ts'
import { holdsAllOf } from '../auth/contract/access.ts'

const w = await world()
let ada: Person
let uma: Person
/** Joe holds a permission that Uma lacks. */
let joe: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  ada = await w.as('ada')
  uma = await w.as('uma')
  joe = (await byEmail('joe')).id
})

const byEmail = async (name: 'joe' | 'uma' | 'ned') =>
  (
    await w.db
      .select()
      .from(users)
      .where(eq(users.email, emailOf(name)))
  )[0]!
const hold = (id: number, permissions: Permission[], more = {}) =>
  w.db
    .update(users)
    .set({ permissions, ...more })
    .where(eq(users.id, id))
const refused = [
  403,
  "You can't activate, deactivate, delete or remove permissions from someone with more permissions than you",
]

const calls = [
  ['removing all permissions', 'PUT', { permissions: [] }],
  ['removing one permission that both hold', 'PUT', { permissions: ['manage_jobs'] }],
  ['replacing their permissions', 'PUT', { permissions: ['manage_users'] }],
  ['deactivating', 'PUT', { is_active: false }],
  ['deleting', 'DELETE', undefined],
] as const

describe.each(calls)('%s', (_name, method, json) => {
  const call = (by: Person) => by.send(method, `/users/${joe}`, json)
  beforeEach(() => hold(joe, ['manage_jobs', 'manage_users']))

  test('requires holding all permissions of the user', async () => {
    const before = await byEmail('joe')
    const { status, body } = await call(uma)
    expect([status, body.error]).toEqual(refused)
    expect(await byEmail('joe')).toEqual(before)
    await hold((await byEmail('uma')).id, ['manage_users', 'manage_jobs', 'edit_pages'])
    expect([200, 204]).toContain((await call(uma)).status)
  })

  test('is open to an admin', async () => {
    expect([200, 204]).toContain((await call(ada)).status)
  })

  test('is refused when the user gains a permission just before the write', async () => {
    await hold(joe, ['manage_users'])
    const batch = w.db.batch.bind(w.db)
    const spy = vi.spyOn(w.db, 'batch').mockImplementationOnce(async (statements) => {
      await hold(joe, ['manage_users', 'manage_jobs', 'edit_pages'])
      return batch(statements)
    })
    const { status, body } = await call(uma)
    spy.mockRestore()
    expect([status, body.error]).toEqual(refused)
    expect(await byEmail('joe')).toMatchObject({ is_active: true })
  })
})

test('activating a user with more permissions is refused', async () => {
  const { id } = await byEmail('ned')
  const { status, body } = await uma.send('PUT', `/users/${id}`, { is_active: true })
  expect([status, body.error]).toEqual(refused)
  expect((await uma.send('PUT', `/users/${id}`, { is_active: false })).status).toBe(200)
})

test('a change that removes nothing is accepted, also with the unchanged row', async () => {
  const { body: row } = await uma.get(`/users/${joe}`)
  const permissions = ['manage_users', 'manage_jobs']
  const response = await uma.send('PUT', `/users/${joe}`, { ...row, permissions, first_name: 'J' })
  expect([response.status, response.body.permissions]).toEqual([200, permissions])
})

test('nobody can remove permissions first to take over the account afterwards', async () => {
  await uma.send('PUT', `/users/${joe}`, { permissions: [] })
  const { status } = await uma.send('PUT', `/users/${joe}`, { password: 'three green bottles' })
  expect(status).toBe(403)
})

test('the server agrees with holdsAllOf, which the screens use', async () => {
  const sets: Permission[][] = [
    [],
    ['manage_users'],
    ['manage_users', 'edit_pages'],
    ['edit_pages', 'manage_jobs'],
    ['manage_users', 'edit_pages', 'review_applications', 'manage_jobs', 'manage_settings'],
  ]
  const { id: actor } = await byEmail('uma')
  for (const held of sets.filter((set) => set.includes('manage_users')))
    for (const role of ['user', 'admin'] as const)
      for (const theirs of sets) {
        await hold(actor, held)
        await hold(joe, theirs, { role, is_active: true })
        const { status } = await uma.send('PUT', `/users/${joe}`, { is_active: false })
        const permitted = holdsAllOf(
          { role: 'user', permissions: held },
          { role, permissions: theirs },
        )
        expect([held, role, theirs, status]).toEqual([held, role, theirs, permitted ? 200 : 403])
      }
})
