import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { outbox, users } from '#db/schema.ts'
import { deliver, tokenIn } from '#scripts/testing/fixtures/deliver.ts'
import { enableSecondFactor } from '#scripts/testing/fixtures/two-step.ts'
import { emailOf, type Person, password, world } from '#scripts/testing/world.ts'

const w = await world()
let ada: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  ada = await w.as('ada')
  await w.db.delete(outbox)
})

const next = 'three green bottles'
const mails = () => w.db.select().from(outbox).orderBy(outbox.id)
const texts = async () => (await mails()).map(({ text }) => text).join('\n')
const told = async () =>
  (await mails()).map(({ to_address, subject }) => `${to_address}: ${subject}`)
const rita = async () => {
  const [row] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('rita')))
  return row!
}
const change = async (fields: object) => ada.send('PUT', `/users/${(await rita()).id}`, fields)
const passwordNotice = 'rita@example.com: Your password was changed for Company Name'
const emailNotice = 'rita@example.com: Your email address was changed for Company Name'

test('a person is told when they change their password', async () => {
  const person = await w.signIn('rita')
  await person.send('POST', '/auth/change-password', {
    currentPassword: password,
    newPassword: next,
  })
  expect(await told()).toEqual([passwordNotice])
  expect(await texts()).toMatch(/Time: \d{1,2} \w+ \d{4} at \d\d:\d\d UTC/)
  expect(await texts()).toContain('If you did not expect this')
  expect(await texts()).not.toContain(next)
})

test('the old address is told when a person changes their email', async () => {
  const person = await w.signIn('rita')
  const fields = { currentPassword: password, email: 'margarita@example.net' }
  expect((await person.send('PUT', '/auth/profile', fields)).status).toBe(200)
  expect(await told()).toEqual([emailNotice])
  expect(await texts()).not.toContain('margarita')
})

test('a person is told when an admin changes their password and email', async () => {
  expect((await change({ password: next, email: 'margarita@example.net' })).status).toBe(200)
  expect((await told()).sort()).toEqual([emailNotice, passwordNotice])
  expect(await texts()).toContain('Ada Admin set a new password for your account')
  expect(await texts()).toContain('Ada Admin changed the email address of your account.')
})

test('a person is told when a mailed link set their password', async () => {
  await w.visitor.send('POST', '/auth/forgot-password', { email: emailOf('rita') })
  const token = tokenIn((await deliver(w.db)).at(-1))
  await w.db.delete(outbox)
  await w.visitor.send('POST', '/auth/reset-password', { token, newPassword: next })
  expect(await told()).toEqual([passwordNotice])
})

test('a person is told about new recovery codes', async () => {
  const person = await enableSecondFactor(w, 'rita')
  await w.db.delete(outbox)
  const proof = { currentPassword: password, code: person.app.code(1) }
  expect((await person.send('POST', '/auth/second-factor/recovery-codes', proof)).status).toBe(200)
  expect(await told()).toEqual(['rita@example.com: New recovery codes were made for Company Name'])
})

test('a first password is not a change', async () => {
  await w.db
    .update(users)
    .set({ password_hash: null })
    .where(eq(users.email, emailOf('rita')))
  expect((await change({ password: next })).status).toBe(200)
  expect(await mails()).toEqual([])
})

test('nothing is sent for a change that is refused or changes neither', async () => {
  const person = await w.signIn('rita')
  for (const [method, path, json] of [
    ['POST', '/auth/change-password', { currentPassword: 'wrong', newPassword: next }],
    ['PUT', '/auth/profile', { currentPassword: 'wrong', email: 'r@example.net' }],
    ['PUT', '/auth/profile', { first_name: 'R', email: 'RITA@example.com' }],
    ['PUT', '/auth/profile', { currentPassword: password, email: emailOf('joe') }],
  ] as const)
    await person.send(method, path, json)
  await change({ email: emailOf('rita'), first_name: 'Rita' })
  await change({ password: next, updated_at: '2020-01-01T00:00:00.000Z' })
  await change({ email: emailOf('joe') })
  const uma = await w.as('uma')
  await uma.send('PUT', `/users/${(await rita()).id}`, { password: next })
  expect(await mails()).toEqual([])
})
