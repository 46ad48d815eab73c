import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'
import { jobAlertLinks, jobAlerts, outbox } from '../../schema.ts'

test('the migration adds alerts; links and emails end with the alert, others stay', async () => {
  const mail = sql`insert into outbox (message_id, to_address, subject, text, html`
  const found = await upgraded({
    before: 71,
    fill: (db) => db.run(sql`${mail}) values ('<1@x>', 'a@example.com', 'Hello', '', '')`),
    async read(db) {
      const [alert] = await db
        .insert(jobAlerts)
        .values({
          public_id: 'a'.repeat(32),
          email: 'mira@example.com',
          mailbox: 'mira@example.com',
          search: '',
          label: '',
          cadence: 'daily',
          language: 'en',
        })
        .returning()
      await db.insert(jobAlertLinks).values({ id: 'b'.repeat(64), alert_id: alert!.id })
      await db.run(
        sql`${mail}, alert_id) values ('<2@x>', 'mira@example.com', 'New jobs', '', '', ${alert!.id})`,
      )
      await db.delete(jobAlerts)
      const mails = await db.select({ message_id: outbox.message_id }).from(outbox)
      return [await db.$count(jobAlertLinks), mails]
    },
  })
  expect(found).toEqual([0, [{ message_id: '<1@x>' }]])
})
