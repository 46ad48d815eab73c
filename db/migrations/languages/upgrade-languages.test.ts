import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { translations } from '#db/schema.ts'
import { upgraded } from '../../fixtures/upgrade.ts'

test('the migration keeps pages, versions and uses of pictures, and adds translations', async () => {
  const found = await upgraded({
    before: 63,
    async fill(db) {
      await db.run(
        sql`insert into pages (id, title, slug, content) values (1, 'About', 'about', '<p>We.</p>')`,
      )
      await db.run(sql`insert into media (id, hash, name, width, height, color, variants)
        values (1, ${'a'.repeat(32)}, 'a.png', 1, 1, '#ffffff', '[]')`)
      await db.run(sql`insert into media_uses (media_id, kind, subject_id) values (1, 'page', 1)`)
      await db.run(sql`insert into versions (kind, subject_id, version, is_draft, fields)
        values ('page', 1, 1, 0, '{"title":"About"}')`)
    },
    async read(db) {
      const kept = {
        pages: await db.all(sql`select title, language from pages`),
        uses: await db.all(sql`select media_id, kind from media_uses`),
        versions: await db.all(sql`select fields, translations from versions`),
      }
      const german = { kind: 'page', subject: '1', language: 'de', base_sha256: 'b' } as const
      await db.insert(translations).values({ ...german, fields: { title: 'Über uns' } })
      await db.run(sql`insert into media_uses (media_id, kind, subject_id)
        values (1, 'translation', (select id from translations))`)
      const again = db.insert(translations).values({ ...german, fields: {} })
      await expect(again.execute()).rejects.toThrow()
      await db.run(sql`delete from translations`)
      return { ...kept, after: await db.all(sql`select kind from media_uses`) }
    },
  })
  expect(found).toEqual({
    pages: [{ title: 'About', language: null }],
    uses: [{ media_id: 1, kind: 'page' }],
    versions: [{ fields: '{"title":"About"}', translations: null }],
    after: [{ kind: 'page' }],
  })
})
