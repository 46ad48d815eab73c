import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { endInterviews } from '#api/hiring/interviews/endings.ts'
import { upgraded } from '../fixtures/upgrade.ts'

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const soon = new Date(Date.now() + 50_000).toISOString()

/** Interviews as the version before left them: booked with its cancellation, and one just canceled. */
const found = await upgraded({
  before: 49,
  async fill(db) {
    await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
    for (const id of [1, 2, 3]) {
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email)
        values (${id}, 1, 'A', 'B', ${`a${id}@example.org`})`)
      await db.run(sql`
        insert into interviews (id, application_id, state, time, minutes, place, uid, proposed_name, cancellation)
        values (${id}, ${id}, 'booked', ${tomorrow}, 30, 'Room 1', ${`${id}@x`}, 'Ada', '{"domain":"x"}')`)
    }
    await db.run(sql`update applications set status = 'rejected' where id = 1`)
    await db.run(sql`delete from outbox`)
    await db.run(sql`update interviews set state = 'canceled', sequence = 1 where id = 1`)
    await db.run(sql`
      insert into outbox (application_id, kind, next_try_at, message_id, to_address, subject, text, html, calendar)
      values (1, 'interview', ${soon}, '<1@x>', 'a1@example.org', 'Canceled', 'Hi', 'Hi', 'METHOD:CANCEL')`)
    // An email about this rejection is held.
    await db.run(sql`
      insert into outbox (application_id, kind, tells, held_until, next_try_at, message_id, to_address, subject, text, html)
      values (3, 'answer', 'rejected', ${soon}, ${soon}, '<3@x>', 'a3@example.org', 'Sorry', 'Hi', 'Hi')`)
    await db.run(sql`update applications set status = 'rejected' where id = 3`)
  },
  async read(db) {
    const services = { db, mailFrom: 'a@b.c', publicUrl: 'https://a.test', ownAddress: () => '' }
    const states = () =>
      db.all<{ state: string }>(sql`select state from interviews order by id`)
    const upgradedTo = await states()
    const mails = () =>
      db.all<{ to_address: string }>(sql`
        select to_address from outbox where sent_at is null order by id`)
    const waiting = await mails()
    await db.run(sql`update applications set status = 'rejected' where id = 2`)
    await db.run(sql`update outbox set sent_at = ${tomorrow} where application_id = 3`)
    const planned = await db.all<{ interview_id: number; cause: string }>(
      sql`select interview_id, cause from interview_endings order by interview_id`,
    )
    await db.run(sql`update interview_endings set due_at = '2026-01-01T00:00:00.000Z'`)
    const ended = [await endInterviews(services), await endInterviews(services)]
    return { upgradedTo, waiting, planned, ended, states: await states(), mails: await mails() }
  },
})

test('after the migration what was canceled stays so, and its emails still leave', () => {
  expect(found.upgradedTo.map(({ state }) => state)).toEqual(['canceled', 'booked', 'booked'])
  expect(found.waiting).toEqual([
    { to_address: 'a1@example.org' },
    { to_address: 'a3@example.org' },
  ])
})

test('after the migration what was booked before ends with its rejection, and the candidate is emailed once', () => {
  expect(found.planned).toEqual([
    { interview_id: 2, cause: 'rejected' },
    { interview_id: 3, cause: 'rejected' },
  ])
  expect(found.ended).toEqual([2, 0])
  expect(found.states.map(({ state }) => state)).toEqual(['canceled', 'canceled', 'canceled'])
  expect(found.mails.map(({ to_address }) => to_address).sort()).toEqual([
    'a1@example.org',
    'a2@example.org',
    'a3@example.org',
  ])
})
