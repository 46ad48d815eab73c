import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { settings } from '../schema.ts'

const builtIn = ['site_name', 'notify_email', 'keep_rejected_days', 'linkedin_url']

test('the migration leaves built-in settings their value only, and those of staff as they are', async () => {
  const described = { category: 'house', description: 'As it was said', is_public: true }
  const motto = { key: 'motto', value: 'Bread first', ...described }
  const rows = await upgraded({
    before: 33,
    fill: (db) =>
      db
        .insert(settings)
        .values([...builtIn.map((key) => ({ key, value: `of ${key}`, ...described })), motto]),
    read: (db) => db.select().from(settings).orderBy(settings.id),
  })
  const shown = rows.map(({ key, value, category, description, is_public }) => ({
    key,
    value,
    category,
    description,
    is_public,
  }))
  const empty = { category: '', description: '', is_public: false }
  const emptied = builtIn.map((key) => ({ key, value: `of ${key}`, ...empty }))
  expect(shown).toEqual([...emptied, motto])
})
