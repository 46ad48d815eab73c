import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startJobTimer } from '#api/office/background/job-timer.ts'
import { auditEvents, drafts, pages, settings, versions } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { scheduledInstant } from './contract/schedule.ts'
import { nextScheduled, publishScheduled } from './scheduled.ts'

const w = await world()
let pam: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  for (const table of [pages, drafts, versions, settings]) await w.db.delete(table)
  pam = await w.as('pam')
})

const hour = 60 * 60 * 1000
const [soon, later] = [new Date(Date.now() + hour), new Date(Date.now() + 2 * hour)].map((time) =>
  time.toISOString().replace(/\d\d\.\d{3}Z/, '00.000Z'),
) as [string, string]
const team = { title: 'Team', slug: 'team', content: '<p>Old.</p>' }
const create = async (page: object = {}) =>
  (await pam.send('POST', '/pages', { ...team, ...page })).body
const page = async (id: number) => (await pam.get(`/pages/${id}`)).body
const carryOut = (at: string) => publishScheduled(w.db, w.log, Date.parse(at))

describe('The time of a schedule', () => {
  const dublin = 'Europe/Dublin'
  test.each([
    ['2027-01-10T09:00', dublin, '2027-01-10T09:00:00.000Z'],
    ['2027-07-10T09:00', dublin, '2027-07-10T08:00:00.000Z'],
    ['2027-07-10T09:00', 'Asia/Kathmandu', '2027-07-10T03:15:00.000Z'],
    ['2027-07-10T09:00Z', dublin, '2027-07-10T09:00:00.000Z'],
    ['2027-07-10T09:00:30.123Z', dublin, '2027-07-10T09:00:30.000Z'],
    // The hour that comes twice: the first or the second, but one of them.
    ['2027-10-31T01:30', dublin, expect.stringMatching(/^2027-10-31T0[01]:30:00.000Z$/)],
  ])('%s in %s is %s', (time, zone, at) => expect(scheduledInstant(time, zone)).toEqual({ at }))

  test.each([
    ['2027-03-28T01:30', dublin, 'On this day the clocks skip this time. Choose another.'],
    ['2027-10-03T02:15', 'Australia/Lord_Howe', expect.stringMatching(/clocks skip/)],
    ['2027-02-30T09:00', dublin, 'This date or time does not exist'],
    ['2027-02-10T25:00', dublin, 'This date or time does not exist'],
  ])('%s in %s is refused', (time, zone, error) =>
    expect(scheduledInstant(time, zone)).toEqual({ error }),
  )

  test('is a field’s error when it cannot be', async () => {
    const { id } = await create()
    const refused = async (schedule: object) => {
      const { status, body } = await pam.send('PUT', `/pages/${id}`, schedule)
      return [status, body.details?.[0].path[0]]
    }
    expect(await refused({ publish_at: '2020-01-01T09:00' })).toEqual([400, 'publish_at'])
    expect(await refused({ publish_at: 'tomorrow' })).toEqual([400, 'publish_at'])
    expect(await refused({ publish_at: later, unpublish_at: soon })).toEqual([400, 'unpublish_at'])
    await w.db
      .insert(settings)
      .values({ key: 'site_time_zone', value: dublin, category: 'general' })
    expect(await refused({ publish_at: '2027-03-28T01:30' })).toEqual([400, 'publish_at'])
    const summer = `${new Date().getUTCFullYear() + 1}-07-10`
    expect(await refused({ publish_at: `${summer}T09:00` })).toEqual([200, undefined])
    expect((await page(id)).publish_at).toBe(`${summer}T08:00:00.000Z`)
  })
})

