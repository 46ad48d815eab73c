import { expect, test } from 'vitest'
import { builtInSettings } from '../built-in-settings.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { settings } from '../schema.ts'

test('migrations reword descriptions except those that staff changed', async () => {
  const before = [
    {
      key: 'contact_email',
      description: 'The email address to which visitors can write; empty shows none.',
    },
    {
      key: 'holiday_country',
      description:
        'Public holidays of this country are no business days. A code such as IE, or with its region DE-BY. Leave empty to count weekends only.',
    },
    { key: 'max_file_size', description: 'In MB. Ask Rita before you change it.' },
    {
      key: 'still_reading',
      description:
        'Email candidates once when their answer is late: “we are still reading”. Never after a decision.',
    },
  ]
  const rows = await upgraded({
    before: 11,
    fill: (db) =>
      db.insert(settings).values(before.map((row) => ({ ...row, category: 'general' }))),
    read: (db) => db.select().from(settings).orderBy(settings.key),
  })
  const built = (wanted: string) => builtInSettings.find(({ key }) => key === wanted)?.description
  expect(rows.map(({ description }) => description)).toEqual([
    built('contact_email'),
    built('holiday_country'),
    'In MB. Ask Rita before you change it.',
    built('still_reading'),
  ])
})
