import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  applications,
  auditEvents,
  bulk,
  bulkItems,
  interviews,
  outbox,
  settings,
  users,
} from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { startBulk } from './worker.ts'

const w = await world()
let worker: ReturnType<typeof startBulk> | undefined
afterAll(async () => {
  await worker?.stop()
  await w.remove()
})

let rita: Person
let ada: Person
let job: number
let ids: number[]
beforeEach(async () => {
  await worker?.stop()
  worker = undefined
  await w.reset()
  await w.db.delete(bulk)
  ;[rita, ada] = await Promise.all([w.as('rita'), w.as('ada')])
  job = await w.newJob()
  ids = []
  for (let i = 0; i < 5; i++) ids.push(await w.newApplication(job, { first_name: `Mira${i}` }))
})

const startWorker = () =>
  startBulk({
    db: w.db,
    store: w.store,
    log: w.log,
    mailFrom: 'jobs@example.org',
    publicUrl: undefined,
    ownAddress: () => 'http://own.test',
    times: { pollMs: 20, share: 0 },
  })
const work = () => {
  worker ??= startWorker()
}

async function start(json: object, by = rita): Promise<number> {
  const response = await by.send('POST', '/applications/bulk', json)
  expect(response.status).toBe(202)
  return response.body.id
}

const ended = (id: number) =>
  vi.waitFor(
    async () => {
      const { body } = await rita.get(`/bulk/${id}`)
      expect(body.state).toMatch(/^(done|undone)$/)
      return body
    },
    { timeout: 30_000, interval: 20 },
  )

const run = async (json: object) => {
  const id = await start(json)
  work()
  return ended(id)
}

const statuses = async () =>
  Object.fromEntries((await w.applications()).map(({ id, status }) => [id, status]))

const all = (status: string) => Object.fromEntries(ids.map((id) => [id, status]))

const mails = () => w.db.select().from(outbox).orderBy(outbox.application_id)

const reject = { action: 'status', status: 'rejected' }

