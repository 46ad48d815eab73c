import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outbox, users } from '#db/schema.ts'
import { enableSecondFactor, login, stopClock } from '#scripts/testing/fixtures/two-step.ts'
import { emailOf, type Name, type Person, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(async () => {
  stopClock()
  await w.reset()
  await w.db.delete(outbox)
})
afterEach(() => {
  vi.useRealTimers()
})

async function idOf(name: Name) {
  const [row] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf(name)))
  return row!.id
}
const reset = async (by: Person, name: Name) =>
  by.send('DELETE', `/users/${await idOf(name)}/second-factor`)

test('an admin resets the second factor: sessions end, the password is enough, the user gets an email', async () => {
  const rita = await enableSecondFactor(w, 'rita')
  const ada = await w.as('ada')
  expect((await reset(ada, 'rita')).status).toBe(204)
  expect((await rita.get('/auth/profile')).status).toBe(401)
  expect((await login(w, 'rita')).status).toBe(200)
  expect((await ada.get('/auth/profile')).status).toBe(200)
  const [mail] = (await w.db.select().from(outbox)).slice(-1)
  expect(mail).toMatchObject({
    to_address: emailOf('rita'),
    subject: 'Two-step sign-in was reset for Company Name',
    text: expect.stringContaining('Ada Admin turned off two-step sign-in for your account'),
  })
  expect((await reset(ada, 'rita')).status).toBe(409)
})

test('manage_users resets the second factor of users with no more permissions', async () => {
  const [uma, pam] = [await w.as('uma'), await enableSecondFactor(w, 'pam')]
  const ada = await enableSecondFactor(w, 'ada')
  const refused = await reset(uma, 'pam')
  expect([refused.status, refused.body.error]).toEqual([
    403,
    "You can't reset the two-step sign-in of someone with more permissions than you",
  ])
  expect((await reset(uma, 'ada')).status).toBe(403)
  expect((await reset(await w.as('joe'), 'pam')).status).toBe(403)
  expect((await pam.get('/auth/second-factor')).body.confirmed_at).toBeTruthy()
  await ada.send('PUT', `/users/${await idOf('pam')}`, { permissions: [] })
  expect((await reset(uma, 'pam')).status).toBe(204)
  expect(await w.db.select().from(outbox)).toHaveLength(3)
})

test('a reset of oneself is 409, as is one without a second factor; an unknown user is 404', async () => {
  const ada = await enableSecondFactor(w, 'ada')
  const own = await reset(ada, 'ada')
  expect([own.status, own.body.error]).toEqual([
    409,
    'Change your own two-step sign-in in your profile',
  ])
  const joe = await w.as('joe')
  expect((await reset(ada, 'joe')).status).toBe(409)
  expect((await joe.get('/auth/profile')).status).toBe(200)
  expect((await ada.send('DELETE', '/users/987654/second-factor')).status).toBe(404)
})

test('user rows say whether the second factor is on, and can be sent back', async () => {
  await enableSecondFactor(w, 'rita')
  const ada = await w.as('ada')
  const { body: people } = await ada.get('/users')
  const on = people.filter((person: { second_factor: boolean }) => person.second_factor)
  expect(on.map(({ email }: { email: string }) => email)).toEqual([emailOf('rita')])
  const [rita] = on
  expect((await ada.get(`/users/${rita.id}`)).body).toEqual(rita)
  const changed = await ada.send('PUT', `/users/${rita.id}`, { ...rita, second_factor: false })
  expect([changed.status, changed.body.second_factor]).toEqual([200, true])
  const late = await ada.send('PUT', `/users/${rita.id}`, rita)
  expect(late.body.current).toEqual(changed.body)
})
