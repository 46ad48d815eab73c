import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type applications,
  auditEvents,
  contentVersion,
  outbox,
  retentionPending,
  retentionRuns,
  settings,
} from '#db/schema.ts'
import { emailOf, type Person, world } from '#scripts/testing/world.ts'
import { startRetention } from './retention.ts'

const w = await world()
let sam: Person
let ada: Person
let rita: Person
let job: number
let retention: ReturnType<typeof startRetention> | undefined
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  for (const table of [settings, retentionRuns, retentionPending, outbox]) await w.db.delete(table)
  ;[sam, rita, ada] = await Promise.all([w.as('sam'), w.as('rita'), w.as('ada')])
  job = await w.newJob()
})
afterEach(async () => {
  await retention?.stop()
  retention = undefined
})

const day = 86_400_000
/** What the clock shows; the first day of the tests. */
let clock = Date.now()
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const none = {
  keep_undecided_days: null,
  keep_rejected_days: null,
  keep_selected_days: null,
  keep_withdrawn_days: null,
  keep_consent_months: null,
}
const put = (by: Person, rules: object) => by.send('PUT', '/privacy/retention', rules)
/** Saves rules, and lets the day pass after which shorter ones take effect. */
const save = async (rules: object) => {
  expect((await put(ada, { ...none, ...rules })).status).toBe(200)
  await w.db.update(retentionPending).set({ effective_at: new Date().toISOString() })
  return (await sam.get('/privacy/retention')).body
}
const add = (row: Partial<typeof applications.$inferInsert>) => w.newApplication(job, row)
const rejected = (days: number, more = {}) =>
  add({ status: 'rejected', created_at: ago(days + 5), reviewed_at: ago(days), ...more })
const left = async () => (await w.applications()).map(({ id }) => id)

const start = (times: { pollMs?: number; share?: number } = {}) =>
  startRetention({
    db: w.db,
    store: w.store,
    log: w.log,
    now: () => clock,
    pollMs: 20,
    share: 0,
    ...times,
  })
const runs = () => w.db.select().from(retentionRuns).orderBy(asc(retentionRuns.id))
const ended = (count: number) =>
  vi.waitFor(
    async () => {
      const all = await runs()
      expect(all.filter((run) => run.ended_at)).toHaveLength(count)
      return all
    },
    { timeout: 30_000, interval: 20 },
  )
const run = async () => {
  clock = Date.now()
  retention = start()
  await ended(1)
}

describe('PUT /privacy/retention', () => {
  test.each([0, 29, 3651, 1.5, '180', true])(
    'refuses to keep applications %j days',
    async (days) => {
      const response = await sam.send('PUT', '/privacy/retention', {
        ...none,
        keep_rejected_days: days,
      })
      expect(response).toMatchObject({
        status: 400,
        body: {
          details: [
            {
              path: ['keep_rejected_days'],
              message: 'Must be a whole number from 30 to 3,650, or empty',
            },
          ],
        },
      })
    },
  )

  test('refuses the same as a setting, and reviewers', async () => {
    await save({ keep_rejected_days: 180 })
    for (const value of ['0', '29', 'soon', '3651'])
      expect(await sam.send('PUT', '/settings/key/keep_rejected_days', { value })).toMatchObject({
        status: 400,
        body: { error: 'Must be a whole number from 30 to 3,650' },
      })
    expect((await rita.get('/privacy/retention')).status).toBe(403)
    expect((await rita.send('PUT', '/privacy/retention', none)).status).toBe(403)
    expect((await w.visitor.get('/settings/public')).body).not.toContainEqual(
      expect.objectContaining({ key: 'keep_rejected_days' }),
    )
  })

  test('longer periods count at once, for everyone with manage_settings', async () => {
    await save({ keep_rejected_days: 90, keep_selected_days: 60 })
    const longer = { keep_rejected_days: 180, keep_selected_days: null, keep_consent_months: 12 }
    const saved = await put(sam, longer)
    expect(saved).toMatchObject({ status: 200, body: { ...longer, pending: null } })
    expect((await sam.get('/privacy/retention')).body).toEqual(saved.body)
    const late = { keep_rejected_days: 200, updated_at: '2020-01-01T00:00:00.000Z' }
    expect(await put(sam, late)).toMatchObject({
      status: 409,
      body: { current: { keep_rejected_days: 180 } },
    })
    const events = await w.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'retention.changed'))
    expect(events.at(-1)).toMatchObject({
      actor_name: 'Sam Settings',
      detail: { keep_rejected_days: '180' },
    })
  })
})

