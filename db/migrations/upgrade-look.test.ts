import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { appearances, contentVersion, media, mediaUses, menus, users } from '../schema.ts'

const hash = '0123456789abcdef'.repeat(2)

test('the migration keeps people, pages and jobs, and adds no look, menu or picture', async () => {
  const old = sql`select
    (select json_group_array(json_object('id', id, 'email', email, 'role', role, 'permissions', permissions)) from users),
    (select json_group_array(json_object('id', id, 'slug', slug, 'content', content)) from pages),
    (select json_group_array(json_object('id', id, 'title', title)) from jobs)`
  let before: unknown[] = []
  const after = await upgraded({
    before: 15,
    async fill(db) {
      await db.run(sql`insert into users (email, first_name, last_name, role)
        values ('mira@example.org', 'Mira', 'Ostergard', 'admin')`)
      await db.run(
        sql`insert into pages (title, slug, content) values ('About', 'about', '<p>We bake.</p>')`,
      )
      await db.run(sql`insert into jobs (title, description) values ('Baker', '<p>Bread.</p>')`)
      before = await db.all(old)
    },
    read: async (db) => ({
      rows: await db.all(old),
      users: await db.select().from(users),
      added: await Promise.all([appearances, menus, media].map((table) => db.$count(table))),
    }),
  })
  expect(after.rows).toEqual(before)
  expect(after.users).toMatchObject([{ notify_applications: false, dashboard_seen_at: null }])
  expect(after.added).toEqual([0, 0, 0])
})

test('a picture in use can be neither deleted nor lost with its page', async () => {
  const found = await upgraded({
    before: 15,
    fill: (db) =>
      db.run(sql`insert into pages (title, slug, content) values ('About', 'about', '')`),
    async read(db) {
      const version = async () => (await db.select().from(contentVersion))[0]!.version
      const picture = {
        hash,
        name: 'shop.jpg',
        width: 4,
        height: 3,
        color: '#808080',
        variants: [],
      }
      await db.insert(media).values(picture)
      const unused = await version()
      await db.update(media).set({ alt: 'Our shop' })
      const stillUnused = await version()
      await db.insert(mediaUses).values({ media_id: 1, kind: 'page', subject_id: 1 })
      const refused = await db.delete(media).then(
        () => 'deleted',
        () => 'refused',
      )
      await db.update(media).set({ alt: 'Our shop in Port Ellery' })
      const used = await version()
      await db.run(sql`delete from pages`)
      return {
        refused,
        versions: [stillUnused - unused, used - unused],
        uses: await db.$count(mediaUses),
        pictures: await db.$count(media),
      }
    },
  })
  expect(found).toEqual({ refused: 'refused', versions: [0, 1], uses: 0, pictures: 1 })
})

test('there is one draft of the look', async () => {
  const second = await upgraded({
    before: 15,
    fill: (db) => db.run(sql`select 1`),
    async read(db) {
      await db.run(sql`insert into appearances (fields, published_at) values ('{}', '2026-01-02')`)
      await db.run(sql`insert into appearances (fields) values ('{}')`)
      return db.run(sql`insert into appearances (fields) values ('{}')`).then(
        () => 'added',
        () => 'refused',
      )
    },
  })
  expect(second).toBe('refused')
})
