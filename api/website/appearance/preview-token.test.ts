import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { appearances, users } from '#db/schema.ts'
import { emailOf, type Person, world } from '#scripts/testing/world.ts'
import { createPreviewToken } from './preview-token.ts'

const w = await world()
let sam: Person
beforeEach(async () => {
  await w.reset()
  await w.db.delete(appearances)
  sam = await w.as('sam')
})
afterAll(() => w.remove())

const newToken = async () => (await sam.send('POST', '/appearance/preview')).body.token as string
const preview = (token: string) => w.visitor.get(`/appearance/preview?token=${token}`)
const ofSam = eq(users.email, emailOf('sam'))

test('a preview token shows the draft to a visitor, and nothing without it', async () => {
  await sam.send('PUT', '/appearance', { look: 'bold' })
  const response = await sam.send('POST', '/appearance/preview')
  expect([response.status, response.body]).toEqual([
    201,
    { token: expect.any(String), expires_at: expect.any(String) },
  ])
  const { status, body } = await preview(response.body.token)
  expect([status, body]).toMatchObject([200, { look: 'bold', pictures: [] }])
  expect(Object.keys(body)).not.toContain('updated_at')
  expect((await preview('')).status).toBe(404)
})

test('a token that was changed, made up or cut is 404', async () => {
  const token = await newToken()
  const [user, expires, signature = ''] = token.split('-')
  const [ada] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('ada')))
  for (const wrong of [
    `${ada!.id}-${expires}-${signature}`,
    `${user}-${Number(expires) + 1}-${signature}`,
    `${user}-${expires}-${'0'.repeat(64)}`,
    token.slice(0, -1),
    'x',
  ])
    expect([wrong, (await preview(wrong)).status]).toEqual([wrong, 404])
  expect((await preview(token)).status).toBe(200)
  expect((await preview('x'.repeat(201))).status).toBe(400)
})

test('a token ends after an hour', async () => {
  const [user] = await w.db.select().from(users).where(ofSam)
  const ago = (minutes: number) =>
    createPreviewToken(w.db, user!.id, Date.now() - minutes * 60_000).then(({ token }) => token)
  expect((await preview(await ago(59))).status).toBe(200)
  expect((await preview(await ago(61))).status).toBe(404)
})

test.each([
  ['is deactivated', { is_active: false }],
  ['may no longer manage settings', { permissions: [] }],
  ['has a new password', { password_hash: 'another' }],
])('a token ends when the person %s', async (_, change) => {
  const token = await newToken()
  await w.db.update(users).set(change).where(ofSam)
  expect((await preview(token)).status).toBe(404)
})
