import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEvents, bulk, hiringTeams, tags } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { startBulk } from '../bulk/worker.ts'
import { maxTags } from './contract.ts'

const w = await world()
afterAll(() => w.remove())

let rita: Person
let mo: Person
let job: number
let other: number
beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  await w.db.delete(tags)
  await w.db.delete(bulk)
  job = await w.newJob({ title: 'Baker' })
  other = await w.newJob({ title: 'Miller' })
  const mine = (await (await w.as('mo')).get('/auth/profile')).body
  await w.db.insert(hiringTeams).values({ job_id: job, user_id: mine.id })
  mo = await w.as('mo')
})

const create = async (name: string, color?: string) => {
  const { status, body } = await rita.send('POST', '/tags', { name, ...(color && { color }) })
  expect([status, body.error]).toEqual([201, undefined])
  return body as { id: number; name: string; color: string; updated_at: string }
}
const put = (id: number, change: object, by = rita) => by.send('PUT', `/applications/${id}`, change)
const tagsOf = async (id: number) => (await rita.get(`/applications/${id}`)).body.tags
const found = async (query: string, by = rita): Promise<number[]> =>
  (await by.get(`/applications?sort=created_at&${query}`)).body.map(({ id }: { id: number }) => id)

describe('tags', () => {
  test('are created, renamed, colored and deleted, and listed by name with their counts', async () => {
    const [first, second] = [await create('Ärztin'), await create('Danish', 'blue')]
    const application = await w.newApplication(job)
    await put(application, { tags: [first.id, second.id] })
    const renamed = await rita.send('PUT', `/tags/${second.id}`, { name: 'Speaks Danish' })
    expect(renamed.body).toMatchObject({ name: 'Speaks Danish', color: 'blue' })
    expect((await rita.get('/tags')).body).toMatchObject([
      { name: 'Ärztin', color: 'gray', application_count: 1 },
      { name: 'Speaks Danish', color: 'blue', application_count: 1 },
    ])
    const late = { color: 'red', updated_at: second.updated_at }
    const stale = await rita.send('PUT', `/tags/${second.id}`, late)
    expect([stale.status, stale.body.current.name]).toEqual([409, 'Speaks Danish'])
    expect((await rita.send('DELETE', `/tags/${first.id}`)).status).toBe(204)
    expect(await tagsOf(application)).toEqual([second.id])
    expect((await rita.send('DELETE', `/tags/${first.id}`)).status).toBe(404)
  })

  test('can not have the same name in another case or with other accents', async () => {
    const { id } = await create('Café')
    const again = await rita.send('POST', '/tags', { name: ' CAFE ' })
    expect([again.status, again.body.details[0].path]).toEqual([409, ['name']])
    await create('Night  shift')
    expect((await rita.send('POST', '/tags', { name: 'night shift' })).status).toBe(409)
    await create('Bar')
    const renamed = await rita.send('PUT', `/tags/${id}`, { name: 'bar' })
    expect([renamed.status, renamed.body.details[0].path]).toEqual([409, ['name']])
    expect((await rita.send('PUT', `/tags/${id}`, { name: 'CAFÉ' })).status).toBe(200)
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '\u200b' }, 'name'],
    [{ name: 'a'.repeat(41) }, 'name'],
    [{ name: 'Danish', color: '#ff0000' }, 'color'],
    [{ name: 'Danish', icon: 'x' }, 'icon'],
  ])('refuse %j', async (tag, field) => {
    const { status, body } = await rita.send('POST', '/tags', tag)
    expect([status, body.details[0].path]).toEqual([400, [field]])
  })

  test(`are at most ${maxTags}`, async () => {
    const rows = Array.from({ length: maxTags }, (_, n) => ({
      name: `T${n}`,
      folded_name: `t${n}`,
    }))
    await w.db.insert(tags).values(rows)
    expect((await rita.send('POST', '/tags', { name: 'One more' })).status).toBe(409)
  })

  test('merge: the applications of one get the other, once', async () => {
    const [danish, dansk] = [await create('Danish'), await create('Dansk')]
    const [one, two] = [await w.newApplication(job), await w.newApplication(job)]
    await put(one, { tags: [dansk.id] })
    await put(two, { tags: [danish.id, dansk.id] })
    const itself = await rita.send('POST', `/tags/${dansk.id}/merge`, { into: dansk.id })
    const unknown = await rita.send('POST', `/tags/${dansk.id}/merge`, { into: 987654 })
    expect([itself, unknown].map(({ status, body }) => [status, body.details[0].path])).toEqual([
      [400, ['into']],
      [400, ['into']],
    ])
    const merged = await rita.send('POST', `/tags/${dansk.id}/merge`, { into: danish.id })
    expect(merged.body).toMatchObject({ id: danish.id, application_count: 2 })
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([[danish.id], [danish.id]])
    const again = await rita.send('POST', `/tags/${dansk.id}/merge`, { into: danish.id })
    expect(again.status).toBe(404)
    expect(await w.db.select().from(auditEvents)).toContainEqual(
      expect.objectContaining({ action: 'tag.merged', target_name: 'Dansk' }),
    )
  })
})

