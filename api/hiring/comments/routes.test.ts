import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEvents, hiringTeams, outbox, users } from '#db/schema.ts'
import { deliver } from '#scripts/testing/fixtures/deliver.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { mentionedIn } from './contract.ts'

const w = await world({ publicUrl: 'https://bread.test' })
let rita: Person
let ada: Person
let id: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  rita = await w.as('rita')
  ada = await w.as('ada')
  id = await w.newApplication(await w.newJob({ title: 'Baker' }), { first_name: 'Cleo' })
})

const say = (text: unknown, who = rita) =>
  who.send('POST', `/applications/${id}/comments`, { text })
const activity = async () => (await rita.get(`/applications/${id}/activity`)).body
const mailed = async () => (await deliver(w.db)).map(({ to }) => to)

test('a comment has its author and time, and is on the record', async () => {
  const { status, body } = await say('  Strong letter.\r\nCall her?  ')
  expect(status).toBe(201)
  expect(body).toMatchObject({
    text: 'Strong letter.\nCall her?',
    author_name: 'Rita Reviewer',
    mentions: [],
  })
  expect(await activity()).toMatchObject([
    { kind: 'comment', by: 'Rita Reviewer', at: body.created_at, comment: body },
    { kind: 'received', by: null },
  ])
})

test('only its author changes or deletes it, and not over a newer version', async () => {
  const { body } = await say('First')
  const at = `/applications/${id}/comments/${body.id}`
  expect((await ada.send('PUT', at, { text: 'Mine' })).status).toBe(403)
  expect((await ada.send('DELETE', at)).status).toBe(403)
  expect((await rita.send('PUT', at, { text: 'Second' })).body.text).toBe('Second')
  const late = await rita.send('PUT', at, { text: 'Third', updated_at: body.updated_at })
  expect([late.status, late.body.current.text]).toEqual([409, 'Second'])
  expect((await rita.send('DELETE', at)).status).toBe(204)
  expect((await rita.send('DELETE', at)).status).toBe(404)
  const events = await w.db
    .select({ action: auditEvents.action, name: auditEvents.target_name })
    .from(auditEvents)
    .where(eq(auditEvents.target_id, id))
  expect(events.map(({ action }) => action)).toEqual([
    'comment.created',
    'comment.changed',
    'comment.deleted',
  ])
  expect(events[0]?.name).toMatch(/^Cleo /)
})

test('a comment of another application is not found', async () => {
  const { body } = await say('First')
  const other = await w.newApplication(await w.newJob())
  const at = `/applications/${other}/comments/${body.id}`
  expect((await rita.send('PUT', at, { text: 'Moved' })).status).toBe(404)
  expect((await rita.send('DELETE', at)).status).toBe(404)
  expect((await rita.send('POST', '/applications/987654/comments', { text: 'x' })).status).toBe(404)
})

describe('a mention', () => {
  test('tells the colleague by mail, once, with a link to the application', async () => {
    const { body } = await say(
      'Please look, @Ada Admin, and @ada admin again. I did, @Rita Reviewer.',
    )
    expect(body.mentions).toHaveLength(2)
    const [mail, ...more] = await deliver(w.db)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'ada@example.com' })
    expect(mail?.text).toContain(
      `https://bread.test/backoffice/applications/${id}?tab=conversation`,
    )
    const at = `/applications/${id}/comments/${body.id}`
    await rita.send('PUT', at, { text: 'Please look again, @Ada Admin!' })
    expect(await mailed()).toEqual([])
  })

  test('of somebody without access is refused by name, and nothing is stored', async () => {
    const { status, body } = await say('What do you think, @Pam Pages?')
    const message =
      'Pam Pages can’t read applications for this job. Leave out the @, or ask an admin to give them access.'
    expect([status, body.details]).toEqual([400, [{ path: ['text'], message }]])
    expect(await activity()).toHaveLength(1)
  })

  test('of a member of another job’s team is refused for this job', async () => {
    const mo = await w.as('mo')
    const { body: user } = await mo.get('/auth/profile')
    await w.db.insert(hiringTeams).values({ job_id: await w.newJob(), user_id: user.id })
    const { body } = await say('What do you think, @Mo Member?')
    expect(body.error).toMatch(/^Mo Member can’t read applications for this job\./)
  })

  test('of an address or an unknown name is only text', async () => {
    expect(
      (await say('mira@example.org, @nobody, @Ada, @Ada Administrator')).body.mentions,
    ).toEqual([])
    expect(await mailed()).toEqual([])
  })

  test('can name anyone with permission to read applications', async () => {
    const { body } = await rita.get('/applications/reviewers')
    expect(body.map(({ first_name }: { first_name: string }) => first_name)).toEqual([
      'Ada',
      'Rita',
    ])
  })

  test('waits in the outbox no longer than its application', async () => {
    await say('@Ada Admin')
    await rita.send('DELETE', `/applications/${id}`)
    expect(await mailed()).toEqual([])
  })

  test('means the longer of two names that fit', () => {
    const people = [
      { id: 1, first_name: 'Ann', last_name: 'Lee' },
      { id: 2, first_name: 'Ann', last_name: 'Lee Jones' },
    ]
    const ids = (text: string) => mentionedIn(text, people).map(({ id }) => id)
    expect(ids('@Ann Lee Jones')).toEqual([2])
    expect(ids('@ann lee, and @Ann Lee Jones')).toEqual([1, 2])
    expect(ids('@Ann Leek')).toEqual([])
  })
})

test('activity tells who did what, with one view an hour and mail in its state', async () => {
  await rita.get(`/applications/${id}`)
  await rita.get(`/applications/${id}`)
  await ada.get(`/applications/${id}`)
  await rita.send('PUT', `/applications/${id}`, { status: 'shortlisted' })
  await rita.send('PUT', `/applications/${id}`, { notes: '<p>Good.</p>' })
  await ada.send('PUT', `/applications/${id}`, { status: 'rejected', tell: 'later' })
  const lines = (await activity()).reverse()
  // The response to a change contains the letter, so it is a view too.
  const told = lines.filter(({ kind }: { kind: string }) => kind !== 'viewed')
  expect(lines.slice(0, 3)).toMatchObject([
    { kind: 'received', by: null },
    { kind: 'viewed', by: 'Rita Reviewer', times: 1 },
    { kind: 'viewed', by: 'Ada Admin' },
  ])
  expect(told).toMatchObject([
    { kind: 'received' },
    { kind: 'status', by: 'Rita Reviewer', from: 'pending', to: 'shortlisted', tell: 'never' },
    { kind: 'changed', by: 'Rita Reviewer' },
    expect.objectContaining({ kind: expect.stringMatching(/email|status/) }),
    expect.objectContaining({ kind: expect.stringMatching(/email|status/) }),
  ])
  const email = told.find(({ kind }: { kind: string }) => kind === 'email')
  expect(email).toMatchObject({ by: 'Ada Admin', email: { state: 'waiting' } })
  expect(email.email.held_until).not.toBeNull()
})

test('a deleted account leaves the name of the author', async () => {
  await say('Mine', ada)
  await w.db.delete(users).where(eq(users.email, 'ada@example.com'))
  expect(await activity()).toMatchObject([
    { kind: 'comment', by: 'Ada Admin', comment: { author_id: null } },
    { kind: 'received' },
  ])
})
