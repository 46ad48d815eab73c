import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { builtInSettings } from '../built-in-settings.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { settings } from '../schema.ts'

const before = 25

test('settings of existing databases move to the categories that new ones have', async () => {
  const old = builtInSettings.map(({ key }) => ({ key, category: 'general' }))
  const specified = ['general', 'contact', 'seo', 'analytics', 'uploads', 'system', 'social']
  const moved = builtInSettings.filter(({ category }) => !specified.includes(category))
  const rows = await upgraded({
    before,
    fill: (db) => db.insert(settings).values([...old, { key: 'motto', category: 'house' }]),
    read: (db) => db.select().from(settings),
  })
  const categoryOf = (wanted: string) => rows.find(({ key }) => key === wanted)?.category
  expect(moved).toHaveLength(19)
  for (const { key, category } of moved) expect([key, categoryOf(key)]).toEqual([key, category])
  expect(categoryOf('site_name')).toBe('general')
  expect(categoryOf('motto')).toBe('house')
})

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
