import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { applications, jobs, outbox, settings, templates, users } from '#db/schema.ts'
import { setUpOutbox } from '#scripts/testing/fixtures/outbox.ts'
import { header, mailServer, refusal } from '#scripts/testing/mail-server.ts'
import { emailOf, type Person } from '#scripts/testing/world.ts'

const { world, worker, mails, after, release } = setUpOutbox()

let rita: Person
let ada: Person
let id: number
beforeEach(async () => {
  const w = world()
  rita = await w.as('rita')
  ada = await w.as('ada')
  id = await w.newApplication(await w.newJob({ title: 'Baker' }), { email: 'cleo@example.org' })
})

const path = () => `/applications/${id}`
const put = (change: object, who = rita) => who.send('PUT', path(), change)
const load = async () => (await rita.get(path())).body
const answers = async () => (await mails()).filter(({ kind }) => kind === 'answer')
const takeBack = async (who: Person, heldUntil?: string) => {
  const headers = heldUntil ? { 'if-match': `"${heldUntil}"` } : undefined
  const response = await who.raw(`${path()}/take-back`, {
    method: 'POST',
    ...(headers && { headers }),
  })
  const { status, body } = await world().read(response)
  return { status, body }
}
const nothingHeld = { status: 409, body: { error: 'No email about this decision is held' } }
const hours = (time: string) => (Date.parse(time) - Date.now()) / 3_600_000

async function server() {
  const smtp = await mailServer()
  after(smtp.close)
  return smtp
}

