import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isUnreadBy, markRead, markUnread } from '#api/hiring/applications/read-marks.ts'
import type { Db } from '../client.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { applications } from '../schema.ts'

const rita = 7

const unreadNow = async (db: Db) =>
  (await db.select({ id: applications.id }).from(applications).where(isUnreadBy(rita, applications.id)))
    .map(({ id }) => id)

/** The statements of the version before. */
const before = {
  unread: async (db: Db) =>
    (
      await db.all<{ id: number }>(sql`
        select id from applications
        where id > (select applications_read_to from users where id = ${rita})
          and id not in (select application_id from application_reads where user_id = ${rita})`)
    ).map(({ id }) => id),
  markRead: (db: Db, id: number) =>
    db.run(sql`
      insert or ignore into application_reads (user_id, application_id)
      select ${rita}, id from applications
      where id > (select applications_read_to from users where id = ${rita}) and id = ${id}`),
  markAllRead: (db: Db) =>
    db.batch([
      db.run(sql`update users set applications_read_to = 6 where id = ${rita}`),
      db.run(sql`delete from application_reads where user_id = ${rita} and application_id <= 6`),
    ]),
}

test('after the migration a person has read the same applications, and the version before still reads and marks them', async () => {
  await upgraded({
    before: 50,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      for (let id = 1; id <= 6; id++)
        await db.run(sql`
          insert into applications (id, job_id, first_name, last_name, email)
          values (${id}, 1, 'A', 'B', 'a@example.org')`)
      await db.run(sql`
        insert into users (id, email, first_name, last_name, applications_read_to)
        values (${rita}, 'rita@example.org', 'Rita', 'B', 3)`)
      await before.markRead(db, 5)
      expect(await before.unread(db)).toEqual([4, 6])
    },
    async read(db) {
      expect(await unreadNow(db)).toEqual([4, 6])
      await before.markRead(db, 6)
      await markRead(db, rita, 4)
      expect([await unreadNow(db), await before.unread(db)]).toEqual([[], []])
      await markUnread(db, rita, 2)
      await markUnread(db, rita, 5)
      // The version before does not show an exception among what is read, and keeps it.
      expect([await unreadNow(db), await before.unread(db)]).toEqual([[2, 5], [5]])
      await before.markAllRead(db)
      expect([await unreadNow(db), await before.unread(db)]).toEqual([[], []])
    },
  })
})
