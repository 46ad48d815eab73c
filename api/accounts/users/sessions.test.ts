import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Name, type Person, password, world } from '#scripts/testing/world.ts'

const w = await world()
let ada: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  ada = await w.as('ada')
})

const idOf = async (name: Name) => {
  const { body } = await ada.get('/users')
  return body.find(({ email }: { email: string }) => email.startsWith(name)).id as number
}
const put = async (name: Name, change: object) =>
  ada.send('PUT', `/users/${await idOf(name)}`, change)

describe('sessions', () => {
  const open = async (person: Person) => (await person.get('/auth/profile')).status === 200

  test.each([
    ['a password that someone else sets', { password: 'another password' }],
    ['deactivation', { is_active: false }],
  ])('of the user end with %s, and of nobody else', async (_, change) => {
    const [rita, phone, joe] = [await w.signIn('rita'), await w.signIn('rita'), await w.as('joe')]
    expect((await put('rita', change)).status).toBe(200)
    expect([await open(rita), await open(phone), await open(joe)]).toEqual([false, false, true])
  })

  test('stay ended after activation', async () => {
    const rita = await w.signIn('rita')
    await put('rita', { is_active: false })
    await put('rita', { is_active: true })
    expect(await open(rita)).toBe(false)
    expect((await w.signIn('rita', password)).token).toBeTruthy()
  })

  test('end when an admin becomes a user', async () => {
    await put('rita', { role: 'admin' })
    const rita = await w.signIn('rita')
    expect((await rita.get('/users')).status).toBe(200)
    await put('rita', { role: 'user' })
    expect(await open(rita)).toBe(false)
  })

  test('end with the user', async () => {
    const rita = await w.signIn('rita')
    const id = await idOf('rita')
    const response = await ada.send('DELETE', `/users/${id}`)
    expect([response.status, response.body]).toEqual([204, ''])
    expect(await open(rita)).toBe(false)
    expect((await ada.get(`/users/${id}`)).status).toBe(404)
    expect((await ada.send('DELETE', `/users/${id}`)).status).toBe(404)
  })

  test('continue when a permission is removed, which takes effect at once', async () => {
    const rita = await w.signIn('rita')
    expect((await rita.get('/applications')).status).toBe(200)
    await put('rita', { permissions: [], first_name: 'Reta', role: 'user', is_active: true })
    expect((await rita.get('/applications')).status).toBe(403)
    expect(await open(rita)).toBe(true)
  })

  test('continue when the change is refused', async () => {
    const rita = await w.signIn('rita')
    const stale = { password: 'another password', updated_at: '2001-01-01T00:00:00.000Z' }
    expect((await put('rita', stale)).status).toBe(409)
    const taken = { is_active: false, email: 'joe@example.com' }
    expect((await put('rita', taken)).status).toBe(409)
    expect(await open(rita)).toBe(true)
  })

  test('of an admin who steps down end elsewhere only', async () => {
    await put('rita', { role: 'admin' })
    const [here, elsewhere] = [await w.signIn('rita'), await w.signIn('rita')]
    const response = await here.send('PUT', `/users/${await idOf('rita')}`, { role: 'user' })
    expect(response.status).toBe(200)
    expect([await open(here), await open(elsewhere)]).toEqual([true, false])
  })
})
