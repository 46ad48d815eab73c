import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Notify } from '#db/enums.ts'
import { applications, jobs, settings, templates } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let job: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(settings).where(eq(settings.key, 'decision_email'))
  await w.db.insert(settings).values({ key: 'decision_email', value: '', category: '' })
  await w.db.delete(templates)
  await w.db
    .insert(templates)
    .values({ name: 'No', subject: 'No', body: '<p>No</p>', status: 'rejected' })
  rita = await w.as('rita')
  job = await w.newJob()
})

const chooseForSite = (value: string) =>
  w.db.update(settings).set({ value }).where(eq(settings.key, 'decision_email'))
const chooseForRita = (tell: Notify) => rita.send('PUT', '/auth/profile', { tell })
const chooseForJob = (tell: Notify) => w.db.update(jobs).set({ tell }).where(eq(jobs.id, job))

/** What the record of a new application announces, and whether rejecting it sends an email. */
async function decided(more: object = {}, change: object = {}) {
  const id = await w.newApplication(job, more)
  const { body } = await rita.get(`/applications/${id}`)
  const saved = await rita.send('PUT', `/applications/${id}`, { status: 'rejected', ...change })
  return [body.usual_tell_by, body.usual_tell, saved.body.is_telling]
}

test('nothing is sent until somebody has chosen', async () => {
  expect(await decided()).toEqual([null, null, false])
})

test('the request’s choice counts first, then the job’s, the person’s, the site’s', async () => {
  await chooseForSite('now')
  expect(await decided()).toEqual(['site', 'now', true])
  await chooseForRita('never')
  expect(await decided()).toEqual(['person', 'never', false])
  await chooseForJob('later')
  expect(await decided()).toEqual(['job', 'later', true])
  expect(await decided({}, { tell: 'never' })).toEqual(['job', 'later', false])
})

test('a candidate who withdrew is not told, whatever was chosen', async () => {
  await chooseForJob('now')
  const withdrawn = { withdrawn_at: '2026-01-05T10:00:00.000Z' }
  expect(await decided(withdrawn)).toEqual(['withdrawal', 'never', false])
})

test('a bulk action without a choice follows the same order', async () => {
  const preview = async (ids: number[]) =>
    (
      await rita.send('POST', '/applications/bulk/preview', {
        ids,
        action: 'status',
        status: 'rejected',
      })
    ).body.emails
  const ids = [await w.newApplication(job), await w.newApplication(job)]
  expect(await preview(ids)).toBe(0)
  await chooseForSite('later')
  expect(await preview(ids)).toBe(2)
  await chooseForRita('never')
  expect(await preview(ids)).toBe(0)
  await chooseForJob('now')
  expect(await preview(ids)).toBe(2)
  await w.db.update(applications).set({ withdrawn_at: '2026-01-05T10:00:00.000Z' })
  expect(await preview(ids)).toBe(0)
})