describe('POST /applications/bulk', () => {
  test('changes the status of each, with an event each in the audit trail', async () => {
    const before = await w.applications()
    const action = await run({ ids, ...reject })
    expect(action).toMatchObject({
      state: 'done',
      done: 5,
      total: 5,
      failed: [],
      status: 'rejected',
    })
    expect(await statuses()).toEqual(all('rejected'))
    for (const row of await w.applications()) {
      expect(row.reviewed_at).not.toBeNull()
      expect(row.updated_at > before.find(({ id }) => id === row.id)!.updated_at).toBe(true)
    }
    const events = await w.db
      .select()
      .from(auditEvents)
      .where(sql`detail ->> 'bulk' = ${action.id}`)
    expect(events).toHaveLength(5)
    expect(events[0]).toMatchObject({
      action: 'application.changed',
      actor_name: 'Rita Reviewer',
      ip: '192.0.2.1',
      target_id: ids[0],
      target_name: 'Mira0 Ostergard',
      detail: { status: 'rejected', from: 'pending', bulk: action.id },
    })
  })

  test('takes a filter with exceptions, and only those who match when it begins', async () => {
    const other = await w.newApplication(await w.newJob())
    const id = await start({
      filter: { job_id: job, status: 'pending' },
      except: [ids[1]],
      ...reject,
    })
    const late = await w.newApplication(job)
    work()
    expect(await ended(id)).toMatchObject({ done: 4, total: 4 })
    expect(await statuses()).toEqual({
      ...all('rejected'),
      [ids[1]!]: 'pending',
      [other]: 'pending',
      [late]: 'pending',
    })
  })

  test('leaves those alone that have the status already', async () => {
    await rita.send('PUT', `/applications/${ids[0]}`, { status: 'rejected' })
    const [before] = await w.applications()
    const action = await run({ ids, ...reject })
    expect(action).toMatchObject({ done: 5, failed: [] })
    expect((await w.applications())[0]).toEqual(before)
    expect(await w.db.$count(auditEvents, sql`detail ->> 'bulk' = ${action.id}`)).toBe(4)
  })

  test('names those that others have changed or deleted, and does the rest', async () => {
    const id = await start({ ids, ...reject })
    await ada.send('PUT', `/applications/${ids[0]}`, { status: 'selected' })
    await ada.send('DELETE', `/applications/${ids[1]}`)
    await ada.send('PUT', `/applications/${ids[2]}`, { notes: '<p>Kind.</p>' })
    await ada.send('PUT', `/applications/${ids[3]}`, { status: 'rejected' })
    work()
    expect(await ended(id)).toMatchObject({
      done: 3,
      total: 5,
      failed_count: 2,
      failed: [
        {
          id: ids[0],
          name: 'Mira0 Ostergard',
          error: 'Ada Admin has changed it in the meantime',
        },
        { id: ids[1], name: null, error: 'It was deleted' },
      ],
    })
    expect((await statuses())[ids[0]!]).toBe('selected')
    // Ada's own decision stays when Rita's action is undone.
    await rita.send('POST', `/bulk/${id}/undo`)
    expect(await ended(id)).toMatchObject({ state: 'undone', done: 2, failed: [] })
    const { [ids[1]!]: _, ...left } = all('pending')
    expect(await statuses()).toEqual({ ...left, [ids[0]!]: 'selected', [ids[3]!]: 'rejected' })
  })

  test('is begun once for each Idempotency-Key of a person, also at the same time', async () => {
    const post = (by: typeof rita, key: string) =>
      by.raw('/applications/bulk', {
        method: 'POST',
        headers: { 'Idempotency-Key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ ids, ...reject }),
      })
    const begun = async (by: typeof rita, key: string) => {
      const { status, body } = await w.read(await post(by, key))
      expect(status).toBe(202)
      return body.id as number
    }
    const repeats = await Promise.all([begun(rita, 'a'), begun(rita, 'a'), begun(rita, 'a')])
    expect(new Set(repeats).size).toBe(1)
    expect(await begun(rita, 'a')).toBe(repeats[0])
    expect(new Set([repeats[0], await begun(rita, 'b'), await begun(ada, 'a')]).size).toBe(3)
    expect(await w.db.$count(bulk)).toBe(3)
    expect((await w.read(await post(rita, ' '))).status).toBe(400)
  })

  test('a refused request can be sent again with the same Idempotency-Key', async () => {
    const send = (json: object) =>
      rita
        .raw('/applications/bulk', {
          method: 'POST',
          headers: { 'Idempotency-Key': 'a', 'content-type': 'application/json' },
          body: JSON.stringify({ ...json, ...reject }),
        })
        .then(w.read)
    expect((await send({ filter: { q: 'nobody' } })).status).toBe(400)
    expect((await send({ ids })).status).toBe(202)
  })

  test.each([true, false])('takes a filter by whether they withdrew: %s', async (withdrawn) => {
    const withdrawn_at = new Date().toISOString()
    await w.db.update(applications).set({ withdrawn_at }).where(eq(applications.id, ids[0]!))
    expect(await run({ filter: { withdrawn }, ...reject })).toMatchObject({
      total: withdrawn ? 1 : 4,
    })
    expect((await statuses())[ids[0]!]).toBe(withdrawn ? 'rejected' : 'pending')
  })

  test('takes a filter by whether they agreed to be kept, in the preview too', async () => {
    await w.db
      .update(applications)
      .set({ keep_until: '2090-01-31' })
      .where(eq(applications.id, ids[0]!))
    const task = { filter: { keep: true }, ...reject }
    expect((await rita.send('POST', '/applications/bulk/preview', task)).body).toMatchObject({
      total: 1,
    })
    expect(await run(task)).toMatchObject({ total: 1 })
    expect((await statuses())[ids[0]!]).toBe('rejected')
  })

  test('names ids that do not exist', async () => {
    expect(await run({ ids: [ids[0], 987_654], ...reject })).toMatchObject({
      done: 1,
      total: 2,
      failed: [{ id: 987_654, name: null, error: 'It was deleted' }],
    })
  })

  test('of two reviewers who decide in the same second, one decides and the other is told', async () => {
    const first = await start({ ids, ...reject })
    const second = await start({ ids, action: 'status', status: 'shortlisted' }, ada)
    work()
    const [a, b] = [await ended(first), await ended(second)]
    expect(a.done + b.done).toBe(5)
    const [winner, loser] = a.done ? [a, b] : [b, a]
    expect(await statuses()).toEqual(all(winner.status))
    expect(loser.failed).toHaveLength(5)
    expect(loser.failed[0].error).toBe(`${winner.user_name} has changed it in the meantime`)
  })

  test('deletes applications with their files', async () => {
    const form = applicationForm({ job_id: job, resume: resumeFile('mira.pdf') })
    const sent = await w.read(
      await w.visitor.raw('/applications/submit', { method: 'POST', body: form }),
    )
    expect(await w.files()).toHaveLength(1)
    const action = await run({ ids: [...ids, await w.idOf(sent)], action: 'delete' })
    expect(action).toMatchObject({ state: 'done', done: 6, failed: [] })
    expect(await w.applications()).toEqual([])
    expect(await w.files()).toEqual([])
    expect(
      await w.db.$count(
        auditEvents,
        sql`action = 'application.deleted' and detail ->> 'bulk' = ${action.id}`,
      ),
    ).toBe(6)
    expect((await rita.send('POST', `/bulk/${action.id}/undo`)).status).toBe(409)
  })

  test('names those on legal hold instead of deleting them, and lists the others as erased', async () => {
    await w.db
      .update(applications)
      .set({ legal_hold: 'A claim' })
      .where(eq(applications.id, ids[0]!))
    const before = await w.store.listErased()
    const action = await run({ ids, action: 'delete' })
    expect(action).toMatchObject({
      state: 'done',
      done: 4,
      failed_count: 1,
      failed: [{ id: ids[0], error: 'It is on legal hold' }],
    })
    expect((await w.applications()).map((row) => row.id)).toEqual([ids[0]])
    expect(await w.store.listErased()).toHaveLength(before.length + 4)
  })

  const letter = { subject: 'About {job_title}', body: '<p>Dear {first_name}</p>' }

  test('emails each candidate, once', async () => {
    const action = await run({ ids, action: 'email', ...letter })
    expect(action).toMatchObject({ state: 'done', done: 5, failed: [] })
    const sent = await mails()
    expect(sent.map((mail) => mail.application_id)).toEqual(ids)
    expect(sent[1]).toMatchObject({
      kind: 'answer',
      subject: expect.stringContaining('Baker'),
      tells: null,
      body: '<p>Dear Mira1</p>',
      to_address: 'mira@example.org',
      sender_name: 'Rita Reviewer',
    })
    const emailed = eq(auditEvents.action, 'application.emailed')
    expect(await w.db.$count(auditEvents, and(emailed, inArray(auditEvents.target_id, ids)))).toBe(
      5,
    )
  })

  test('decides on those who withdrew without an email, and names them', async () => {
    const withdrawn_at = new Date().toISOString()
    await w.db.update(applications).set({ withdrawn_at }).where(eq(applications.id, ids[0]!))
    const failed = [
      { id: ids[0], error: 'The candidate withdrew the application, so no email is sent' },
    ]
    const email = { ids, action: 'email', subject: 'Hello', body: '<p>Hi.</p>' }
    expect((await rita.send('POST', '/applications/bulk/preview', email)).body.emails).toBe(4)
    expect(await run(email)).toMatchObject({ done: 4, failed_count: 1, failed })
    expect(await w.db.$count(outbox)).toBe(4)
    expect(await run({ ids, ...reject, tell: 'now' })).toMatchObject({
      done: 5,
      total: 5,
      left: 0,
      failed_count: 1,
      failed,
    })
    expect(await statuses()).toEqual(all('rejected'))
    expect(await w.db.$count(outbox, eq(outbox.tells, 'rejected'))).toBe(4)
  })

  test('an email about the decision replaces the one that is held', async () => {
    await run({ ids: ids.slice(0, 2), ...reject, tell: 'later' })
    expect((await mails()).map((mail) => Boolean(mail.held_until))).toEqual([true, true])
    // Else it may come between Ada's change and its line in the audit trail.
    await worker?.stop()
    worker = undefined
    const id = await start({ ids, action: 'email', ...letter, about_decision: true })
    await ada.send('PUT', `/applications/${ids[1]}`, { status: 'selected' })
    work()
    expect((await ended(id)).failed).toMatchObject([
      { id: ids[1], error: 'Ada Admin has changed it in the meantime' },
      ...ids.slice(2).map((id) => ({ id, error: 'There is no decision yet to tell about' })),
    ])
    const left = (await mails()).filter((mail) => mail.application_id !== ids[1])
    expect(left).toMatchObject([
      { application_id: ids[0], tells: 'rejected', subject: left[0]?.subject },
    ])
  })

  test('a status can tell candidates, by the choice of the action, the job or the person', async () => {
    const asking = await w.newApplication(await w.newJob({ tell: 'now' }))
    ids.push(asking)
    await run({ ids, ...reject })
    expect((await mails()).map((mail) => [mail.application_id, mail.tells])).toEqual([
      [asking, 'rejected'],
    ])
    await run({ ids, action: 'status', status: 'selected', tell: 'now' })
    expect((await mails()).map((mail) => [mail.application_id, mail.tells])).toEqual(
      ids.map((id) => [id, 'selected']),
    )
  })

  test('stops when the person may no longer review applications', async () => {
    const id = await start({ ids, action: 'delete' })
    await w.db.update(users).set({ permissions: [] }).where(eq(users.first_name, 'Rita'))
    work()
    const { body } = await vi.waitFor(async () => {
      const response = await ada.get(`/bulk/${id}`)
      expect(response.body.state).toBe('done')
      return response
    }, 30_000)
    expect(body).toMatchObject({ done: 0, failed_count: 5 })
    expect(body.failed[0].error).toBe('Rita Reviewer may no longer do this')
    expect(await w.applications()).toHaveLength(5)
  })

  test('goes on after a worker died with its lease', async () => {
    const id = await start({ ids, ...reject })
    await w.db.update(bulk).set({ lease_until: new Date(Date.now() + 1500).toISOString() })
    work()
    // Proves absence: without the lease, it would be done by then.
    await pause(300)
    expect((await rita.get(`/bulk/${id}`)).body).toMatchObject({
      state: 'running',
      done: 0,
      left: 5,
    })
    expect(await ended(id)).toMatchObject({ done: 5 })
  })

  test('goes on when the clock went back behind a lease', async () => {
    const id = await start({ ids, ...reject })
    await w.db.update(bulk).set({ lease_until: new Date(Date.now() + 86_400_000).toISOString() })
    work()
    expect(await ended(id)).toMatchObject({ done: 5 })
  })

  test('is done once by two workers, each application by one of them', async () => {
    for (let i = 0; i < 300; i++) ids.push(await w.newApplication(job))
    const id = await start({ ids, ...reject })
    work()
    const second = startWorker()
    expect(await ended(id)).toMatchObject({ done: 305, total: 305 })
    await second.stop()
    expect(await w.db.$count(auditEvents, sql`detail ->> 'bulk' = ${id}`)).toBe(305)
  })

  test('one application that cannot be changed fails alone', async () => {
    await w.db.$client.execute(
      `create trigger broken before update on applications when old.id = ${ids[2]} begin select raise(abort, 'broken'); end`,
    )
    const action = await run({ ids, ...reject }).finally(() =>
      w.db.$client.execute('drop trigger broken'),
    )
    expect(action).toMatchObject({
      done: 4,
      total: 5,
      failed: [{ id: ids[2], error: 'Something went wrong' }],
    })
    expect((await rita.send('POST', `/bulk/${action.id}/retry`)).status).toBe(202)
    expect(await ended(action.id)).toMatchObject({ state: 'done', done: 5, failed: [] })
    expect(await statuses()).toEqual(all('rejected'))
    expect((await rita.send('POST', `/bulk/${action.id}/retry`)).status).toBe(409)
  })

  test.each([
    [{ ...reject }, 'ids'],
    [{ ids: [], ...reject }, 'ids'],
    [{ ids: [1], filter: {}, ...reject }, 'filter'],
    [{ ids: [1], action: 'status' }, 'status'],
    [{ ids: [1], action: 'email', body: '<p>Hello</p>' }, 'subject'],
    [{ ids: [1], action: 'email', subject: 'Hello' }, 'body'],
    [{ filter: { answers: { 12: 'yes' } }, ...reject }, 'job_id'],
    [{ filter: { state: 'pending' }, ...reject }, 'filter'],
    [{ ids: Array.from({ length: 10_001 }, (_, n) => n + 1), ...reject }, 'ids'],
  ])('%j is refused', async (json, field) => {
    const { status, body } = await rita.send('POST', '/applications/bulk', json)
    expect([status, body.details[0].path[0]]).toEqual([400, field])
    expect(await w.db.$count(bulk)).toBe(0)
  })

  test('a selection that matches nothing is refused and leaves no action', async () => {
    const { status, body } = await rita.send('POST', '/applications/bulk', {
      filter: { q: 'nobody' },
      ...reject,
    })
    expect([status, body.error]).toEqual([
      400,
      'No matching applications are left. Reload the list.',
    ])
    expect([await w.db.$count(bulk), await w.db.$count(bulkItems)]).toEqual([0, 0])
  })
})

describe('POST /applications/bulk/preview', () => {
  test('tells how many, the first names and how many have the status already', async () => {
    await rita.send('PUT', `/applications/${ids[0]}`, { status: 'rejected' })
    const { body } = await rita.send('POST', '/applications/bulk/preview', { ids, ...reject })
    expect(body).toMatchObject({ total: 5, unchanged: 1, emails: 0, held: 0 })
    expect(body.first[0]).toMatchObject({ first_name: 'Mira0', last_name: 'Ostergard' })
    expect(await w.db.$count(bulk)).toBe(0)
  })

  test('tells how many have an interview ahead, which a rejection cancels', async () => {
    const times = [new Date(Date.now() + 86_400_000).toISOString()]
    for (const id of [ids[0]!, ids[0]!, ids[1]!])
      await rita.send('POST', `/applications/${id}/interviews`, {
        times,
        minutes: 45,
        place: 'Quay 4',
      })
    await w.db
      .update(interviews)
      .set({ state: 'declined' })
      .where(eq(interviews.application_id, ids[1]!))
    const count = async (json: object) =>
      (await rita.send('POST', '/applications/bulk/preview', { ids, ...json })).body.interviews
    expect(await count(reject)).toBe(1)
    expect(await count({ ...reject, status: 'shortlisted' })).toBe(0)
  })

  test('tells how many get an email, and how many of them can be taken back', async () => {
    const asking = await w.newApplication(await w.newJob({ tell: 'now' }))
    const preview = async (json: object) =>
      (await rita.send('POST', '/applications/bulk/preview', { ids: [...ids, asking], ...json }))
        .body
    expect(await preview(reject)).toMatchObject({ total: 6, emails: 1, held: 0 })
    expect(await preview({ ...reject, tell: 'later' })).toMatchObject({ emails: 6, held: 6 })
    const email = { action: 'email', subject: 'Hello', body: '<p>Hi.</p>' }
    expect(await preview(email)).toMatchObject({ total: 6, emails: 6, held: 0 })
    const shared = { ids, ...email, reply_to: 'shared' }
    await w.db.update(settings).set({ value: '' }).where(eq(settings.key, 'notify_email'))
    const refused = await rita.send('POST', '/applications/bulk', shared)
    expect([refused.status, refused.body.details[0].path]).toEqual([400, ['reply_to']])
    // No template tells candidates that they are pending.
    const pending = { action: 'status', status: 'pending', tell: 'now' }
    for (const path of ['/applications/bulk', '/applications/bulk/preview']) {
      const { status, body } = await rita.send('POST', path, { ids, ...pending })
      expect([status, body.details[0].path]).toEqual([400, ['tell']])
    }
  })
})

describe('POST /bulk/{id}/undo', () => {
  test('puts back where nobody has changed the status since, and says who changed the others', async () => {
    await rita.send('PUT', `/applications/${ids[4]}`, { status: 'shortlisted' })
    const { id } = await run({ ids, ...reject })
    await ada.send('PUT', `/applications/${ids[0]}`, { status: 'selected' })
    await ada.send('DELETE', `/applications/${ids[1]}`)
    // The status of both is what the action set, by a later decision and by none.
    await ada.send('PUT', `/applications/${ids[2]}`, { status: 'pending' })
    await ada.send('PUT', `/applications/${ids[2]}`, { status: 'rejected' })
    await ada.send('PUT', `/applications/${ids[3]}`, { notes: '<p>Call back.</p>' })
    expect((await rita.get(`/bulk/${id}/undo`)).body).toEqual({
      undoable: 2,
      left_out: 3,
      held_until: null,
    })
    const response = await rita.send('POST', `/bulk/${id}/undo`)
    expect([response.status, response.body.state, response.body.left]).toEqual([202, 'undoing', 5])
    const changed = 'Ada Admin has changed it in the meantime'
    expect(await ended(id)).toMatchObject({
      state: 'undone',
      done: 2,
      failed: [
        { id: ids[0], error: changed },
        { id: ids[1], error: 'It was deleted' },
        { id: ids[2], error: changed },
      ],
    })
    expect(await statuses()).toEqual({
      [ids[0]!]: 'selected',
      [ids[2]!]: 'rejected',
      [ids[3]!]: 'pending',
      [ids[4]!]: 'shortlisted',
    })
    expect((await rita.send('POST', `/bulk/${id}/undo`)).status).toBe(409)
    const { body } = await rita.get(`/bulk/${id}/undo`)
    expect(body).toEqual({ undoable: 0, left_out: 0, held_until: null })
  })

  test('drops mail that is held, and leaves out and names those whose mail has left', async () => {
    const { id } = await run({ ids, ...reject, tell: 'now' })
    const held = await mails()
    expect(held.every(({ held_until }) => Date.parse(held_until!) > Date.now() + 50_000)).toBe(true)
    const now = new Date().toISOString()
    const mailTo = (n: number) => eq(outbox.application_id, ids[n]!)
    await w.db.update(outbox).set({ sent_at: now }).where(mailTo(0))
    // An attempt whose outcome nobody knows may have been successful.
    await w.db.update(outbox).set({ lease_until: now }).where(mailTo(1))
    await w.db.update(outbox).set({ failed_at: now }).where(mailTo(2))
    await rita.send('POST', `/applications/${ids[3]}/mark-told`)
    const { body } = await rita.get(`/bulk/${id}/undo`)
    expect(body).toEqual({ undoable: 2, left_out: 3, held_until: held[4]?.held_until })
    await rita.send('POST', `/bulk/${id}/undo`)
    const error = 'The email about it has already been sent'
    expect(await ended(id)).toMatchObject({
      state: 'undone',
      done: 2,
      failed_count: 3,
      failed: [0, 1, 3].map((n) => ({ id: ids[n], name: `Mira${n} Ostergard`, error })),
    })
    expect(await statuses()).toEqual({
      ...all('rejected'),
      [ids[2]!]: 'pending',
      [ids[4]!]: 'pending',
    })
    expect((await mails()).map((mail) => mail.application_id)).toEqual(ids.slice(0, 3))
  })

  test('leaves out and names those whose unsent mail a legal hold keeps', async () => {
    const { id } = await run({ ids, ...reject, tell: 'later' })
    const held = sql`${applications.id} in (${ids[0]}, ${ids[1]})`
    await w.db.update(applications).set({ legal_hold: 'A claim' }).where(held)
    await w.db
      .update(outbox)
      .set({ failed_at: new Date().toISOString() })
      .where(eq(outbox.application_id, ids[1]!))
    const { body } = await rita.get(`/bulk/${id}/undo`)
    expect(body).toMatchObject({ undoable: 4, left_out: 1 })
    await rita.send('POST', `/bulk/${id}/undo`)
    const error = 'It is on legal hold, so its email can not be removed'
    expect(await ended(id)).toMatchObject({
      state: 'undone',
      done: 4,
      failed_count: 1,
      failed: [{ id: ids[0], error }],
    })
    expect((await statuses())[ids[0]!]).toBe('rejected')
    expect((await statuses())[ids[1]!]).toBe('pending')
    const [mail] = await mails()
    expect(mail).toMatchObject({ application_id: ids[0], failed_at: null })
  })

  test('is refused when every mail has left, or the mail of each was dropped one by one', async () => {
    const sent = await run({ ids: ids.slice(0, 1), ...reject, tell: 'now' })
    await w.db.update(outbox).set({ sent_at: new Date().toISOString() })
    const single = await run({ ids: ids.slice(1, 2), ...reject, tell: 'now' })
    const back = await ada.send('POST', `/applications/${ids[1]}/take-back`)
    expect(back.body).toMatchObject({ status: 'pending' })
    for (const { id } of [sent, single])
      expect((await rita.send('POST', `/bulk/${id}/undo`)).status).toBe(409)
  })

  test('is refused while the action runs', async () => {
    const id = await start({ ids, ...reject })
    expect((await rita.send('POST', `/bulk/${id}/undo`)).status).toBe(409)
  })

  test('unknown actions are 404', async () => {
    expect((await rita.send('POST', '/bulk/987654/undo')).status).toBe(404)
  })
})

test('a worker without work logs no failure', async () => {
  w.logged.length = 0
  work()
  // Proves absence: rounds without work log nothing.
  await pause(100)
  expect(w.logged).toEqual([])
})

describe('GET /bulk', () => {
  test('lists one’s own, the latest first', async () => {
    const first = await start({ ids: [ids[0]], ...reject })
    const second = await start({ ids: [ids[1]], ...reject })
    await start({ ids: [ids[2]], ...reject }, ada)
    const list = (await rita.get('/bulk?mine')).body
    expect(list.map(({ id }: { id: number }) => id)).toEqual([second, first])
    await w.db
      .update(bulk)
      .set({ state: 'done', finished_at: '2020-01-01T00:00:00.000Z' })
      .where(eq(bulk.id, first))
    expect((await rita.get('/bulk?mine')).body).toHaveLength(1)
  })
})
