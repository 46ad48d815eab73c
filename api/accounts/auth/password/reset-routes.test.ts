import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { outbox, passwordLinks, users } from '#db/schema.ts'
import { deliver, mailResetLink, tokenIn } from '#scripts/testing/fixtures/deliver.ts'
import { emailOf, type Name, password, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
})

const next = 'three green bottles'
const forgot = (email: string) => w.visitor.send('POST', '/auth/forgot-password', { email })
const reset = (token: unknown, newPassword: unknown = next) =>
  w.visitor.send('POST', '/auth/reset-password', { token, newPassword })
const mails = () => w.db.select().from(outbox).orderBy(outbox.id)
/** The token of a new link, from its email. */
async function tokenFor(name: Name) {
  await mailResetLink(w.db, emailOf(name))
  return tokenIn((await deliver(w.db)).at(-1))
}
const rowOf = async (name: Name) =>
  (
    await w.db
      .select()
      .from(users)
      .where(eq(users.email, emailOf(name)))
  )[0]!
const over = 'This link has expired or was used already. Ask for a new one.'
const expectOver = async (response: ReturnType<typeof reset>) => {
  const { status, body } = await response
  expect([status, body.error]).toEqual([400, over])
}

test('a mailed link lets a person choose a new password and ends all their sessions', async () => {
  const [rita, joe] = [await w.signIn('rita'), await w.signIn('joe')]
  await forgot(emailOf('rita'))
  const response = await reset(tokenIn((await deliver(w.db)).at(-1)))
  expect([response.status, response.body]).toEqual([204, ''])
  expect((await rita.get('/auth/profile')).status).toBe(401)
  expect((await joe.get('/auth/profile')).status).toBe(200)
  await expect(w.signIn('rita', password)).rejects.toThrow('Invalid email or password')
  expect((await w.signIn('rita', next)).token).toBeTruthy()
})

test('a link works once, and a new one voids the previous one', async () => {
  const [first, second] = [await tokenFor('rita'), await tokenFor('rita')]
  await expectOver(reset(first))
  expect((await reset(second)).status).toBe(204)
  await expectOver(reset(second, 'four green bottles'))
  expect(await w.db.select().from(passwordLinks)).toEqual([])
})

test('exactly one of two concurrent uses succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const token = await tokenFor('rita')
    const chosen = ['first good password', 'second good password']
    const responses = await Promise.all(chosen.map((each) => reset(token, each)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400])
    const winner = chosen[responses.findIndex(({ status }) => status === 204)]
    expect((await w.signIn('rita', winner)).token).toBeTruthy()
  }
})

test('a link expires after 15 minutes', async () => {
  const token = await tokenFor('rita')
  const [link] = await w.db.select().from(passwordLinks)
  const left = Date.parse(link!.expires_at) - Date.now()
  expect([left > 14.9 * 60_000, left <= 15 * 60_000]).toEqual([true, true])
  expect((await mails())[0]?.expires_at).toBe(link!.expires_at)
  await w.db.update(passwordLinks).set({ expires_at: new Date(Date.now() - 1).toISOString() })
  await expectOver(reset(token))
  expect((await w.signIn('rita')).token).toBeTruthy()
})

test.each(['x', 'A'.repeat(43), ' ', '\u0000', "' or 1=1 --"])(
  '%j is not a valid link',
  async (token) => {
    await tokenFor('rita')
    await expectOver(reset(token))
  },
)

test('neither the hash in the table nor the token of a session is a link', async () => {
  const { token } = await w.signIn('rita')
  await tokenFor('rita')
  const [link] = await w.db.select().from(passwordLinks)
  await expectOver(reset(link!.id))
  await expectOver(reset(token))
})

test.each([
  [{ token: 'x' }, 'newPassword'],
  [{ newPassword: next }, 'token'],
  [{ token: ['x'], newPassword: next }, 'token'],
  [{ token: 'x'.repeat(201), newPassword: next }, 'token'],
  [{ token: 'x', newPassword: 1 }, 'newPassword'],
  [{ token: 'x', newPassword: next, user_id: 1 }, 'user_id'],
])('%j is not understood', async (body, field) => {
  const response = await w.visitor.send('POST', '/auth/reset-password', body)
  expect(response.status).toBe(400)
  expect(response.body.details[0].path).toEqual([field])
})

test('a password that is not good enough does not use up the link', async () => {
  const token = await tokenFor('rita')
  for (const weak of ['short', '1qaz2wsx3edc', 'Rita.Reviewer', emailOf('rita'), 'company name!']) {
    const response = await reset(token, weak)
    expect(response.status).toBe(400)
    expect(response.body.details[0].path).toEqual(['newPassword'])
  }
  expect((await reset(token)).status).toBe(204)
})

describe('a link is void once', () => {
  test.each([
    ['the account is deactivated, also after it is active again', { is_active: false }],
    ['someone else sets a password', { password: 'another password' }],
    ['the address changes', { email: 'new@example.com' }],
  ])('%s', async (_, change) => {
    const token = await tokenFor('rita')
    const ada = await w.as('ada')
    const { id } = await rowOf('rita')
    expect((await ada.send('PUT', `/users/${id}`, change)).status).toBe(200)
    await ada.send('PUT', `/users/${id}`, { is_active: true, email: emailOf('rita') })
    await expectOver(reset(token))
  })

  test('the password or the address is changed by the person', async () => {
    const rita = await w.signIn('rita')
    const first = await tokenFor('rita')
    await rita.send('POST', '/auth/change-password', {
      currentPassword: password,
      newPassword: next,
    })
    await expectOver(reset(first))
    const second = await tokenFor('rita')
    await rita.send('PUT', '/auth/profile', { last_name: 'Other' })
    await rita.send('PUT', '/auth/profile', { email: 'r@example.com', currentPassword: next })
    await expectOver(reset(second))
  })

  test('but not by another change', async () => {
    const token = await tokenFor('rita')
    const rita = await w.signIn('rita')
    await rita.send('PUT', '/auth/profile', { last_name: 'Other' })
    const ada = await w.as('ada')
    await ada.send('PUT', `/users/${(await rowOf('rita')).id}`, { permissions: [] })
    expect((await reset(token)).status).toBe(204)
  })
})