describe('a decision', () => {
  test('tells nobody, unless someone chose so', async () => {
    expect((await put({ status: 'rejected' })).body).toMatchObject({
      status: 'rejected',
      told_status: null,
      told_at: null,
      held_until: null,
    })
    expect(await answers()).toEqual([])
  })

  test('told now reaches the candidate, once, and is known as told', async () => {
    const smtp = await server()
    worker(smtp)
    await put({ status: 'rejected', tell: 'now' })
    await release()
    await expect.poll(load).toMatchObject({ told_status: 'rejected' })
    const { told_at, answered_at, updated_at } = await load()
    expect(told_at).toBe(answered_at)
    await put({ status: 'rejected', tell: 'now', updated_at })
    await put({ status: 'rejected', tell: 'later' })
    expect(await answers()).toHaveLength(1)
    expect(smtp.received).toHaveLength(1)
    expect(header(smtp.received[0]!, 'Subject')).toBe('Your application for Baker')
    expect(smtp.received[0]).toContain('Rita Reviewer')
  })

  test.each([
    ['the job over the reviewer', 'later', 'now', undefined, 'later'],
    ['the reviewer without a choice of the job', null, 'now', undefined, 'now'],
    ['the request over both', 'now', 'now', 'never', undefined],
    ['the request alone', null, null, 'later', 'later'],
  ] as const)('follows the choice of %s', async (_, job, reviewer, asked, told) => {
    const { db } = world()
    await db.update(jobs).set({ tell: job })
    await db
      .update(users)
      .set({ tell: reviewer })
      .where(eq(users.email, emailOf('rita')))
    await put({ status: 'selected', ...(asked && { tell: asked }) })
    const sent = (await answers()).map(({ held_until }) =>
      hours(held_until!) > 1 ? 'later' : 'now',
    )
    expect(sent).toEqual(told ? [told] : [])
    await put({ notes: '<p>Noted.</p>', status: 'selected' })
    expect(await answers()).toHaveLength(sent.length)
  })

  test('that is to be told without a template is refused, and nothing is decided', async () => {
    const { db } = world()
    const [template] = await db
      .delete(templates)
      .where(eq(templates.status, 'rejected'))
      .returning()
    after(() => db.insert(templates).values(template!))
    const response = await put({ status: 'rejected', tell: 'now', notes: '<p>No.</p>' })
    const message =
      'No template tells candidates that they were rejected. Write one under Templates.'
    expect(response).toMatchObject({
      status: 400,
      body: { details: [{ path: ['tell'], message }] },
    })
    expect(await load()).toMatchObject({ status: 'pending', notes: '' })
  })

  test('by two reviewers at once, from the same state: one counts, one is told of it', async () => {
    const { updated_at } = await load()
    const both = await Promise.all([
      put({ status: 'rejected', tell: 'now', updated_at }),
      put({ status: 'selected', tell: 'now', updated_at }, ada),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { status } = await load()
    expect(await answers()).toMatchObject([{ tells: status }])
  })

  test('together with new details writes to the new address', async () => {
    await put({ status: 'selected', tell: 'now', email: 'new@example.org', first_name: 'Nova' })
    const [mail] = await answers()
    expect(mail).toMatchObject({ to_address: 'new@example.org' })
    expect(mail?.body).toContain('Dear Nova,')
  })

  test('is in the audit trail with what it was before, and what was told', async () => {
    await put({ status: 'shortlisted' })
    await put({ status: 'rejected', tell: 'later' })
    await put({ notes: '<p>Only notes.</p>' })
    const { body } = await ada.get('/audit?action=application.changed&per_page=3')
    expect(body.map(({ detail }: { detail: object }) => detail)).toEqual([
      { status: 'rejected' },
      { status: 'rejected', from: 'shortlisted', tell: 'later' },
      { status: 'shortlisted', from: 'pending', tell: 'never' },
    ])
  })
})

describe('a held mail', () => {
  const hold = () => put({ status: 'rejected', tell: 'later' })

  test('waits as long as the setting says, also when retried by someone else', async () => {
    const smtp = await server()
    worker(smtp)
    await hold()
    expect(hours((await load()).held_until)).toBeCloseTo(24, 1)
    const [mail] = await answers()
    const isHeld = { status: 409, body: { error: 'This email is held until its time has come' } }
    expect(await ada.send('POST', `/outbox/${mail!.id}/retry`)).toMatchObject(isHeld)
    expect(await rita.send('POST', `${path()}/email/${mail!.id}/retry`)).toMatchObject(isHeld)
    // A clock that went back moves the next try, not the hold.
    await world()
      .db.update(outbox)
      .set({ next_try_at: new Date(0).toISOString() })
    // Proves absence: an email that isn't held would arrive by then.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(smtp.received).toEqual([])
    await release()
    await expect.poll(load).toMatchObject({ told_status: 'rejected', held_until: null })
    expect(smtp.received).toHaveLength(1)
  })

  test('is held as long as the setting says', async () => {
    const { db } = world()
    const hold_hours = { key: 'hold_hours', category: 'general' }
    await db.insert(settings).values({ ...hold_hours, value: '72' })
    await hold()
    expect(hours((await load()).held_until)).toBeCloseTo(72, 1)
    await db.delete(settings).where(eq(settings.key, 'hold_hours'))
  })

  test('is replaced by another decision, and by telling now', async () => {
    await hold()
    await put({ status: 'selected' })
    expect(await answers()).toEqual([])
    await hold()
    await put({ status: 'rejected', tell: 'now' })
    const [mail, ...others] = await answers()
    expect([mail?.tells, others]).toEqual(['rejected', []])
    expect(hours(mail!.held_until!)).toBeLessThan(1)
  })

  test('stays when the rest of the application changes', async () => {
    await hold()
    await put({ notes: '<p>Kind.</p>', status: 'rejected' })
    await put({ phone: '12345678' })
    expect(await answers()).toHaveLength(1)
    expect((await load()).held_until).not.toBeNull()
  })

  test.each(['now', 'later'])('told %s can be undone by any reviewer, once', async (tell) => {
    await put({ status: 'shortlisted' })
    const asked = Date.now()
    const { body } = await put({ status: 'rejected', tell })
    expect(Date.parse(body.held_until) - asked).toBeGreaterThanOrEqual(60_000)
    await put({ notes: '<p>Kind.</p>' })
    const back = await takeBack(ada)
    expect(back.body).toMatchObject({ held_until: null, status: 'shortlisted', is_telling: false })
    expect(await answers()).toEqual([])
    const { body: events } = await ada.get('/audit?action=application.email_taken_back&per_page=1')
    expect(events[0].detail).toEqual({ from: 'rejected', status: 'shortlisted' })
    expect(await takeBack(rita)).toEqual(nothingHeld)
  })

  test('is undone with what it replaced: the status before both', async () => {
    await put({ status: 'rejected', tell: 'later' })
    await put({ status: 'rejected', tell: 'now', notes: '<p>Kind.</p>' })
    const letter = { subject: 'Sorry', body: '<p>No.</p>', reply_to: 'me', about_decision: true }
    expect((await rita.send('POST', `${path()}/email`, letter)).body.held_until).not.toBeNull()
    expect(await answers()).toHaveLength(1)
    expect((await takeBack(rita)).body).toMatchObject({ status: 'pending', held_until: null })
  })

  test('about an earlier decision is dropped alone', async () => {
    await put({ status: 'rejected' })
    await put({ status: 'rejected', tell: 'now' })
    expect((await takeBack(rita)).body).toMatchObject({ status: 'rejected', held_until: null })
  })

  test('is not undone from a screen that shows an earlier one, nor once the status has changed', async () => {
    const { body } = await put({ status: 'rejected', tell: 'now' })
    await put({ status: 'selected', tell: 'later' }, ada)
    expect(await takeBack(rita, body.held_until)).toEqual({
      status: 409,
      body: { error: 'Someone else has changed this decision since. Reload to see it.' },
    })
    expect(await load()).toMatchObject({ status: 'selected', is_telling: true })
    await put({ status: 'shortlisted' }, ada)
    expect(await takeBack(rita)).toEqual(nothingHeld)
    expect(await load()).toMatchObject({ status: 'shortlisted' })
  })

  test('of two who undo at once, one does', async () => {
    await put({ status: 'rejected', tell: 'now' })
    const both = await Promise.all([takeBack(rita), takeBack(ada)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await load()).toMatchObject({ status: 'pending' })
  })

  test('is not undone after it was sent, also when the clock went back', async () => {
    await put({ status: 'rejected', tell: 'now' })
    await world().db.update(outbox).set({ sent_at: new Date().toISOString() })
    expect(await takeBack(rita)).toEqual({
      status: 409,
      body: { error: 'The email has already been sent' },
    })
    expect(await load()).toMatchObject({ status: 'rejected', told_status: 'rejected' })
  })

  test('can’t be taken back, replaced or sent twice once it leaves', async () => {
    const smtp = await mailServer({
      onRcptTo: (_address, _session, done) => void setTimeout(done, 300),
    })
    after(smtp.close)
    await hold()
    await release()
    worker(smtp)
    await expect.poll(async () => (await answers())[0]?.lease_until).not.toBeNull()
    expect(await rita.send('POST', `${path()}/take-back`)).toMatchObject({
      status: 409,
      body: { error: 'The email is just being sent' },
    })
    await put({ status: 'rejected', tell: 'now' })
    await expect.poll(load).toMatchObject({ told_status: 'rejected' })
    expect(smtp.received).toHaveLength(1)
  })

  test('goes with its application', async () => {
    await hold()
    await rita.send('DELETE', path())
    expect(await answers()).toEqual([])
  })
})

test('a refused mail about a decision that has changed is not sent again', async () => {
  const smtp = await mailServer({
    onRcptTo: (_address, _session, done) => done(refusal(550)),
  })
  after(smtp.close)
  worker(smtp)
  await put({ status: 'rejected', tell: 'now' })
  await release()
  await expect.poll(async () => (await answers())[0]?.failed_at).not.toBeNull()
  expect(await load()).toMatchObject({
    told_status: null,
    is_telling: false,
    tell_error: expect.stringContaining('550'),
  })
  await put({ status: 'selected' })
  expect(await load()).toMatchObject({ tell_error: null })
  const [mail] = await answers()
  const outdated = {
    status: 409,
    body: { error: 'The decision has changed since. Write a new email' },
  }
  expect(await ada.send('POST', `/outbox/${mail!.id}/retry`)).toMatchObject(outdated)
  expect(await rita.send('POST', `${path()}/email/${mail!.id}/retry`)).toMatchObject(outdated)
})

test('a refused mail to a candidate who has withdrawn since is not sent again', async () => {
  await put({ status: 'rejected', tell: 'now' })
  const now = new Date().toISOString()
  await world().db.update(outbox).set({ failed_at: now })
  await world().db.update(applications).set({ withdrawn_at: now })
  const [mail] = await answers()
  const refused = { status: 409, body: { error: 'The candidate has withdrawn since' } }
  expect(await ada.send('POST', `/outbox/${mail!.id}/retry`)).toMatchObject(refused)
  expect(await rita.send('POST', `${path()}/email/${mail!.id}/retry`)).toMatchObject(refused)
})

test('a candidate told in another way counts as told, and gets no mail', async () => {
  expect((await rita.send('POST', `${path()}/mark-told`)).body).toMatchObject({
    error: 'Nothing has been decided yet',
  })
  await put({ status: 'rejected', tell: 'later' })
  const told = await rita.send('POST', `${path()}/mark-told`)
  expect(told.body).toMatchObject({ told_status: 'rejected', held_until: null })
  expect(await answers()).toEqual([])
})