describe('the tags of an application', () => {
  test('are set as a whole, are in its history, and are a change like others', async () => {
    const [b, a] = [await create('B'), await create('A')]
    const id = await w.newApplication(job)
    const { updated_at } = (await rita.get(`/applications/${id}`)).body
    const given = { tags: [a.id, b.id, a.id], updated_at }
    expect((await put(id, given)).body.tags).toEqual([b.id, a.id])
    expect((await put(id, { tags: [], updated_at })).status).toBe(409)
    expect((await put(id, { status: 'shortlisted', tags: [a.id] })).body).toMatchObject({
      status: 'shortlisted',
      tags: [a.id],
    })
    await put(id, { notes: '<p>Good.</p>' })
    expect(await tagsOf(id)).toEqual([a.id])
    const read = (await rita.get(`/applications/${id}`)).body
    expect((await put(id, read)).body.tags).toEqual([a.id])
    const kinds = (await rita.get(`/applications/${id}/activity`)).body
    expect(kinds).toContainEqual(
      expect.objectContaining({
        kind: 'tagged',
        by: 'Rita Reviewer',
        added: 'B, A',
        removed: null,
      }),
    )
  })

  test.each([
    [[987654], 'tags'],
    [['1'], 'tags'],
    ['Danish', 'tags'],
    [Array.from({ length: 21 }, (_, n) => n + 1), 'tags'],
  ])('refuse %j', async (given, field) => {
    const id = await w.newApplication(job)
    const { status, body } = await put(id, { tags: given })
    expect([status, body.details[0].path[0]]).toEqual([400, field])
  })

  test('are a filter, of the list, its counts, and of many to act on', async () => {
    const [a, b] = [await create('A'), await create('B')]
    const ids = [
      await w.newApplication(job),
      await w.newApplication(job),
      await w.newApplication(other),
    ]
    await put(ids[0]!, { tags: [a.id] })
    await put(ids[1]!, { tags: [a.id, b.id] })
    await put(ids[2]!, { tags: [b.id], status: 'selected' })
    expect(await found(`tags=${a.id}`)).toEqual([ids[0], ids[1]])
    expect(await found(`tags=${a.id}&tags=${b.id}`)).toEqual([ids[1]])
    expect(await found(`tags=${a.id},${b.id}`)).toEqual([ids[1]])
    expect(await found(`tags=${b.id}&job_id=${other}`)).toEqual([ids[2]])
    expect(await found('tags=987654')).toEqual([])
    expect((await rita.get('/applications?tags=blue')).status).toBe(400)
    expect((await rita.get(`/applications/stats?tags=${b.id}`)).body).toEqual({
      pending: 1,
      shortlisted: 0,
      rejected: 0,
      selected: 1,
    })
    const action = { filter: { q: '', tags: [b.id] }, action: 'delete' }
    expect((await rita.send('POST', '/applications/bulk/preview', action)).body.total).toBe(2)
    const csv = await rita.raw(`/applications/export.csv?tags=${b.id}&columns=id,tags`)
    expect((await csv.text()).trim().split('\r\n')).toEqual([
      '"Number","Tags"',
      `${ids[2]},"B"`,
      `${ids[1]},"A; B"`,
    ])
  })

  test('go with the application, and end with a deleted one', async () => {
    const { id } = await create('A')
    const application = await w.newApplication(job)
    await put(application, { tags: [id] })
    await rita.send('DELETE', `/applications/${application}`)
    expect((await rita.get('/tags')).body).toMatchObject([{ application_count: 0 }])
  })
})

