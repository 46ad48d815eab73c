import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration keeps pages, jobs and uses of pictures, byte for byte', async () => {
  const at = '2026-01-02T03:04:05.678Z'
  const content = '<p>Wir &amp; <strong>ihr</strong> – “so” 👋</p>'
  const found = await upgraded({
    before: 38,
    async fill(db) {
      await db.run(sql`
        insert into pages (title, slug, content, is_published, created_at, updated_at)
        values ('About', 'about', ${content}, 1, ${at}, ${at})`)
      await db.run(sql`
        insert into jobs (title, description, created_at, updated_at)
        values ('Baker', ${content}, ${at}, ${at})`)
      await db.run(sql`
        insert into media (hash, name, width, height, color, variants)
        values (${'a'.repeat(32)}, 'a.jpg', 9, 9, '#000000', '[]')`)
      await db.run(sql`insert into media_uses (media_id, kind, subject_id) values (1, 'page', 1)`)
    },
    read: async (db) => ({
      pages: await db.all(sql`select * from pages`),
      jobs: await db.all(
        sql`select title, description, header_media_id, why_us, team_page_id, updated_at from jobs`,
      ),
      uses: await db.all(sql`select * from media_uses`),
      more: await db.all(sql`select
        (select count(*) from drafts) + (select count(*) from versions)
        + (select count(*) from trash) + (select count(*) from redirects) as count`),
    }),
  })
  const times = { created_at: at, updated_at: at }
  const plan = { publish_at: null, unpublish_at: null }
  expect(found).toMatchObject({
    pages: [{ id: 1, title: 'About', slug: 'about', content, is_published: 1, ...times, ...plan }],
    jobs: [
      {
        title: 'Baker',
        description: content,
        header_media_id: null,
        why_us: 1,
        team_page_id: null,
        updated_at: at,
      },
    ],
    uses: [{ media_id: 1, kind: 'page', subject_id: 1 }],
    more: [{ count: 0 }],
  })
})
