import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { settings } from '../schema.ts'

const before = 25

test.each([
  ['https://careers.example.com', 'https://careers.example.com'],
  ['https://careers.example.com/', 'https://careers.example.com'],
  ['https://careers.example.com/jobs', 'https://careers.example.com'],
  ['http://localhost:8080/a/b?c#d', 'http://localhost:8080'],
  ['HTTPS://Example.com?utm=1', 'HTTPS://Example.com'],
  ['https://user:secret@example.com:8443/x@y', 'https://example.com:8443'],
  ['https://user:se@cret@example.com', ''],
  ['https://[::1]:4321\\x', 'https://[::1]:4321'],
  ['', ''],
])('the address %s of an existing database becomes %s', async (value, expected) => {
  const rows = await upgraded({
    before,
    fill: (db) => db.insert(settings).values({ key: 'public_url', category: 'general', value }),
    read: (db) => db.select().from(settings).where(eq(settings.key, 'public_url')),
  })
  expect(rows[0]?.value).toBe(expected)
})