describe('members of a hiring team', () => {
  test('tag the applications of their job, and count no others', async () => {
    const { id } = await create('A')
    const [mine, theirs] = [await w.newApplication(job), await w.newApplication(other)]
    await put(theirs, { tags: [id] })
    expect((await put(mine, { tags: [id] }, mo)).body.tags).toEqual([id])
    expect((await put(theirs, { tags: [] }, mo)).status).toBe(404)
    expect((await mo.get('/tags')).body).toMatchObject([{ name: 'A', application_count: 1 }])
    expect(await found(`tags=${id}`, mo)).toEqual([mine])
    expect((await mo.send('POST', '/tags', { name: 'B' })).status).toBe(403)
    expect((await mo.send('DELETE', `/tags/${id}`)).status).toBe(403)
    expect((await (await w.as('pam')).get('/tags')).status).toBe(403)
  })
})

describe('tags of many', () => {
  async function run(json: object, by = rita) {
    const started = await by.send('POST', '/applications/bulk', json)
    expect([started.status, started.body.error]).toEqual([202, undefined])
    const worker = startBulk({
      db: w.db,
      store: w.store,
      log: w.log,
      mailFrom: 'jobs@example.org',
      publicUrl: undefined,
      ownAddress: () => 'http://own.test',
      times: { pollMs: 20, share: 0 },
    })
    try {
      return await vi.waitFor(
        async () => {
          const { body } = await by.get(`/bulk/${started.body.id}`)
          expect(body.state).toBe('done')
          return body
        },
        { timeout: 30_000, interval: 20 },
      )
    } finally {
      await worker.stop()
    }
  }

  test('are added and removed, and told in the history of those that changed', async () => {
    const [a, b] = [await create('A'), await create('B')]
    const ids = [await w.newApplication(job), await w.newApplication(job)]
    await put(ids[0]!, { tags: [a.id] })
    await put(ids[1]!, { tags: [b.id] })
    const action = { ids, action: 'tag', add: [a.id], remove: [b.id] }
    expect((await rita.send('POST', '/applications/bulk/preview', action)).body).toMatchObject({
      total: 2,
      unchanged: 1,
      emails: 0,
    })
    expect(await run(action)).toMatchObject({
      action: 'tag',
      done: 2,
      failed: [],
      tagged: ['A'],
      untagged: ['B'],
    })
    expect(await Promise.all(ids.map(tagsOf))).toEqual([[a.id], [a.id]])
    const lines = async (id: number) =>
      (await rita.get(`/applications/${id}/activity`)).body.filter(
        ({ kind }: { kind: string }) => kind === 'tagged',
      )
    expect((await lines(ids[0]!)).length).toBe(1)
    expect((await lines(ids[1]!))[0]).toMatchObject({ added: 'A', removed: 'B' })
  })

  test('are not more than an application can have', async () => {
    const rows = Array.from({ length: 21 }, (_, n) => ({ name: `T${n}`, folded_name: `t${n}` }))
    const ids = (await w.db.insert(tags).values(rows).returning()).map((tag) => tag.id)
    const [full, free] = [await w.newApplication(job), await w.newApplication(job)]
    await put(full, { tags: ids.slice(0, 20) })
    const action = { ids: [full, free], action: 'tag', add: [ids[20]] }
    expect(await run(action)).toMatchObject({
      done: 1,
      failed: [{ id: full, error: 'It has as many tags as it can have' }],
    })
    expect(await tagsOf(full)).toHaveLength(20)
    await run({ ...action, remove: [ids[0]] })
    expect(await tagsOf(full)).toEqual(ids.slice(1))
  })

  test('a member tags the applications of their job only', async () => {
    const { id } = await create('A')
    const [mine, theirs] = [await w.newApplication(job), await w.newApplication(other)]
    expect(await run({ filter: { q: '' }, action: 'tag', add: [id] }, mo)).toMatchObject({
      done: 1,
    })
    expect([await tagsOf(mine), await tagsOf(theirs)]).toEqual([[id], []])
  })

  test.each([
    [{}, 'add'],
    [{ add: [], remove: [] }, 'add'],
    [{ add: [987654] }, 'add'],
    [{ remove: [987654] }, 'remove'],
    [{ add: [1], remove: [1] }, 'remove'],
    [{ add: ['A'] }, 'add'],
  ])('refuse %j', async (change, field) => {
    const ids = [await w.newApplication(job)]
    const action = { ids, action: 'tag', ...change }
    const { status, body } = await rita.send('POST', '/applications/bulk', action)
    expect([status, body.details[0].path[0]]).toEqual([400, field])
  })
})
