import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { applications, auditEvents, handOvers } from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let id: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  const job_id = await w.newJob({ title: 'Baker' })
  const body = applicationForm({ job_id, resume: resumeFile('mira.pdf') })
  await w.visitor.raw('/applications/submit', { method: 'POST', body })
  const [row] = await w.db.select({ id: sql<number>`max(id)` }).from(applications)
  id = row!.id
})

const select = (status: 'selected' | 'rejected' = 'selected') =>
  w.db.update(applications).set({ status, notes: '<p>too dear</p>' }).where(eq(applications.id, id))
const handOver = () => rita.send('POST', `/applications/${id}/hand-over`)
const fetchFrom = (url: string, headers = {}) =>
  w.visitor.raw(new URL(url).pathname.replace('/api', ''), { headers })

test('a selected candidate is handed over as a ZIP archive of what they sent', async () => {
  await select()
  const { status, body } = await handOver()
  expect([status, Object.keys(body)]).toEqual([201, ['url', 'expires_at']])
  expect((Date.parse(body.expires_at) - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
  const answer = await fetchFrom(body.url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const archive = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  for (const name of ['application.html', 'application.txt', 'resume.pdf', 'Mira'])
    expect(archive).toContain(name)
  expect(archive).not.toContain('too dear')
  const events = await w.db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.target_id, id))
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['application.hand_over_created', 'application.handed_over']),
  )
})

test('only selected candidates are handed over, and only while they are', async () => {
  const refused = await handOver()
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'Only selected candidates can be handed over. Set the status first.',
  ])
  await select()
  const { body } = await handOver()
  await select('rejected')
  expect((await fetchFrom(body.url)).status).toBe(404)
})

test('the address ends after a day, and with the application', async () => {
  await select()
  const { body } = await handOver()
  await w.db.update(handOvers).set({ expires_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')` })
  expect((await fetchFrom(body.url)).status).toBe(404)
  await handOver()
  await rita.send('DELETE', `/applications/${id}`)
  expect(await w.db.$count(handOvers)).toBe(0)
})

test('a browser shows a person a page where the link has ended, a program gets JSON', async () => {
  const url = `http://site/api/hand-overs/${'x'.repeat(43)}`
  const answer = await fetchFrom(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'text/html; charset=utf-8',
  ])
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/)
  const html = await answer.text()
  expect(html).toContain('<h1>This link is not valid or has ended</h1>')
  expect(html).toContain('<p>Ask the person who sent it for a new one.</p>')
  expect(await (await fetchFrom(url)).json()).toEqual({
    error: 'This link is not valid or has ended. Ask the person who sent it for a new one.',
  })
})
