import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { applications, interviewPeople, interviews, outbox, users } from '#db/schema.ts'
import { emailOf, world } from '#scripts/testing/world.ts'
import { remind } from './reminders.ts'

const w = await world()
afterAll(() => w.remove())

let application: number
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  application = await w.newApplication(await w.newJob({ title: 'Baker' }))
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
async function book(more: Partial<typeof interviews.$inferInsert> = {}) {
  const [row] = await w.db
    .insert(interviews)
    .values({
      application_id: application,
      state: 'booked',
      time: hours(23),
      answered_at: hours(-48),
      minutes: 30,
      place: 'Room 1',
      uid: `${Math.random()}@x`,
      proposed_name: 'Ada Admin',
      ...more,
    })
    .returning()
  const [rita] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('rita')))
  await w.db.insert(interviewPeople).values({ interview_id: row!.id, user_id: rita!.id })
  return row!.id
}
const run = () =>
  remind({
    db: w.db,
    mailFrom: 'jobs@example.org',
    publicUrl: 'https://bread.test',
    ownAddress: () => '',
  })
const mails = async () =>
  (await w.db.select().from(outbox)).map(({ to_address, subject }) => [to_address, subject]).sort()

const both = [
  ['mira@example.org', 'Your interview is soon: Baker'],
  ['rita@example.com', 'Interview soon: Baker, Mira Ostergard'],
]

test('the day before, candidate and interviewers are reminded once, also by several processes', async () => {
  await book()
  await Promise.all([run(), run()])
  await run()
  expect(await mails()).toEqual(both)
})

test.each<[string, Partial<typeof interviews.$inferInsert>]>([
  ['is further ahead', { time: hours(25) }],
  ['has begun', { time: hours(-1) }],
  ['was canceled', { state: 'canceled' }],
  ['was declined', { state: 'declined' }],
  ['was booked within the day before', { answered_at: hours(-0.5) }],
  ['was reminded of', { reminded_at: hours(-1) }],
])('nobody is reminded of one that %s', async (_, more) => {
  await book(more)
  await run()
  expect(await mails()).toEqual([])
})

test('after a withdrawal nobody is reminded, and after a silent rejection as before until it ends', async () => {
  await book()
  const set = (values: Partial<typeof applications.$inferInsert>) =>
    w.db.update(applications).set(values).where(eq(applications.id, application))
  await set({ withdrawn_at: hours(0) })
  await run()
  expect(await mails()).toEqual([])
  await set({ withdrawn_at: null, status: 'rejected' })
  await run()
  expect(await mails()).toEqual(both)
})

test('an interviewer who can no longer review is not reminded', async () => {
  await book()
  await w.db
    .update(users)
    .set({ permissions: [] })
    .where(eq(users.email, emailOf('rita')))
  await run()
  expect(await mails()).toEqual(both.slice(0, 1))
})
