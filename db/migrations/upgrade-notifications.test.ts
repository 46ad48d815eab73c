import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { users } from '../schema.ts'

const before = new Date().toISOString()
const found = await upgraded({
  before: 35,
  async fill(db) {
    await db.run(sql`insert into users (email, first_name, last_name, permissions)
      values ('rita@example.org', 'Rita', 'Reviewer', '[]')`)
  },
  async read(db) {
    const [upgraded] = await db.select().from(users)
    const joe = { email: 'joe@example.org', first_name: 'Joe', last_name: 'Jobs' }
    const [joined] = await db.insert(users).values(joe).returning()
    return { upgraded, joined }
  },
})

test('what happened before the upgrade is read', () => {
  const mark = found.upgraded?.notifications_read_to ?? ''
  expect(mark.slice(0, 19) >= before.slice(0, 19)).toBe(true)
})

test('a person who joins later has no mark', () => {
  expect(found.joined?.notifications_read_to).toBeNull()
})
