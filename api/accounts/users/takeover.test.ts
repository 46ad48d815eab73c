import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emailOf, type Name, type Person, password, world } from '#scripts/testing/world.ts'

const w = await world()
let ada: Person
let uma: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  ada = await w.as('ada')
  uma = await w.as('uma')
})

type Row = { id: number; email: string }
const rowOf = async (name: Name) =>
  ((await ada.get('/users')).body as Row[]).find(({ email }) => email === emailOf(name))!
const change = async (by: Person, name: Name, fields: object) =>
  by.send('PUT', `/users/${(await rowOf(name)).id}`, fields)

describe('manage_users without the admin role', () => {
  const refused = [
    403,
    "You can't change the password or email of someone with more permissions than you",
  ]

  test('cannot change how someone with more permissions signs in', async () => {
    for (const fields of [
      { password: 'three green bottles' },
      { email: 'uma.too@example.com' },
      // Not even by taking the permissions in the same breath.
      { password: 'three green bottles', permissions: [] },
    ]) {
      const { status, body } = await change(uma, 'joe', fields)
      expect([status, body.error]).toEqual(refused)
    }
    expect((await w.signIn('joe')).token).toBeTruthy()
    expect(await rowOf('joe')).toMatchObject({ permissions: ['manage_jobs'] })
  })

  test('changes everything else of them, also with the unchanged address', async () => {
    const row = await rowOf('joe')
    const response = await change(uma, 'joe', {
      ...row,
      email: 'JOE@example.com',
      last_name: 'New',
    })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ last_name: 'New', email: emailOf('joe') })
  })

  test('sets password and address of users with no more permissions', async () => {
    await ada.send('PUT', `/users/${(await rowOf('joe')).id}`, { permissions: ['manage_users'] })
    const fields = { password: 'three green bottles', email: 'joe.new@example.com' }
    expect((await change(uma, 'joe', fields)).status).toBe(200)
    const login = { email: fields.email, password: fields.password }
    expect((await w.visitor.send('POST', '/auth/login', login)).status).toBe(200)
  })
})

describe.each(['ada', 'uma'] as const)('Of their own account %s', (name) => {
  let me: Person
  beforeEach(async () => {
    me = await w.as(name)
  })

  test.each([
    ['email', 'other@example.com', 'Change your own email in your profile'],
    ['password', 'three green bottles', 'Change your own password in your profile'],
  ])(
    'changes the %s in the profile alone, which asks for the password',
    async (field, value, message) => {
      const response = await change(me, name, { [field]: value, first_name: 'Other' })
      expect(response.status).toBe(409)
      expect(response.body).toEqual({ error: message, details: [{ path: [field], message }] })
      expect(await rowOf(name)).not.toMatchObject({ first_name: 'Other' })
      expect((await w.signIn(name, password)).token).toBeTruthy()
    },
  )

  test('changes the rest here, with the row sent back unchanged', async () => {
    const row = { ...(await rowOf(name)), first_name: 'Other', password: '' }
    expect((await change(me, name, row)).body).toMatchObject({ first_name: 'Other' })
    const upper = { ...(await rowOf(name)), email: emailOf(name).toUpperCase() }
    expect((await change(me, name, upper)).status).toBe(200)
  })
})