describe('a shorter period', () => {
  const keys = ['undecided', 'rejected', 'selected', 'withdrawn'].map((name) => `keep_${name}_days`)
  const read = async () => (await sam.get('/privacy/retention')).body
  const mails = () => w.db.select().from(outbox)
  const setting = async (key: string) =>
    (await w.db.select().from(settings).where(eq(settings.key, key)))[0]!

  test.each(keys)(
    '%s is refused without the admin role by any route, a first one too',
    async (key) => {
      await put(sam, none)
      const { id } = await setting(key)
      const change = { value: '30' }
      for (const before of [null, 90]) {
        if (before) await save({ [key]: before })
        await w.db.delete(outbox)
        for (const [method, path, json] of [
          ['PUT', '/privacy/retention', { [key]: 30, keep_consent_months: 6 }],
          ['PUT', `/settings/key/${key}`, change],
          ['PUT', `/settings/${id}`, change],
        ] as const)
          expect([path, (await sam.send(method, path, json)).status]).toEqual([path, 403])
        expect(await read()).toMatchObject({
          [key]: before,
          keep_consent_months: null,
          pending: null,
        })
      }
      expect(await mails()).toEqual([])
      await w.db.delete(settings)
      const created = { key, value: '30', category: 'privacy' }
      expect((await sam.send('POST', '/settings', created)).status).toBe(403)
      expect((await ada.send('POST', '/settings', created)).body).toMatchObject({ value: '' })
      expect((await read()).pending).toMatchObject({ [key]: 30 })
      for (const path of [`/settings/key/${key}`, `/settings/${(await setting(key)).id}`])
        expect((await ada.send('DELETE', path)).status).toBe(409)
    },
  )

  test.each(['PUT /privacy/retention', 'PUT /settings/key'])(
    'by %s is pending for a day, and every admin gets an email',
    async (route) => {
      await save({ keep_rejected_days: 180 })
      await w.db.delete(outbox)
      const id = await rejected(100)
      const sent =
        route === 'PUT /settings/key'
          ? await ada.send('PUT', '/settings/key/keep_rejected_days', { value: '90' })
          : await put(ada, { keep_rejected_days: 90 })
      expect(sent.status).toBe(200)
      const { pending, ...row } = await read()
      expect([row.keep_rejected_days, row.preview.rejected]).toEqual([180, 0])
      expect(pending).toMatchObject({ keep_rejected_days: 90, requested_by: 'Ada Admin' })
      expect(Date.parse(pending.effective_at) - Date.now()).toBeGreaterThan(day - 60_000)
      expect(Date.parse(pending.effective_at) - Date.now()).toBeLessThanOrEqual(day)
      const [mail, ...others] = await mails()
      expect([mail?.to_address, others]).toEqual([emailOf('ada'), []])
      expect(mail?.text).toContain('Rejected applications: 90 days, until then 180 days')
      await run()
      expect(await left()).toEqual([id])
      // The same again changes nothing.
      await put(ada, { keep_rejected_days: 90 })
      expect(await mails()).toHaveLength(1)
    },
  )

  test('is taken back until then, not after', async () => {
    await put(ada, { keep_rejected_days: 90 })
    expect((await rita.send('DELETE', '/privacy/retention/pending')).status).toBe(403)
    expect((await ada.send('DELETE', '/privacy/retention/pending')).status).toBe(204)
    expect(await read()).toMatchObject({ keep_rejected_days: null, pending: null })
    expect((await ada.send('DELETE', '/privacy/retention/pending')).status).toBe(404)
    await put(ada, { keep_rejected_days: 90 })
    await w.db.update(retentionPending).set({ effective_at: ago(0) })
    expect((await ada.send('DELETE', '/privacy/retention/pending')).status).toBe(404)
    expect(await read()).toMatchObject({ keep_rejected_days: 90, pending: null })
  })

  test('joins those that are pending; a longer one removes its own', async () => {
    await save({ keep_rejected_days: 180 })
    await put(ada, { keep_rejected_days: 90 })
    await put(ada, { keep_rejected_days: 180, keep_selected_days: 60 })
    expect((await read()).pending).toMatchObject({ keep_rejected_days: 90, keep_selected_days: 60 })
    await put(sam, { keep_rejected_days: 365 })
    const { pending } = await read()
    expect(pending).toMatchObject({ keep_selected_days: 60 })
    expect(pending).not.toHaveProperty('keep_rejected_days')
    await put(sam, { keep_selected_days: null })
    expect((await read()).pending).not.toBeNull()
    await sam.send('DELETE', '/privacy/retention/pending')
    expect((await read()).pending).toBeNull()
  })

  test('takes effect by the schedule, but a clock that jumped erases nothing that day', async () => {
    const id = await rejected(100)
    await put(ada, { keep_rejected_days: 90 })
    clock = Date.now() + 30 * day
    retention = start()
    await ended(1)
    expect(await read()).toMatchObject({ keep_rejected_days: 90, pending: null })
    expect((await read()).runs[0].skipped).toBe(true)
    expect(await left()).toEqual([id])
  })
})

