import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { applications, auditEvents, outbox, settings } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'
import { isCaught } from './contract/traps.ts'

const w = await world()
let job: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  await w.db.delete(settings)
  job = await w.newJob()
})

async function apply(changes: Record<string, string> = {}) {
  const body = applicationForm({ job_id: job, ...changes })
  const answer = await w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
  expect(answer.status).toBe(201)
  return { id: await w.idOf(answer), body: answer.body }
}
const caught = { second_topic: 'Cheap pills' }
const reviewer = () => w.as('rita')
const recorded = (action: string) => w.db.$count(auditEvents, sql`action = ${action}`)

test.each([
  ['the hidden field is filled in', { second_topic: 'x' }, true],
  ['it was sent at once', { filled_ms: '900' }, true],
  [
    'all fields were filled in at once, and it was sent after 3 seconds',
    { filled_ms: '3000' },
    false,
  ],
  ['it was sent without JavaScript', { second_topic: '' }, false],
  ['the hidden field has spaces', { second_topic: '  ' }, false],
  ['it came from a program without the fields', {}, false],
  ['the time is no number', { filled_ms: 'soon' }, false],
  ['the time is negative', { filled_ms: '-5' }, false],
])('a form is spam or not: %s', (_, fields, is) => {
  expect(isCaught(fields)).toBe(is)
})

describe('Possible spam', () => {
  test('is stored, listed, counted and exported with its mark, and gets its receipt', async () => {
    const spam = await apply(caught)
    const other = await apply({ email: 'olga@example.org', filled_ms: '3000' })
    expect(spam.body).not.toHaveProperty('suspicious')
    const rita = await reviewer()
    const { body, headers } = await rita.get('/applications?sort=created_at')
    expect(headers.get('x-total-count')).toBe('2')
    expect(body).toMatchObject([
      { id: spam.id, suspicious: true },
      { id: other.id, suspicious: false },
    ])
    expect((await rita.get('/applications/stats')).body.pending).toBe(2)
    expect((await rita.get(`/applications/${spam.id}`)).body.suspicious).toBe(true)
    const only = async (query: string) =>
      (await rita.get(`/applications?${query}`)).body.map(({ id }: { id: number }) => id)
    expect(await only('suspicious=true')).toEqual([spam.id])
    expect(await only('suspicious=false')).toEqual([other.id])
    expect(await only(`suspicious=true&q=mira&job_id=${job}`)).toEqual([spam.id])
    const csv = (await rita.get('/applications/export.csv?columns=id,suspicious')).body
    expect(csv.split('\r\n')).toEqual([
      '"Number","Possible spam"',
      `${other.id},`,
      `${spam.id},"yes"`,
      '',
    ])
    expect(await w.db.$count(outbox, sql`kind = 'receipt'`)).toBe(2)
  })

  test('is what no trap marks while the setting is off', async () => {
    await w.db
      .insert(settings)
      .values({ key: 'spam_traps', value: 'false', category: 'candidates' })
    await apply(caught)
    expect(await w.applications()).toMatchObject([{ suspicious: false }])
  })

  test('ends with a word of a reviewer, which is recorded once, and can be taken back', async () => {
    const { id } = await apply(caught)
    const rita = await reviewer()
    const path = `/applications/${id}/not-spam`
    const before = await recorded('application.not_spam')
    const version = async () => (await rita.get(`/applications/${id}/version`)).body.version
    const first = await version()
    expect((await rita.send('POST', path)).status).toBe(204)
    expect((await rita.send('POST', path)).status).toBe(204)
    expect(await w.applications()).toMatchObject([{ suspicious: false }])
    expect(await recorded('application.not_spam')).toBe(before + 1)
    expect(await version()).not.toBe(first)
    expect((await rita.send('DELETE', path)).status).toBe(204)
    expect(await w.applications()).toMatchObject([{ suspicious: true }])
    expect((await rita.send('POST', '/applications/999/not-spam')).status).toBe(404)
    expect((await (await w.as('joe')).send('POST', path)).status).toBe(403)
    expect((await (await w.as('mo')).send('POST', path)).status).toBe(403)
  })

  test('ends for many at once, by id or by filter, for the jobs that one reviews', async () => {
    const own = await apply(caught)
    const rita = await reviewer()
    await apply({ ...caught, email: 'olga@example.org' })
    const all = { filter: { suspicious: true } }
    const post = (json: object) => rita.send('POST', '/applications/not-spam', json)
    expect(await post({ ids: [own.id] })).toMatchObject({ status: 200, body: { count: 1 } })
    expect(await post(all)).toMatchObject({ status: 200, body: { count: 1 } })
    expect(await post(all)).toMatchObject({ status: 200, body: { count: 0 } })
    expect((await post({})).status).toBe(400)
    await w.db.update(applications).set({ suspicious: true })
    const mo = await w.as('mo')
    expect((await mo.send('POST', '/applications/not-spam', all)).status).toBe(403)
    await w.db.run(sql`insert into hiring_teams (job_id, user_id)
      select ${await w.newJob()}, id from users where first_name = 'Mo'`)
    const theirs = await w.signIn('mo')
    expect(await theirs.send('POST', '/applications/not-spam', all)).toMatchObject({
      status: 200,
      body: { count: 0 },
    })
  })

  test('goes with its application', async () => {
    const { id } = await apply(caught)
    expect((await (await reviewer()).send('DELETE', `/applications/${id}`)).status).toBe(204)
    expect(await w.applications()).toEqual([])
  })
})
