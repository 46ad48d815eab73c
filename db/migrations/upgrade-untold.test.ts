import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../client.ts'
import { newJob, onEveryDatabase, twoApplications } from '../fixtures/databases.ts'
import { upgraded } from '../fixtures/upgrade.ts'

const early = '2026-01-01T00:00:00.000Z'
const late = '2026-01-02T00:00:00.000Z'

const mailAbout = (db: Db, application: number, tells: string | null, end = {}) =>
  db.run(sql`insert into outbox (application_id, message_id, to_address, subject, text, html, tells, sent_at, failed_at)
    select ${application}, hex(randomblob(8)), 'a@example.org', '', '', '', ${tells},
      ${'sent_at' in end ? early : null}, ${'failed_at' in end ? early : null}`)

const tellingOf = async (db: Db) =>
  (await db.all<{ telling: string | null }>(sql`select telling from applications order by id`)).map(
    ({ telling }) => telling,
  )

test('the migration notes the emails under way, and keeps Undo of bulk actions', async () => {
  const found = await upgraded({
    before: 28,
    async fill(db) {
      await db.run(
        sql`insert into jobs (id, title, description) values (1, 'Baker', 'Knead dough.')`,
      )
      for (const [id, reviewed_at, updated_at] of [
        [1, early, late],
        [2, early, early],
        [3, early, late],
      ])
        await db.run(sql`insert into applications (id, job_id, first_name, last_name, email, status, reviewed_at, updated_at)
          values (${id}, 1, 'A', 'B', 'a@example.org', 'rejected', ${reviewed_at}, ${updated_at})`)
      await mailAbout(db, 1, 'selected', { failed_at: true })
      await mailAbout(db, 1, 'rejected')
      await mailAbout(db, 2, 'rejected', { sent_at: true })
      await mailAbout(db, 3, null)
      await db.run(
        sql`insert into bulk (id, user_name, action, params, total) values (1, 'A', 'status', '{}', 3)`,
      )
      for (const [id, updated_at_after] of [
        [1, late],
        [2, early],
        [3, early],
      ])
        await db.run(sql`insert into bulk_items (bulk_id, application_id, state, updated_at_after)
          values (1, ${id}, 'done', ${updated_at_after})`)
    },
    read: async (db) => ({
      telling: await tellingOf(db),
      items: await db.all(sql`select reviewed_at_after from bulk_items order by application_id`),
    }),
  })
  expect(found).toEqual({
    telling: ['rejected', null, null],
    // The third was changed after the action.
    items: [
      { reviewed_at_after: early },
      { reviewed_at_after: early },
      { reviewed_at_after: null },
    ],
  })
})

onEveryDatabase((db) => {
  test('an application says which decision an email is about to tell', async () => {
    const [id] = await twoApplications(db(), await newJob(db()))
    const telling = async () => (await tellingOf(db()))[0]
    const mails = sql`update outbox set updated_at = updated_at`
    await mailAbout(db(), id, null)
    expect(await telling()).toBeNull()
    await mailAbout(db(), id, 'rejected')
    expect(await telling()).toBe('rejected')
    await db().run(sql`${mails}, failed_at = ${early}`)
    expect(await telling()).toBeNull()
    await db().run(sql`${mails}, failed_at = null`)
    expect(await telling()).toBe('rejected')
    await db().run(sql`${mails}, sent_at = ${early}`)
    expect(await telling()).toBeNull()
    await mailAbout(db(), id, 'selected')
    expect(await telling()).toBe('selected')
    await db().run(sql`delete from outbox`)
    expect(await telling()).toBeNull()
  })
})
