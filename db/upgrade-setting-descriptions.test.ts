import { expect, test } from 'vitest'
import { builtInSettings } from './built-in-settings.ts'
import { upgraded } from './fixtures/upgrade.ts'
import { settings } from './schema.ts'

test('the migration rewords descriptions except those that staff changed', async () => {
  const before = [
    {
      key: 'contact_email',
      description: 'The email address to which visitors can write; empty shows none.',
    },
    { key: 'max_file_size', description: 'In MB. Ask Rita before you change it.' },
  ]
  const rows = await upgraded({
    before: 11,
    fill: (db) =>
      db.insert(settings).values(before.map((row) => ({ ...row, category: 'general' }))),
    read: (db) => db.select().from(settings).orderBy(settings.key),
  })
  const built = builtInSettings.find(({ key }) => key === 'contact_email')
  expect(rows.map(({ description }) => description)).toEqual([
    built?.description,
    'In MB. Ask Rita before you change it.',
  ])
})
