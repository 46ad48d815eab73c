import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applications, importRows, imports } from '#db/schema.ts'
import { upgraded } from '../../fixtures/upgrade.ts'

test('the migration keeps applications, and adds imports whose lines go with them', async () => {
  const found = await upgraded({
    before: 65,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '')`)
      await db.run(sql`insert into applications (id, job_id, first_name, last_name, email)
        values (1, 1, 'Mira', 'Ray', 'mira@example.org')`)
    },
    async read(db) {
      const kept = await db.all(sql`select first_name, created_at <= updated_at as dated from applications`)
      const size = { sha256: '0'.repeat(64), size: 1 }
      const options = {
        encoding: 'utf-8',
        separator: ',',
        date_order: 'dmy',
        duplicates: 'skip',
      } as const
      await db.insert(imports).values({
        ...size,
        kind: 'applications',
        source: 'other',
        name: 'people.csv',
        columns: ['Name'],
        mapping: {},
        options,
      })
      await db.insert(importRows).values({ import_id: 1, line: 2, application_id: 1 })
      await db.delete(applications)
      return { kept, lines: await db.$count(importRows), imports: await db.$count(imports) }
    },
  })
  expect(found).toEqual({ kept: [{ first_name: 'Mira', dated: 1 }], lines: 0, imports: 1 })
})
