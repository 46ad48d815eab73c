import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { auditEvents, identities, outbox, sessions, signInCodes, users } from '#db/schema.ts'
import { emailOf, type Name, type Person, world } from '#scripts/testing/world.ts'
import { forgetUnconnected } from './identities.ts'

const w = await world()
afterAll(() => w.remove())
let ada: Person
beforeEach(async () => {
  await w.db.delete(identities)
  await w.db.delete(outbox)
  await w.reset()
  ada = await w.as('ada')
})

const issuer = 'https://login.example.com'
const idOf = async (name: Name) => {
  const [row] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf(name)))
  return row!.id
}
async function add(values: Partial<typeof identities.$inferInsert> = {}) {
  const [row] = await w.db
    .insert(identities)
    .values({ issuer, sub: crypto.randomUUID(), ...values })
    .returning()
  return row!.id
}
const stored = async (id: number) =>
  (await w.db.select().from(identities).where(eq(identities.id, id)))[0]
const lastEvent = async () =>
  (await w.db.select().from(auditEvents)).sort((a, b) => a.id - b.id).at(-1)

test('only a verified address of an active person suggests somebody', async () => {
  await add({ email: emailOf('rita'), is_verified: true })
  await add({ email: emailOf('rita') })
  await add({ email: emailOf('ned'), is_verified: true })
  const { body } = await ada.get('/identities')
  expect(body.map((row: { suggested_user_id: number }) => row.suggested_user_id)).toEqual([
    null,
    null,
    await idOf('rita'),
  ])
})

test('the list has those that wait, or those of a user', async () => {
  const waits = await add()
  const hers = await add({ user_id: await idOf('rita') })
  const ids = async (path: string) => (await ada.get(path)).body.map(({ id }: { id: number }) => id)
  expect(await ids('/identities')).toEqual([waits])
  expect(await ids(`/identities?user_id=${await idOf('rita')}`)).toEqual([hers])
})

test('accounts that nobody connected are forgotten, those of people never', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const day = (days: number) => ago(days).slice(0, 10)
  const user_id = await idOf('rita')
  const kept = [
    await add({ created_at: ago(89) }),
    await add({ created_at: ago(800), last_used_on: day(399) }),
    await add({ created_at: ago(800), last_used_on: day(401), user_id }),
    await add({ created_at: ago(800), user_id }),
  ]
  await add({ created_at: ago(91) })
  await add({ created_at: ago(800), last_used_on: day(402) })
  await forgetUnconnected(w.db)
  const rows = await w.db.select({ id: identities.id }).from(identities)
  expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort())
})

test('an admin connects a sign-in, which is in the activity log, and the person gets a mail', async () => {
  const id = await add({ email: 'r@private.example', name: 'Rita R' })
  const user_id = await idOf('rita')
  const { status, body } = await ada.send('POST', `/identities/${id}/confirm`, { user_id })
  expect([status, body.user_id]).toEqual([200, user_id])
  expect(await lastEvent()).toMatchObject({
    action: 'identity.confirmed',
    actor_name: 'Ada Admin',
    target_name: 'Rita Reviewer',
    detail: { email: 'r@private.example', name: 'Rita R' },
  })
  const [mail] = await w.db.select().from(outbox)
  expect(mail).toMatchObject({ to_address: emailOf('rita') })
  expect(mail?.text).toContain('Ada Admin connected an account')
  const again = await ada.send('POST', `/identities/${id}/confirm`, { user_id: await idOf('joe') })
  expect(again.status).toBe(409)
})

test('an address that has changed since the admin saw it connects nobody', async () => {
  const id = await add({ email: 'new@private.example' })
  const confirm = async (email: string) =>
    ada.send('POST', `/identities/${id}/confirm`, { user_id: await idOf('rita'), email })
  const { status, body } = await confirm('old@private.example')
  expect([status, body.error]).toEqual([
    409,
    'The address has changed meanwhile. Look at it again.',
  ])
  expect((await stored(id))?.user_id).toBeNull()
  expect((await confirm('new@private.example')).status).toBe(200)
})

test('nobody is connected to a person who is deactivated or unknown', async () => {
  const id = await add()
  for (const user_id of [await idOf('ned'), 987_654]) {
    const { status, body } = await ada.send('POST', `/identities/${id}/confirm`, { user_id })
    expect([status, body.details]).toEqual([
      400,
      [{ path: ['user_id'], message: 'Choose an active person' }],
    ])
  }
  expect((await stored(id))?.user_id).toBeNull()
})

test('disconnecting ends its sessions and codes, and the sign-in waits again', async () => {
  const user_id = await idOf('rita')
  const id = await add({ user_id })
  const session = { expiresAt: 4_000_000_000, created_at: 1, userId: user_id }
  await w.db.insert(sessions).values([
    { ...session, id: 'a'.repeat(64), identity_id: id },
    { ...session, id: 'b'.repeat(64) },
  ])
  const expires_at = '2100-01-01T00:00:00.000Z'
  await w.db.insert(signInCodes).values({ id: 'c'.repeat(64), identity_id: id, expires_at })
  const { status, body } = await ada.send('POST', `/identities/${id}/disconnect`)
  expect([status, body.user_id]).toEqual([200, null])
  const left = (await w.db.select().from(sessions)).map((row) => row.id)
  expect(left).toContain('b'.repeat(64))
  expect(left).not.toContain('a'.repeat(64))
  expect(await w.db.$count(signInCodes)).toBe(0)
  expect(await lastEvent()).toMatchObject({
    action: 'identity.disconnected',
    target_name: 'Rita Reviewer',
  })
  expect((await ada.send('POST', `/identities/${id}/disconnect`)).status).toBe(409)
})

test('only a sign-in that waits is removed, with its name in the activity log', async () => {
  const connected = await add({ user_id: await idOf('rita') })
  expect((await ada.send('DELETE', `/identities/${connected}`)).status).toBe(409)
  const waits = await add({ name: 'Nia North' })
  expect((await ada.send('DELETE', `/identities/${waits}`)).status).toBe(204)
  expect(await stored(waits)).toBeUndefined()
  expect(await lastEvent()).toMatchObject({ action: 'identity.removed', target_name: 'Nia North' })
})

test.each(['confirm', 'disconnect', 'remove'] as const)(
  'an admin who is demoted before the write does not %s',
  async (act) => {
    const id = await add(act === 'disconnect' ? { user_id: await idOf('rita') } : {})
    const before = await stored(id)
    const batch = w.db.batch.bind(w.db)
    const spy = vi.spyOn(w.db, 'batch').mockImplementationOnce(async (statements) => {
      await w.db
        .update(users)
        .set({ role: 'user' })
        .where(eq(users.email, emailOf('ada')))
      return batch(statements)
    })
    const { status } = await (act === 'remove'
      ? ada.send('DELETE', `/identities/${id}`)
      : ada.send('POST', `/identities/${id}/${act}`, { user_id: await idOf('joe') }))
    spy.mockRestore()
    expect(status).toBe(403)
    expect(await stored(id)).toEqual(before)
    expect(await w.db.$count(outbox)).toBe(0)
  },
)

test('a person who is deleted leaves a sign-in that waits', async () => {
  const user_id = await idOf('rita')
  const id = await add({ user_id })
  await ada.send('DELETE', `/users/${user_id}`)
  expect((await stored(id))?.user_id).toBeNull()
})
