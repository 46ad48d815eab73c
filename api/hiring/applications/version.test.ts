import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertLink } from '#api/core/links/candidate-links.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { applications, jobs, outbox, settings, tags } from '#db/schema.ts'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

const token = 'x'.repeat(43)
const at = (path = '') => `/applications/${id}${path}`
let rita: Person
let ada: Person
let id: number
beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  ada = await w.as('ada')
  id = await w.newApplication(await w.newJob())
  await w.db.run(sql`delete from candidate_links`)
  await insertLink(w.db, hashToken(token), id)
})

const version = async () => {
  const { status, body } = await rita.get(at('/version'))
  expect(status).toBe(200)
  return body.version as string
}
/** Whether the version is another one after each of the steps. */
async function changes(...steps: (() => Promise<{ status: number } | unknown>)[]) {
  const found: boolean[] = []
  for (const step of steps) {
    const before = await version()
    const result = (await step()) as { status?: number } | undefined
    expect([step.toString(), (result?.status ?? 200) < 300]).toEqual([step.toString(), true])
    found.push((await version()) !== before)
  }
  return found
}
const all = (found: boolean[]) => found.map(() => true)

describe('GET /applications/:id/version', () => {
  test('is another one after what a colleague does', async () => {
    const [tag] = await w.db
      .insert(tags)
      .values({ name: `T ${id}`, folded_name: `t ${id}` })
      .returning()
    const times = [new Date(Date.now() + 86_400_000).toISOString()]
    const evaluation = { verdict: 4, text: 'Yes', criteria: [] }
    const found = await changes(
      () => ada.send('PUT', at(), { status: 'shortlisted', tell: 'never' }),
      () => ada.send('PUT', at(), { notes: '<p>Good</p>' }),
      () => ada.send('PUT', at(), { tags: [tag!.id] }),
      () => ada.send('POST', at('/comments'), { text: 'Good' }),
      () => ada.send('POST', at('/messages'), { text: 'Hello' }),
      () => ada.send('POST', at('/document-requests'), { name: 'A', kind: 'document' }),
      () => ada.send('POST', at('/email'), { subject: 'Hello', body: '<p>Hi</p>' }),
      () => ada.send('PUT', at('/evaluation'), evaluation),
      () =>
        w.db
          .insert(settings)
          .values({ key: 'decision_email', value: 'later', category: '' })
          .onConflictDoUpdate({ target: settings.key, set: { value: 'later' } }),
      () => w.db.update(jobs).set({ tell: 'now' }),
      () => ada.send('POST', at('/interviews'), { times, minutes: 30, place: 'Here' }),
    )
    expect(found).toEqual(all(found))
    const [interview] = (await ada.get(at('/interviews'))).body
    const comment = await w.db.get<{ id: number }>(sql`select id from comments`)
    const later = await changes(
      () => ada.send('PUT', at(`/interviews/${interview.id}`), { place: 'There' }),
      () => ada.send('DELETE', at(`/interviews/${interview.id}`)),
      () => ada.send('PUT', at(`/comments/${comment?.id}`), { text: 'Very good' }),
      () => ada.send('DELETE', at(`/comments/${comment?.id}`)),
      () => w.db.update(outbox).set({ sent_at: '2026-01-01T00:00:00.000Z' }),
    )
    expect(later).toEqual(all(later))
  })

  test('is another one after what the candidate does', async () => {
    const own = (path: string) => `/candidate/${token}${path}`
    const times = [new Date(Date.now() + 86_400_000).toISOString()]
    await ada.send('POST', at('/interviews'), { times, minutes: 30, place: 'Here' })
    await ada.send('POST', at('/document-requests'), { name: 'A', kind: 'document' })
    const [interview] = (await ada.get(at('/interviews'))).body
    const [request] = (await ada.get(at('/document-requests'))).body
    const body = new FormData()
    body.append('file', resumeFile('mira.docx'))
    const found = await changes(
      () => w.visitor.send('POST', own('/messages'), { text: 'I have a car' }),
      () => w.visitor.send('POST', own(`/interviews/${interview.id}/pick`), { time: times[0] }),
      () => w.visitor.raw(own(`/document-requests/${request.id}/file`), { method: 'PUT', body }),
      () => w.visitor.send('POST', own('/withdraw')),
    )
    expect(found).toEqual(all(found))
  })

  test('stays while people read, and marks nothing as read', async () => {
    await w.visitor.send('POST', `/candidate/${token}/messages`, { text: 'Hello' })
    const read = (path: string) => () => ada.get(at(path))
    expect(await changes(read('/version'), read('/activity'), read('/email'))).toEqual([
      false,
      false,
      false,
    ])
    expect((await ada.get('/applications?unread_messages=true')).body).toHaveLength(1)
    await w.db.delete(applications).where(eq(applications.id, id))
    expect((await rita.get(at('/version'))).status).toBe(404)
  })
})

describe('GET /applications/:id/email', () => {
  test('lists automatic emails to the candidate too, and none to staff', async () => {
    await w.db.delete(outbox)
    const mail = { to_address: 'mira@example.org', subject: '', text: 't', html: '' }
    await w.db.insert(outbox).values(
      [
        { ...mail, kind: 'receipt' as const },
        { ...mail, kind: 'notice' as const },
        { ...mail, kind: 'notice' as const, to_address: 'hr@example.com' },
        { ...mail, kind: 'mention' as const, to_address: 'hr@example.com' },
      ].map((row, n) => ({ ...row, application_id: id, message_id: `<${id}-${n}@x>` })),
    )
    await ada.send('POST', at('/messages'), { text: 'Hello' })
    await ada.send('POST', at('/email'), { subject: 'Hello', body: '<p>Hi</p>' })
    const { body } = await rita.get(at('/email'))
    expect(
      body.map(({ kind, sender_name, body }: Record<string, string>) => [kind, sender_name, body]),
    ).toEqual([
      ['answer', 'Ada Admin', '<p>Hi</p>'],
      ['message', '', ''],
      ['notice', '', ''],
      ['receipt', '', ''],
    ])
  })
})