describe('the dry run', () => {
  test('counts by outcome, names the oldest and erases nothing', async () => {
    const oldest = await rejected(200)
    await rejected(181)
    await rejected(179)
    await add({ created_at: ago(300), withdrawn_at: ago(40), status: 'selected' })
    await add({ created_at: ago(100) })
    await add({ created_at: ago(100), status: 'shortlisted' })
    const at = '/privacy/retention/preview?keep_rejected_days=180&keep_withdrawn_days=30'
    const { body } = await sam.get(`${at}&keep_undecided_days=90`)
    const outcomes = ['rejected', 'rejected', 'undecided', 'undecided', 'withdrawn']
    expect(body).toEqual({
      undecided: 2,
      rejected: 2,
      selected: 0,
      withdrawn: 1,
      oldest: outcomes.map((outcome) => expect.objectContaining({ outcome })),
    })
    // Sam may not read applications.
    expect(body.oldest[0]).toEqual({
      id: oldest,
      name: null,
      outcome: 'rejected',
      since: expect.any(String),
    })
    const saved = await save({ keep_rejected_days: 180, keep_withdrawn_days: 30 })
    expect(saved.preview).toMatchObject({ undecided: 0, rejected: 2, withdrawn: 1 })
    expect(await left()).toHaveLength(6)
  })

  test('names the ten oldest for reviewers', async () => {
    for (let days = 200; days < 212; days++)
      await rejected(days, { first_name: 'Mira', last_name: `Day ${days}` })
    const ada = await w.as('ada')
    const { body } = await ada.get('/privacy/retention/preview?keep_rejected_days=180')
    expect(body.rejected).toBe(12)
    expect(body.oldest.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Mira Day ${211 - n}`),
    )
  })
})

describe('a run', () => {
  test('erases what the dry run counts, mail included, and keeps the counts and nameless events', async () => {
    const gone = await rejected(200)
    await w.db.insert(outbox).values({
      application_id: gone,
      message_id: '<1@x>',
      to_address: 'mira@example.org',
      subject: 'Hello',
      text: 'Dear Mira',
      html: '',
      sent_at: ago(199),
    })
    await rita.get(`/applications/${gone}`)
    const stays = [await rejected(100), await add({ created_at: ago(900) })]
    await save({ keep_rejected_days: 180 })
    await run()
    expect(await left()).toEqual(stays)
    expect(await w.db.$count(outbox, eq(outbox.message_id, '<1@x>'))).toBe(0)
    const [row] = await runs()
    expect(row).toMatchObject({ undecided: 0, rejected: 1, selected: 0, withdrawn: 0 })
    const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, gone))
    const about = events.filter(({ action }) => action.startsWith('application.'))
    expect(
      about.map(({ action, actor_name, target_name }) => [action, actor_name, target_name]),
    ).toEqual([
      ['application.viewed', 'Rita Reviewer', 'erased applicant'],
      ['application.erased', '', 'erased applicant'],
    ])
    const { runs: shown, next_run_at } = (await sam.get('/privacy/retention')).body
    expect(shown).toEqual([{ ...row, skipped: false }])
    expect(next_run_at).toBe(new Date(clock + day).toISOString())
  })

  test('keeps applications on legal hold, and those kept by consent, until that day has passed', async () => {
    const held = await rejected(200, { legal_hold: 'A claim' })
    const agreed = await rejected(200, { keep_until: dayOf(Date.now()) })
    await rejected(200, { keep_until: dayOf(Date.now() - day) })
    await save({ keep_rejected_days: 180 })
    await run()
    expect(await left()).toEqual([held, agreed])
  })

  test('takes place once a day, also with several instances, and erases each application once', async () => {
    for (let i = 0; i < 70; i++) await rejected(200)
    await save({ keep_rejected_days: 180 })
    clock = Date.now()
    // They look so often that they take the run from one another.
    const all = Array.from({ length: 4 }, () => start({ pollMs: 1 }))
    await ended(1)
    await Promise.all(all.map((one) => one.stop()))
    expect(await left()).toEqual([])
    expect(await runs()).toMatchObject([{ rejected: 70 }])
    await rejected(200)
    retention = start()
    clock += day - 1000
    // Proves absence: a second run would have begun by then.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await runs()).toHaveLength(1)
    clock += 2000
    expect(await ended(2)).toMatchObject([{ rejected: 70 }, { rejected: 1 }])
  })

  test('that was cut short is ended by the next process, with the counts of both', async () => {
    for (let i = 0; i < 70; i++) await rejected(200)
    await save({ keep_rejected_days: 180 })
    clock = Date.now()
    const first = start({ share: 50 })
    await vi.waitFor(async () => expect((await runs())[0]?.rejected).toBeGreaterThan(0), 30_000)
    await first.stop()
    const [cut] = await runs()
    expect(cut).toMatchObject({ ended_at: null })
    expect(await left()).toHaveLength(70 - (cut?.rejected ?? 0))
    retention = start()
    expect(await ended(1)).toMatchObject([{ id: cut?.id, rejected: 70 }])
    expect(await left()).toEqual([])
  })

  test('without rules does not exist', async () => {
    await rejected(4000)
    clock = Date.now()
    retention = start()
    // Proves absence: a run would have begun by then.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect([await runs(), (await left()).length]).toEqual([[], 1])
    expect((await sam.get('/privacy/retention')).body.next_run_at).toBeNull()
  })

  test('after a jump of the clock erases nothing; one that a second read confirms a day later does', async () => {
    const id = await rejected(10)
    await save({ keep_rejected_days: 180 })
    await run()
    clock = Date.now() + 3 * 365 * day
    await ended(2)
    expect(await left()).toEqual([id])
    const { body } = await sam.get('/privacy/retention')
    expect(body.runs.map(({ skipped }: { skipped: boolean }) => skipped)).toEqual([true, false])
    expect(body.next_run_at).toBe(new Date(clock + day).toISOString())
    // Set right again: a step back is not believed either.
    clock = Date.now() + 2 * day
    await ended(3)
    clock += day
    await ended(4)
    expect(await left()).toEqual([id])
    expect(w.logged.join('')).toContain('the clock has moved by more than two days')
    clock = Date.now() + 300 * day
    await ended(5)
    expect(await left()).toEqual([id])
    clock += day
    expect((await ended(6)).at(-1)).toMatchObject({ rejected: 1 })
    expect(await left()).toEqual([])
  })
})

describe('an application', () => {
  const retentionOf = async (id: number) => {
    const { kept_until, kept_because } = (await rita.get(`/applications/${id}`)).body
    return [kept_until, kept_because.reason, kept_because.outcome, kept_because.days]
  }

  test('tells until when it is kept, and why', async () => {
    const [undecided, gone] = [await add({}), await rejected(10)]
    const withdrawn = await add({ status: 'selected', withdrawn_at: ago(1) })
    const agreed = await rejected(10, { keep_until: '2090-01-31' })
    const held = await rejected(10, { legal_hold: 'A claim' })
    await save({ keep_rejected_days: 180, keep_withdrawn_days: 30 })
    expect(await retentionOf(undecided)).toEqual([null, 'no_rule', 'undecided', null])
    expect(await retentionOf(gone)).toEqual([
      dayOf(Date.now() + 170 * day),
      'rule',
      'rejected',
      180,
    ])
    expect(await retentionOf(withdrawn)).toEqual([
      dayOf(Date.now() + 29 * day),
      'rule',
      'withdrawn',
      30,
    ])
    expect(await retentionOf(agreed)).toEqual(['2090-01-31', 'consent', 'rejected', 180])
    expect(await retentionOf(held)).toEqual([null, 'legal_hold', 'rejected', 180])
  })

  test('is put on legal hold by a reviewer with a reason, which the trail records without it', async () => {
    const id = await rejected(200)
    const at = `/applications/${id}`
    const { body } = await rita.send('PUT', at, { legal_hold: '  A claim of 3 May  ' })
    expect(body).toMatchObject({ legal_hold: 'A claim of 3 May', legal_hold_by: 'Rita Reviewer' })
    expect((await rita.get(at)).body.legal_hold_at).toMatch(/^\d{4}-/)
    expect((await rita.send('PUT', at, { legal_hold: 'x'.repeat(501) })).status).toBe(400)
    await rita.send('PUT', at, { legal_hold: 'Another claim' })
    const lifted = await rita.send('PUT', at, { legal_hold: null })
    expect(lifted.body).toMatchObject({ legal_hold: null, legal_hold_by: null })
    const { body: lines } = await rita.get(`${at}/activity`)
    const holds = lines.map(({ kind, by }: { kind: string; by: string }) => [kind, by])
    expect(holds.filter(([kind]: string[]) => kind?.startsWith('hold_'))).toEqual([
      ['hold_lifted', 'Rita Reviewer'],
      ['hold_changed', 'Rita Reviewer'],
      ['hold_set', 'Rita Reviewer'],
    ])
    const trail = JSON.stringify(await w.db.select().from(auditEvents))
    expect(trail).not.toContain('claim')
    expect((await rita.send('DELETE', at)).status).toBe(204)
    expect((await rita.send('PUT', at, { legal_hold: 'Too late' })).status).toBe(404)
  })
})

test('a dry run changes no content', async () => {
  const version = () => w.db.select().from(contentVersion)
  const before = await version()
  await sam.get('/privacy/retention')
  expect(await version()).toEqual(before)
})

test('applications whose candidate agreed to be kept are listed with the day, until it has passed', async () => {
  const list = async (query = '') => (await rita.get(`/applications?keep=true${query}`)).body
  expect(await list()).toEqual([])
  await add({ keep_until: dayOf(Date.now() - 2 * day) })
  await add({})
  const agreed = await add({ keep_until: '2090-01-31' })
  expect(await list()).toMatchObject([{ id: agreed, kept_until: '2090-01-31' }])
  expect(await list('&sort=name')).toHaveLength(1)
  expect(await list('&status=selected')).toEqual([])
  expect((await rita.get('/applications/stats?keep=true')).body).toMatchObject({ pending: 1 })
  expect((await rita.get('/applications?keep=no')).status).toBe(400)
})
