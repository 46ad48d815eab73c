import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { sessions as table, users } from '#db/schema.ts'
import { temporaryDb } from '#db/test-db.ts'
import { createSessions, type Sessions } from './sessions.ts'

const hour = 3600
const day = 24 * hour
const now = () => Math.floor(Date.now() / 1000)
const mira = { email: 'mira@example.org', first_name: 'Mira', last_name: 'O', password_hash: 'x' }

let db: Db
let remove: () => Promise<void>
let sessions: Sessions
let user: number
beforeAll(async () => {
  ;({ db, remove } = await temporaryDb())
  sessions = createSessions(db)
})
afterAll(() => remove())
beforeEach(async () => {
  await db.delete(users)
  const [row] = await db.insert(users).values(mira).returning({ id: users.id })
  user = row!.id
})

const rows = () => db.select().from(table)
const age = (times: Partial<typeof table.$inferInsert>) => db.update(table).set(times)

test('a token is random, and nothing in the table signs in', async () => {
  const tokens = await Promise.all([sessions.start(user), sessions.start(user)])
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) expect(token).toMatch(/^foyer_[\w-]{43}$/)
  const stored = await rows()
  expect(stored.map(({ id }) => id).sort()).toEqual(
    tokens.map((token) => createHash('sha256').update(token).digest('hex')).sort(),
  )
  for (const { id } of stored) expect(await sessions.find(id)).toBeNull()
})

test('a session belongs to its user, whose password hash stays behind', async () => {
  const found = (await sessions.find(await sessions.start(user)))?.user
  expect(found).toMatchObject({ id: user, email: mira.email, permissions: [], is_active: true })
  expect(found).not.toHaveProperty('password_hash')
})

test('a session ends after eight hours without use', async () => {
  const before = now()
  const token = await sessions.start(user)
  const [session] = await rows()
  expect(session!.expiresAt).toBeGreaterThanOrEqual(before + 8 * hour)
  expect(session!.expiresAt).toBeLessThanOrEqual(now() + 8 * hour)
  await age({ expiresAt: now() - 1 })
  expect(await sessions.find(token)).toBeNull()
})

test.each([60, 4 * hour, 8 * hour - 6 * 60])(
  'using a session that would end in %i seconds gives it eight hours again',
  async (left) => {
    const token = await sessions.start(user)
    const before = now()
    await age({ expiresAt: before + left })
    expect(await sessions.find(token)).not.toBeNull()
    expect((await rows())[0]!.expiresAt).toBeGreaterThanOrEqual(before + 8 * hour)
    expect((await rows())[0]!.expiresAt).toBeLessThanOrEqual(now() + 8 * hour)
  },
)

test('using a session again at once writes nothing', async () => {
  const token = await sessions.start(user)
  const expiresAt = now() + 8 * hour - 4 * 60
  await age({ expiresAt })
  await sessions.find(token)
  expect((await rows())[0]!.expiresAt).toBe(expiresAt)
})

test('a person sees their open sessions, newest first, under names that sign nobody in', async () => {
  const [old, token] = [await sessions.start(user, 'Old browser'), await sessions.start(user)]
  await sessions.start(user, 'x'.repeat(300))
  await age({ created_at: now() - 5 })
  await db
    .update(table)
    .set({ created_at: now() - day })
    .where(eq(table.user_agent, 'Old browser'))
  const list = await sessions.list(user, token)
  expect(list.map(({ user_agent, current }) => [user_agent, current]).slice(2)).toEqual([
    ['Old browser', false],
  ])
  expect(list.filter(({ current }) => current)).toMatchObject([{ user_agent: null }])
  expect(list.map(({ user_agent }) => user_agent?.length)).toContain(200)
  for (const { id } of list) {
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(await sessions.find(id)).toBeNull()
    expect((await rows()).filter((row) => row.id.includes(id))).toEqual([])
  }
  expect(await sessions.endListed(user + 1, list[2]!.id)).toBe(false)
  expect(await sessions.endListed(user, list[2]!.id)).toBe(true)
  expect(await sessions.find(old)).toBeNull()
  expect(await sessions.list(user, token)).toHaveLength(2)
})

test('the end that a person is told is the real one, and an ended session is not listed', async () => {
  const token = await sessions.start(user)
  await age({ created_at: now() - 7 * day + hour })
  const [session] = await sessions.list(user, token)
  expect(Date.parse(session!.expires_at) / 1000 - now()).toBeLessThanOrEqual(hour)
  await age({ expiresAt: now() - 1 })
  expect(await sessions.list(user, token)).toEqual([])
})

test('a session ends seven days after sign-in, however much it is used', async () => {
  const token = await sessions.start(user)
  await age({ created_at: now() - 7 * day + 60 })
  expect(await sessions.find(token)).not.toBeNull()
  await age({ created_at: now() - 7 * day })
  expect(await sessions.find(token)).toBeNull()
  expect(await rows()).toEqual([])
})

test('a session ends with the user’s activity, and with the user', async () => {
  const token = await sessions.start(user)
  await db.update(users).set({ is_active: false }).where(eq(users.id, user))
  expect(await sessions.find(token)).toBeNull()
  await db.delete(users).where(eq(users.id, user))
  expect(await rows()).toEqual([])
})

test('ending one session leaves the others, ending the others leaves the one', async () => {
  const [a, b, c] = await Promise.all([1, 2, 3].map(() => sessions.start(user)))
  await sessions.end(a!)
  expect(await sessions.find(a!)).toBeNull()
  expect(await sessions.find(b!)).not.toBeNull()
  await sessions.endOthers(user, c!)
  expect(await sessions.find(b!)).toBeNull()
  expect(await sessions.find(c!)).not.toBeNull()
})

test.each(['', 'x', "' or 1=1 --", '\u0000', 'a'.repeat(10_000)])(
  '%j is no token',
  async (token) => {
    expect(await sessions.find(token)).toBeNull()
  },
)
