import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mailboxOf } from '#api/core/mail/mailbox.ts'
import type { Db } from '../client.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { applications, outbox, templates, users } from '../schema.ts'

const people = [
  ['Åsa', 'Öberg', 'Asa.Oberg+jobs@Gmail.com', '+46 (0)70-123 45 67', 'pending'],
  ['Ann', 'oakes', 'ann@example.org', null, 'rejected'],
  ['Zoë', 'Ostrowski', 'zoe+a+b@Example.org', '070 123', 'selected'],
  ['Jiří', 'Łoś', 'jiri.los@example.org', '0701234567', 'shortlisted'],
] as const

const fill = async (db: Db) => {
  await db.run(sql`insert into users (email, first_name, last_name, role)
    values ('mira@example.org', 'Mira', 'Ostergard', 'admin')`)
  await db.run(sql`insert into jobs (title, description) values ('Baker', '<p>Bread.</p>')`)
  for (const [first, last, email, phone, status] of people)
    await db.run(sql`insert into applications
      (job_id, first_name, last_name, email, phone, status, motivation_letter)
      values (1, ${first}, ${last}, ${email}, ${phone}, ${status}, '<p>I bake.</p>')`)
  await db.run(sql`insert into outbox (application_id, kind, message_id, to_address, subject, text, html)
    values (1, 'receipt', '<1@example.org>', 'asa@example.org', 'Received', 'Text', '<p>Text</p>')`)
}

test('the migration keeps applications and mail; decided applications count as told and read', async () => {
  const kept = sql`select
    (select json_group_array(json_object('id', id, 'email', email, 'letter', motivation_letter, 'status', status, 'updated_at', updated_at)) from applications) as applications,
    (select json_group_array(json_object('id', id, 'subject', subject, 'text', text)) from outbox) as outbox`
  let before: unknown[] = []
  const after = await upgraded({
    before: 17,
    async fill(db) {
      await fill(db)
      before = await db.all(kept)
    },
    read: async (db) => ({
      kept: await db.all(kept),
      applications: await db.select().from(applications).orderBy(applications.id),
      users: await db.select().from(users),
      templates: await db.select().from(templates),
      counts: await db.all(sql`select status, count from application_totals order by status`),
    }),
  })
  expect(after.kept).toEqual(before)
  expect(after.applications.map(({ told_status }) => told_status)).toEqual([
    null, 'rejected', 'selected', 'shortlisted',
  ])
  expect(after.users).toMatchObject([{ applications_read_to: 4, tell: null }])
  expect(after.templates.map(({ status }) => status)).toEqual([
    'shortlisted', 'rejected', 'selected',
  ])
  expect(after.counts).toHaveLength(4)
})

test('names sort as people expect; the same mailbox and phone number are known', async () => {
  const rows = await upgraded({
    before: 17,
    fill,
    read: (db) => db.select().from(applications).orderBy(applications.sort_name),
  })
  expect(rows.map(({ last_name }) => last_name)).toEqual(['Łoś', 'oakes', 'Öberg', 'Ostrowski'])
  for (const { email, mailbox } of rows) expect(mailbox).toBe(mailboxOf(email))
  const ends = Object.fromEntries(rows.map(({ first_name, phone_end }) => [first_name, phone_end]))
  expect(ends).toEqual({ Åsa: '01234567', Jiří: '01234567', Ann: null, Zoë: null })
})

test('a candidate counts as told once the mail server has taken the mail', async () => {
  const [told, written] = await upgraded({
    before: 17,
    fill,
    async read(db) {
      const send = async (application_id: number, tells: 'rejected' | null) => {
        const [mail] = await db
          .insert(outbox)
          .values({
            application_id, tells, kind: 'answer', to_address: 'a@example.org',
            message_id: `<${application_id}>`, subject: 'Hello', text: '', html: '',
          })
          .returning({ id: outbox.id })
        await db
          .update(outbox)
          .set({ sent_at: '2026-11-23T10:00:00.000Z' })
          .where(eq(outbox.id, mail!.id))
        const [row] = await db
          .select()
          .from(applications)
          .where(eq(applications.id, application_id))
        return row!
      }
      return [await send(1, 'rejected'), await send(2, null)] as const
    },
  })
  const at = '2026-11-23T10:00:00.000Z'
  expect(told).toMatchObject({ told_status: 'rejected', told_at: at, answered_at: at })
  expect(written).toMatchObject({ told_status: 'rejected', told_at: null, answered_at: at })
})