describe('A scheduled page', () => {
  test('is published with its draft, and unpublished, each with an event', async () => {
    const { id } = await create({ publish_at: soon, unpublish_at: later })
    await pam.send('PUT', `/pages/${id}`, { content: '<p>New.</p>', draft: true })
    expect(await nextScheduled(w.db)).toBe(Date.parse(soon))
    expect(await carryOut(new Date().toISOString())).toBe(false)
    expect((await page(id)).is_published).toBe(false)
    expect(await carryOut(soon)).toBe(true)
    expect(await page(id)).toMatchObject({
      is_published: true,
      content: '<p>New.</p>',
      has_draft: false,
      publish_at: null,
      unpublish_at: later,
    })
    expect(await carryOut(later)).toBe(true)
    expect(await page(id)).toMatchObject({ is_published: false, unpublish_at: null })
    expect(await nextScheduled(w.db)).toBe(Number.POSITIVE_INFINITY)
    const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))
    expect(
      events
        // Those of requests have one.
        .filter(({ ip }) => !ip)
        .map(({ action, target_name }) => `${action} ${target_name}`),
    ).toEqual(['page.published Team', 'page.unpublished Team'])
  })

  test('is scheduled along with its draft, and the text stays', async () => {
    const { id } = await create({ is_published: true })
    const draft = { content: '<p>New.</p>', draft: true, publish_at: soon }
    const { body } = await pam.send('PUT', `/pages/${id}`, draft)
    expect(body).toMatchObject({ publish_at: soon, has_draft: true, content: '<p>New.</p>' })
    expect((await page(id)).content).toBe('<p>Old.</p>')
    const past = await pam.send('PUT', `/pages/${id}`, { ...draft, publish_at: '2020-01-01T09:00' })
    expect([past.status, past.body.details[0].path]).toEqual([400, ['publish_at']])
    const late = { ...draft, publish_at: later, draft_saved_at: null }
    expect((await pam.send('PUT', `/pages/${id}`, late)).status).toBe(409)
    expect((await page(id)).publish_at).toBe(soon)
    await carryOut(soon)
    expect(await page(id)).toMatchObject({ content: '<p>New.</p>', has_draft: false })
  })

  test('keeps its schedule when its draft is taken over but not published', async () => {
    const { id } = await create({ publish_at: soon })
    const draft = await pam.send('PUT', `/pages/${id}`, { title: 'Crew', draft: true })
    const { draft_saved_at } = draft.body
    await pam.send('PUT', `/pages/${id}`, { title: 'Crew', is_published: false, draft_saved_at })
    expect(await page(id)).toMatchObject({ publish_at: soon, has_draft: false, title: 'Crew' })
  })

  test('is both, in order, after the server was down for both', async () => {
    const { id } = await create({ publish_at: soon, unpublish_at: later })
    await carryOut('2090-01-01T00:00:00.000Z')
    expect(await page(id)).toMatchObject({ is_published: false, publish_at: null })
    expect((await pam.get(`/pages/${id}/versions`)).body).toMatchObject([{ is_draft: false }, {}])
  })

  test('whose draft cannot be published stays as it is, without the schedule', async () => {
    const { id } = await create({ publish_at: soon })
    await pam.send('PUT', `/pages/${id}`, { slug: 'crew', draft: true })
    await create({ slug: 'crew' })
    await carryOut(soon)
    expect(await page(id)).toMatchObject({ is_published: false, has_draft: true, publish_at: null })
  })

  test('that is published already, with no draft, is left alone', async () => {
    const { id, updated_at } = await create({ is_published: true, publish_at: soon })
    await carryOut(soon)
    expect(await page(id)).toMatchObject({ is_published: true, publish_at: null, updated_at })
    const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))
    expect(events.filter(({ actor_name }) => !actor_name)).toEqual([])
  })

  test('that is published or unpublished by hand has no such schedule any more', async () => {
    const { id } = await create({ publish_at: soon, unpublish_at: later })
    // The form sends the schedule back as it is.
    const form = { ...team, is_published: true, publish_at: soon, unpublish_at: later }
    await pam.send('PUT', `/pages/${id}`, form)
    expect(await page(id)).toMatchObject({ publish_at: null, unpublish_at: later })
    await pam.send('POST', `/pages/${id}/unpublish`)
    expect(await page(id)).toMatchObject({ publish_at: null, unpublish_at: null })
  })

  test('is published in its planner’s name', async () => {
    const { id } = await create()
    await pam.send('PUT', `/pages/${id}`, { publish_at: soon })
    // A later change of something else doesn't count.
    await (await w.as('ada')).send('PUT', `/pages/${id}`, { title: 'Crew' })
    await carryOut(soon)
    const [event] = await w.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'page.published'), eq(auditEvents.target_id, id)))
    expect(event).toMatchObject({ actor_name: 'Pam Pages', target_id: id })
    expect((await pam.get(`/pages/${id}/versions`)).body[0].saved_by).toBe('Pam Pages')
  })

  test.each([
    ['loses the permission', { permissions: [] }],
    ['is deactivated', { is_active: false }],
  ])('is no longer scheduled once its planner %s', async (_, change) => {
    const { id } = await create({ publish_at: soon, unpublish_at: later })
    const { id: user } = (await pam.get('/auth/profile')).body
    const ada = await w.as('ada')
    expect((await ada.send('PUT', `/users/${user}`, change)).status).toBe(200)
    await carryOut(soon)
    expect((await ada.get(`/pages/${id}`)).body).toMatchObject({
      is_published: false,
      publish_at: null,
      unpublish_at: later,
    })
  })

  test('is no longer scheduled once its planner is deleted', async () => {
    const { id } = await create({ publish_at: soon })
    const { id: user } = (await pam.get('/auth/profile')).body
    const ada = await w.as('ada')
    expect((await ada.send('DELETE', `/users/${user}`)).status).toBe(204)
    expect((await ada.get(`/pages/${id}`)).body.publish_at).toBe(null)
  })

  test('is published by the timer within a second, also after the clock has jumped', async () => {
    const { id } = await create({ publish_at: soon })
    let now = Date.now()
    const announce = vi.fn(async () => {})
    const timer = await startJobTimer({ db: w.db, log: w.log, announce, now: () => now })
    expect((await page(id)).is_published).toBe(false)
    now = Date.parse(soon)
    await vi.waitFor(async () => expect((await page(id)).is_published).toBe(true), 1000)
    expect(announce).toHaveBeenCalled()
    await timer.stop()
  })
})
