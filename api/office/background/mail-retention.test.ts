import { afterAll, expect, test } from 'vitest'
import { outbox } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'
import { forgetOldMail } from './mail-retention.ts'

const w = await world()
afterAll(() => w.remove())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('emails about no application are deleted 400 days after they were sent or failed, with their files', async () => {
  const application_id = await w.newApplication(await w.newJob())
  await w.db.delete(outbox)
  const mail = (message_id: string, ends: Partial<typeof outbox.$inferInsert>) => ({
    message_id,
    to_address: 'staff@example.com',
    subject: '',
    text: '',
    html: '',
    ...ends,
  })
  await w.db
    .insert(outbox)
    .values([
      mail('sent', { sent_at: daysAgo(401) }),
      mail('failed', { failed_at: daysAgo(401) }),
      mail('recently sent', { sent_at: daysAgo(399) }),
      mail('waiting', { created_at: daysAgo(401) }),
      mail('of an application', { sent_at: daysAgo(401), application_id }),
      ...Array.from({ length: 600 }, (_, n) => mail(`many ${n}`, { sent_at: daysAgo(500) })),
    ])
  const removed: string[] = []
  await forgetOldMail({
    db: w.db,
    outbox: {
      removeFiles: async (ids) => {
        removed.push(...ids)
        return []
      },
    },
  })
  const left = await w.db.select({ name: outbox.message_id }).from(outbox)
  expect(left.map(({ name }) => name).sort()).toEqual([
    'of an application',
    'recently sent',
    'waiting',
  ])
  expect(removed).toHaveLength(602)
  expect(removed).toEqual(expect.arrayContaining(['sent', 'failed', 'many 599']))
})
