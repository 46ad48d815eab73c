import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { applications, auditEvents, outbox } from '../schema.ts'

const at = '2026-01-02T03:04:05.678Z'

const found = await upgraded({
  before: 30,
  async fill(db) {
    await db.run(sql`insert into jobs (title, description) values ('Baker', '<p>Bread.</p>')`)
    await db.run(sql`insert into users (email, first_name, last_name, permissions)
      values ('rita@example.org', 'Rita', 'Reviewer', '[]')`)
    for (const hold of ['A claim', 'Another claim', null])
      await db.run(sql`insert into applications (job_id, first_name, last_name, email, legal_hold)
        values (1, 'Mira', 'Ostergard', 'mira@example.org', ${hold})`)
    // Of two events the later one counts; the second reviewer's account is gone.
    for (const [actor, name, target, change] of [
      [9, 'Joe Jobs', 1, 'set'],
      [1, 'Rita Reviewer', 1, 'set'],
      [1, 'Rita Reviewer', 1, 'changed'],
      [9, 'Joe Jobs', 2, 'set'],
      [1, 'Rita Reviewer', 3, 'set'],
    ] as const)
      await db.run(sql`insert into audit_events (at, actor_id, actor_name, action, target_id, detail)
        values (${at}, ${actor}, ${name}, 'application.changed', ${target}, json_object('legal_hold', ${change}))`)
    await db.run(sql`insert into outbox (application_id, message_id, to_address, subject, text, html)
      values (1, '<1@x>', 'a@b.example', 'New application: Mira Ostergard', '', '')`)
    for (const mail of [1, 7])
      await db.run(sql`insert into audit_events (actor_name, action, target_id, target_name)
        values ('Ada Admin', 'mail.retried', ${mail}, 'New application: Mira Ostergard')`)
  },
  async read(db) {
    const refused = await Promise.allSettled([
      db.run(sql`update audit_events set target_name = 'nobody'`),
      db.run(sql`update audit_events set target_name = 'erased applicant', detail = '{}'`),
      db.run(sql`update audit_events set target_name = 'erased applicant', actor_id = null`),
    ])
    const rows = await db.select().from(applications)
    const events = await db.select().from(auditEvents)
    await db.run(sql`delete from outbox`)
    const mails = await db.select().from(outbox)
    await db.run(sql`delete from users`)
    const later = await db.select({ by: applications.legal_hold_by }).from(applications)
    return { rows, events, refused, mails, later }
  },
})

test('legal holds get who set them, if the audit trail knows and the account exists', () => {
  expect(found.rows).toMatchObject([
    { legal_hold_user_id: 1, legal_hold_by: 'Rita Reviewer', legal_hold_at: at },
    { legal_hold_user_id: null, legal_hold_by: 'Joe Jobs', legal_hold_at: at },
    { legal_hold_user_id: null, legal_hold_by: null, legal_hold_at: null },
  ])
  expect(found.later.map(({ by }) => by)).toEqual(['Rita Reviewer', 'Joe Jobs', null])
})

test('retried mails name their application; the subject of one that is gone is removed', () => {
  const retried = found.events.filter(({ action }) => action === 'mail.retried')
  expect(retried).toMatchObject([
    { target_name: 'New application: Mira Ostergard', detail: { application_id: 1 } },
    { target_name: 'an email that was deleted', detail: {} },
  ])
})

test('the audit trail stays append-only', () => {
  expect(found.refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('a mail about an application on legal hold can not be deleted, only stopped', () => {
  expect(found.mails).toMatchObject([{ failed_at: expect.any(String), sent_at: null }])
})
