import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { drafts, jobs, media, pages, previewLinks, trash, versions } from '#db/schema.ts'
import { newPicture } from '#scripts/testing/fixtures/picture.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let joe: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  for (const table of [pages, drafts, versions, previewLinks, trash]) await w.db.delete(table)
  joe = await w.as('joe')
})

const question = { kind: 'short_text', label: 'Why?' }
const baker = { title: 'Baker', description: '<p>Bake.</p>', questions: [question] }
const create = async (job: object = baker) => (await joe.send('POST', '/jobs', job)).body
const put = (id: number, json: object) => joe.send('PUT', `/jobs/${id}`, json)
const shown = async (id: number) => (await w.visitor.get(`/jobs/${id}`)).body

describe('A draft of an open job', () => {
  test('changes the ad only when it is published, and never whether it is open', async () => {
    const { id, questions } = await create()
    const next = [{ ...questions[0], label: 'Why you?' }, question]
    const saved = await put(id, { title: 'Cook', questions: next, is_active: false, draft: true })
    expect(saved.body).toMatchObject({ title: 'Cook', is_active: true, has_draft: true })
    expect(saved.body.questions).toMatchObject([{ id: questions[0].id, label: 'Why you?' }, {}])
    expect(await shown(id)).toMatchObject({ title: 'Baker', questions: [{ label: 'Why?' }] })
    const { status, body } = await joe.send('POST', `/jobs/${id}/publish-draft`)
    expect([status, body.has_draft, body.is_active]).toEqual([200, false, true])
    expect(await shown(id)).toMatchObject({ title: 'Cook', questions: saved.body.questions })
  })

  test('is checked as a whole, and a stale one is 409', async () => {
    const { id } = await create({ ...baker, pay_min: 10, pay_currency: 'EUR', pay_unit: 'hour' })
    const refused = await put(id, { pay_max: 5, draft: true })
    expect([refused.status, refused.body.details[0].path]).toEqual([400, ['pay_max']])
    await put(id, { title: 'Cook', draft: true })
    const stale = await put(id, { title: 'Chef', draft: true, draft_saved_at: null })
    expect(stale).toMatchObject({ status: 409, body: { current: { title: 'Cook' } } })
  })

  test('is shown by a preview link as visitors would see it', async () => {
    const { id } = await create()
    await put(id, { title: 'Cook', draft: true })
    const { body: link } = await joe.send('POST', `/jobs/${id}/preview-links`)
    const { body } = await w.visitor.get(`/drafts/${link.url.split('/').at(-1)}`)
    expect(body).toMatchObject({ kind: 'job', job: { id, title: 'Cook' } })
    for (const name of [
      'tell',
      'evaluation_criteria',
      'application_count',
      'status_counts',
      'owners',
      'has_draft',
      'team_page_id',
    ])
      expect(body.job).not.toHaveProperty(name)
    await joe.send('DELETE', `/jobs/${id}`)
    expect((await w.visitor.get(`/drafts/${link.url.split('/').at(-1)}`)).status).toBe(404)
  })
})

test('an earlier version is restored with the questions of then', async () => {
  const { id, questions } = await create()
  await put(id, { questions: [], title: 'Cook' })
  const { body } = await joe.send('POST', `/jobs/${id}/versions/1/restore`)
  expect(body).toMatchObject({ title: 'Baker', questions, is_active: true })
  const { body: list } = await joe.get(`/jobs/${id}/versions`)
  expect(list.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1])
})

describe('A deleted job', () => {
  test('is put back as it was, with its applications', async () => {
    const { id } = await create()
    await w.newApplication(id)
    await joe.send('DELETE', `/jobs/${id}`)
    expect((await joe.get('/trash')).body).toMatchObject([{ kind: 'job', id, title: 'Baker' }])
    expect((await (await w.as('pam')).get('/trash')).body).toEqual([])
    const { status, body } = await joe.send('POST', `/trash/jobs/${id}/restore`)
    expect([status, body.is_active, body.application_count]).toEqual([200, true, 1])
    expect(await shown(id)).toMatchObject({ title: 'Baker' })
    expect((await w.visitor.get('/jobs/active?q=bake')).body).toHaveLength(1)
  })

  test('whose last day has passed since is put back closed', async () => {
    const { id } = await create()
    await joe.send('DELETE', `/jobs/${id}`)
    await w.db.update(jobs).set({ closes_on: '2020-01-01' }).where(eq(jobs.id, id))
    const { body } = await joe.send('POST', `/trash/jobs/${id}/restore`)
    expect(body.is_active).toBe(false)
  })
})

describe('An ad', () => {
  test('shows a picture above, the page of its team, and why-us unless the job says no', async () => {
    const media_id = await newPicture(w.db)
    const page = { content: '<p>Tide.</p>', is_published: true }
    await w.db.insert(pages).values([
      { title: 'Field team', slug: 'field', ...page },
      { title: 'Why us', slug: 'why-us', ...page },
    ])
    const [team] = await w.db.select().from(pages).where(eq(pages.slug, 'field'))
    const { id } = await create({ ...baker, header_media_id: media_id, team_page_id: team!.id })
    expect(await shown(id)).toMatchObject({
      header: { id: media_id },
      team_page: { title: 'Field team', slug: 'field' },
      why_us_page: { title: 'Why us', content: '<p>Tide.</p>' },
    })
    expect((await joe.get(`/jobs/${id}`)).body).toMatchObject({ why_us: true })
    await put(id, { why_us: false })
    await w.db.update(pages).set({ is_published: false })
    const after = await shown(id)
    expect([after.team_page, after.why_us_page]).toEqual([undefined, undefined])
    const ada = await w.as('ada')
    expect((await ada.send('DELETE', `/media/${media_id}`)).status).toBe(409)
    await w.db.delete(pages)
    expect((await shown(id)).team_page).toBe(undefined)
  })

  test('needs a picture and a page that exist', async () => {
    const { id } = await create()
    const refused = async (json: object) => {
      const { status, body } = await put(id, json)
      return [status, body.details?.[0].path]
    }
    const last = (await w.db.select({ id: media.id }).from(media)).length
    expect(await refused({ header_media_id: last + 99 })).toEqual([400, ['header_media_id']])
    expect(await refused({ team_page_id: 987654 })).toEqual([400, ['team_page_id']])
    expect(await refused({ team_page_id: 'x' })).toEqual([400, ['team_page_id']])
    const [gone] = await w.db
      .insert(pages)
      .values({ title: 'Gone', slug: 'gone', content: '' })
      .returning({ id: pages.id })
    await put(id, { team_page_id: gone!.id })
    await w.db.delete(pages)
    // The form sends it back as it was.
    expect((await put(id, { title: 'Cook', team_page_id: gone!.id })).status).toBe(200)
    expect((await put(id, { title: 'Chef', team_page_id: gone!.id, draft: true })).status).toBe(200)
    const posted = await joe.send('POST', '/jobs', { ...baker, team_page_id: 987654 })
    expect(posted.status).toBe(400)
  })
})
