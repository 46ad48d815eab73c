import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import {
  applicationSteps,
  hiringSteps,
  hiringTeams,
  outbox,
  settings,
  templates,
  users,
} from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { startBulk } from '../bulk/worker.ts'

const w = await world()
afterAll(() => w.remove())
afterEach(() => void vi.useRealTimers())
/** No midnight comes during the test. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'] })

let sam: Person
let rita: Person
let joe: Person
let job: number
beforeEach(async () => {
  await w.reset()
  sam = await w.as('sam')
  rita = await w.as('rita')
  joe = await w.as('joe')
  for (const table of [hiringSteps, outbox, settings]) await w.db.delete(table)
  job = await w.newJob({ title: 'Baker' })
})

type Given = {
  id?: number
  name: string
  status: string
  days?: number | null
  template_id?: number | null
}
const saved = async (...steps: Given[]) => {
  const { status, body } = await sam.send('PUT', '/hiring-steps', steps)
  expect(status).toBe(200)
  return body as { id: number; name: string; status: string; days: number | null }[]
}
const call = { name: 'Phone call', status: 'pending', days: 7 }
const trial = { name: 'Trial day', status: 'pending' }
const offer = { name: 'Offer', status: 'shortlisted' }

const put = (id: number, change: object) => rita.send('PUT', `/applications/${id}`, change)
const placeOf = async (id: number) => {
  const { status, step_id, step_name } = (await rita.get(`/applications/${id}`)).body
  return [status, step_id, step_name]
}

describe('the steps of the company', () => {
  test('are kept in order, with their ids, and can be sent back as they were read', async () => {
    const first = await saved(call, trial, offer)
    expect(first).toMatchObject([call, { ...trial, days: null }, offer])
    const { body, headers } = await sam.get('/hiring-steps')
    expect(body).toEqual(first)
    const turned = [first[2]!, { ...first[0]!, name: 'Video call' }]
    expect(await saved(...turned)).toMatchObject([
      { id: first[2]!.id },
      { id: first[0]!.id, name: 'Video call' },
    ])
    const stale = await sam.raw('/hiring-steps', {
      method: 'PUT',
      body: '[]',
      headers: { 'content-type': 'application/json', 'if-match': headers.get('etag') ?? '' },
    })
    expect(stale.status).toBe(409)
    expect((await sam.get('/hiring-steps')).body).toHaveLength(2)
  })

  test.each([
    [{ name: '', status: 'pending' }, 'name'],
    [{ name: 'a'.repeat(61), status: 'pending' }, 'name'],
    [{ name: 'Call', status: 'open' }, 'status'],
    [{ name: 'Call', status: 'pending', days: 0 }, 'days'],
    [{ name: 'Call', status: 'pending', days: 366 }, 'days'],
    [{ name: 'Call', status: 'pending', days: 1.5 }, 'days'],
    [{ id: 987654, name: 'Call', status: 'pending' }, 'id'],
    [{ name: 'Call', status: 'pending', color: 'red' }, 'color'],
  ])('refuses %j', async (step, field) => {
    const { status, body } = await sam.send('PUT', '/hiring-steps', [step])
    expect([status, body.details[0].path]).toEqual([400, [0, field]])
  })

  test('refuses two of one name in a status, and more than thirty', async () => {
    const twice = await sam.send('PUT', '/hiring-steps', [call, { ...call, name: 'PHONE CALL' }])
    expect([twice.status, twice.body.details[0].path]).toEqual([400, [1, 'name']])
    await saved(call, { ...call, status: 'shortlisted' })
    const many = Array.from({ length: 31 }, (_, n) => ({ ...call, name: `Step ${n}` }))
    expect((await sam.send('PUT', '/hiring-steps', many)).status).toBe(400)
  })

  test('one that is removed, or gets another status, leaves its applications in none', async () => {
    const [first, second] = await saved(call, trial)
    const ids = [await w.newApplication(job), await w.newApplication(job)]
    await put(ids[0]!, { step_id: first!.id })
    await put(ids[1]!, { step_id: second!.id })
    expect((await sam.get('/hiring-steps')).body).toMatchObject([
      { application_count: 1 },
      { application_count: 1 },
    ])
    await saved({ ...first!, status: 'shortlisted' })
    expect(await Promise.all(ids.map(placeOf))).toEqual([
      ['pending', null, null],
      ['pending', null, null],
    ])
  })
})

describe('the steps of a job', () => {
  test('take the place of the company’s for its applications', async () => {
    const [first] = await saved(call)
    const own = (await joe.send('PUT', `/jobs/${job}/hiring-steps`, [offer])).body
    const of = async (id: number) =>
      (await rita.get(`/hiring-steps?job_id=${id}`)).body.map(({ name }: Given) => name)
    const other = await w.newJob()
    expect([await of(job), await of(other)]).toEqual([['Offer'], ['Phone call']])
    const [one, two] = [await w.newApplication(job), await w.newApplication(other)]
    const refused = await put(one, { step_id: first!.id })
    expect([refused.status, refused.body.details[0].path]).toEqual([400, ['step_id']])
    expect((await put(two, { step_id: own[0].id })).status).toBe(400)
    expect((await put(one, { step_id: own[0].id })).body.status).toBe('shortlisted')
    expect((await rita.get('/hiring-steps/of-jobs')).body).toEqual([
      { job_id: job, id: own[0].id, name: 'Offer', status: 'shortlisted', template_id: null },
    ])
    expect((await joe.send('PUT', '/jobs/987654/hiring-steps', [])).status).toBe(404)
    expect((await rita.send('PUT', `/jobs/${job}/hiring-steps`, [])).status).toBe(403)
  })
})

describe('the first steps of a job', () => {
  const ownSteps = async (...steps: Given[]) => {
    const { status, body } = await joe.send('PUT', `/jobs/${job}/hiring-steps`, steps)
    expect(status).toBe(200)
    return body as { id: number; name: string; application_count: number }[]
  }

  test('take along those in the company’s of the same name and status; others are in none', async () => {
    const [first, second, third] = await saved(call, trial, offer)
    const ids = await Promise.all([1, 2, 3].map(() => w.newApplication(job)))
    const [one, two, three] = ids as [number, number, number]
    const elsewhere = await w.newApplication(await w.newJob())
    for (const id of [one, elsewhere]) await put(id, { step_id: first!.id })
    await put(two, { step_id: second!.id })
    await put(three, { step_id: third!.id })
    const due = (await rita.get(`/applications/${one}`)).body.step_due
    const own = await ownSteps({ ...call, name: 'PHONE call' }, { ...trial, status: 'shortlisted' })
    expect(own).toMatchObject([{ application_count: 1 }, { application_count: 0 }])
    expect(await Promise.all([one, two, three, elsewhere].map(placeOf))).toEqual([
      ['pending', own[0]!.id, 'PHONE call'],
      ['pending', null, null],
      ['shortlisted', null, null],
      ['pending', first!.id, 'Phone call'],
    ])
    expect((await rita.get(`/applications/${one}`)).body.step_due).toBe(due)
    // Without steps of its own, the job has those of the company again.
    await ownSteps()
    expect(await placeOf(one)).toEqual(['pending', first!.id, 'Phone call'])
  })

  test('that are removed and added anew keep their people', async () => {
    const [first] = await ownSteps(call)
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    const [again] = await ownSteps(trial, call).then((own) => own.slice(1))
    expect(again!.id).not.toBe(first!.id)
    expect(await placeOf(id)).toEqual(['pending', again!.id, 'Phone call'])
    const [company] = await saved(call)
    const other = await w.newApplication(await w.newJob())
    await put(other, { step_id: company!.id })
    const [anew] = await saved(call)
    expect(await placeOf(other)).toEqual(['pending', anew!.id, 'Phone call'])
    expect(await placeOf(id)).toEqual(['pending', again!.id, 'Phone call'])
  })
})

describe('the duplicate of a job', () => {
  test('has its steps, and its hiring team if a person who may change teams made it', async () => {
    const mo = (await (await w.as('mo')).get('/auth/profile')).body
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: mo.id, owner: true })
    await joe.send('PUT', `/jobs/${job}/hiring-steps`, [call, offer])
    const ada = await w.as('ada')
    const copyBy = async (person: Person) => {
      const { status, body } = await person.send('POST', `/jobs/${job}/duplicate`)
      expect(status).toBe(201)
      const steps = (await ada.get(`/jobs/${body.id}/hiring-steps`)).body
      const team = (await ada.get(`/jobs/${body.id}/hiring-team`)).body
      return [steps.map(({ name }: Given) => name), team]
    }
    const member = { user_id: mo.id, owner: true }
    expect(await copyBy(ada)).toMatchObject([['Phone call', 'Offer'], [member]])
    expect(await copyBy(joe)).toEqual([['Phone call', 'Offer'], []])
    await w.db.delete(hiringTeams)
  })
})

describe('the template of a step', () => {
  const mails = () =>
    w.db
      .select({ id: outbox.application_id, subject: outbox.subject, tells: outbox.tells })
      .from(outbox)
      .where(eq(outbox.kind, 'answer'))
  const subjects = async () => (await mails()).map(({ subject }) => subject)
  const newTemplate = async (subject: string) => {
    const given = { name: `${subject} ${crypto.randomUUID()}`, subject, body: '<p>Hello</p>' }
    const { body } = await sam.send('POST', '/templates', given)
    return body.id as number
  }
  const ofStatus = (status: 'shortlisted' | 'rejected', subject: string) =>
    w.db
      .update(templates)
      .set({ subject, body: '<p>Hello</p>' })
      .where(eq(templates.status, status))
  const allLeave = () =>
    w.db.run(sql`update outbox set sent_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`)

  test('is what those who enter it are emailed, never that of the status', async () => {
    await ofStatus('shortlisted', 'Invitation to a call')
    const [template_id, welcome] = [await newTemplate('Our offer'), await newTemplate('A call')]
    const [first, second, third] = await saved(
      { ...call, template_id: welcome },
      { name: 'Interview', status: 'shortlisted' },
      { ...offer, template_id },
    )
    const id = await w.newApplication(job)
    // A step without a template sends nothing.
    await put(id, { step_id: second!.id, status: 'shortlisted', tell: 'now' })
    expect(await mails()).toEqual([])
    await put(id, { step_id: first!.id, tell: 'now' })
    expect(await mails()).toEqual([{ id, subject: 'A call', tells: 'pending' }])
    await allLeave()
    await put(id, { step_id: third!.id, tell: 'now' })
    expect(await subjects()).toEqual(['A call', 'Our offer'])
    // Those who are in it already get no more.
    await put(id, { step_id: third!.id, status: 'shortlisted', tell: 'now' })
    expect(await subjects()).toEqual(['A call', 'Our offer'])
    await allLeave()
    await put(id, { step_id: second!.id, tell: 'now' })
    await put(id, { step_id: third!.id, tell: 'never' })
    expect(await subjects()).toEqual(['A call', 'Our offer'])
  })

  test('goes also to those whose status stays, and Undo keeps it back', async () => {
    const template_id = await newTemplate('Our offer')
    const [first, second] = await saved(
      { name: 'Interview', status: 'shortlisted' },
      { ...offer, template_id },
    )
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id, tell: 'never' })
    const moved = await put(id, { step_id: second!.id, tell: 'now' })
    expect(moved.body.held_until).toEqual(expect.any(String))
    expect(await subjects()).toEqual(['Our offer'])
    const back = await rita.send('POST', `/applications/${id}/take-back`)
    expect(back.body).toMatchObject({ status: 'shortlisted', step_id: first!.id })
    expect(await mails()).toEqual([])
  })

  test('of another step replaces an email that has not left', async () => {
    const [one, two] = [await newTemplate('A call'), await newTemplate('Our offer')]
    const [first, second, third] = await saved(
      { name: 'Interview', status: 'shortlisted', template_id: one },
      { ...offer, template_id: two },
      { name: 'References', status: 'shortlisted' },
    )
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id, tell: 'later' })
    await put(id, { step_id: second!.id, tell: 'now' })
    expect(await subjects()).toEqual(['Our offer'])
    // One that sends nothing replaces none.
    await put(id, { step_id: third!.id, tell: 'now' })
    expect(await subjects()).toEqual(['Our offer'])
    await put(id, { step_id: first!.id, notes: '<p>Again</p>', tell: 'now' })
    expect(await subjects()).toEqual(['A call'])
  })

  test('goes to many at once, as the preview says', async () => {
    await ofStatus('shortlisted', 'Invitation to a call')
    const template_id = await newTemplate('Our offer')
    const [first, second] = await saved(
      { name: 'Interview', status: 'shortlisted' },
      { ...offer, template_id },
    )
    const ids = [await w.newApplication(job), await w.newApplication(job)]
    await put(ids[0]!, { step_id: first!.id, tell: 'never' })
    const worker = startBulk({
      db: w.db,
      store: w.store,
      log: w.log,
      mailFrom: 'a@b.c',
      publicUrl: undefined,
      ownAddress: () => '',
      times: { pollMs: 10, share: 0 },
    })
    const run = async (step_id: number) => {
      const action = { ids, action: 'status', step_id, tell: 'now' }
      const { body: preview } = await rita.send('POST', '/applications/bulk/preview', action)
      const { body } = await rita.send('POST', '/applications/bulk', action)
      await expect.poll(async () => (await rita.get(`/bulk/${body.id}`)).body.state).toBe('done')
      return preview.emails
    }
    expect(await run(second!.id)).toBe(2)
    expect((await mails()).map(({ id, subject }) => [id, subject])).toEqual(
      ids.map((id) => [id, 'Our offer']),
    )
    expect(await run(first!.id)).toBe(0)
    expect(await subjects()).toEqual(['Our offer', 'Our offer'])
    await worker.stop()
  })

  test('must exist, stays where a step is saved without it, and ends with the template', async () => {
    const template_id = await newTemplate('Our offer')
    const refused = await sam.send('PUT', '/hiring-steps', [{ ...offer, template_id: 987654 }])
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: [0, 'template_id'], message: 'This template no longer exists. Choose another.' }],
    ])
    const [step] = await saved({ ...offer, template_id })
    expect(step).toMatchObject({ template_id })
    expect(await saved({ id: step!.id, ...offer, name: 'Our offer' })).toMatchObject([
      { template_id },
    ])
    expect(await saved({ id: step!.id, ...offer, template_id: null })).toMatchObject([
      { template_id: null },
    ])
    await saved({ id: step!.id, ...offer, template_id })
    await sam.send('DELETE', `/templates/${template_id}`)
    expect((await sam.get('/hiring-steps')).body).toMatchObject([{ template_id: null }])
  })
})

describe('templates and the company’s steps', () => {
  test('are written by those who manage settings, and by recruiters who also manage jobs', async () => {
    const template = { name: `T ${crypto.randomUUID()}`, subject: 'Hello', body: '<p>Hello</p>' }
    const statuses = async (person: Person) => [
      (await person.send('PUT', '/hiring-steps', [call])).status,
      (await person.send('POST', '/templates', template)).status,
    ]
    for (const person of [rita, joe]) expect(await statuses(person)).toEqual([403, 403])
    expect(await statuses(sam)).toEqual([200, 201])
    await w.db
      .update(users)
      .set({ permissions: ['review_applications', 'manage_jobs'] })
      .where(eq(users.email, 'rita@example.com'))
    template.name = `T ${crypto.randomUUID()}`
    expect(await statuses(await w.signIn('rita'))).toEqual([200, 201])
  })
})

describe('a step of an application', () => {
  test('sets its status; a status alone ends it; a disagreement is refused', async () => {
    const [first, second, third] = await saved(call, trial, offer)
    const id = await w.newApplication(job)
    const moved = await put(id, { step_id: third!.id })
    expect(moved.body).toMatchObject({
      status: 'shortlisted',
      step_id: third!.id,
      step_name: 'Offer',
      step_due: null,
      reviewed_at: expect.any(String),
    })
    const refused = await put(id, { status: 'rejected', step_id: first!.id })
    expect([refused.status, refused.body.details[0].path]).toEqual([400, ['step_id']])
    expect(await placeOf(id)).toEqual(['shortlisted', third!.id, 'Offer'])
    await put(id, { status: 'pending', step_id: first!.id })
    expect(await placeOf(id)).toEqual(['pending', first!.id, 'Phone call'])
    await put(id, { step_id: second!.id })
    await put(id, { status: 'rejected' })
    expect(await placeOf(id)).toEqual(['rejected', null, null])
    await put(id, { status: 'pending' })
    expect(await placeOf(id)).toEqual(['pending', null, null])
    await put(id, { step_id: first!.id })
    await put(id, { step_id: null })
    expect(await placeOf(id)).toEqual(['pending', null, null])
  })

  test('is due after the days of the step', async () => {
    stopClock()
    const [first] = await saved(call)
    const id = await w.newApplication(job)
    const { body } = await put(id, { step_id: first!.id })
    expect(body.step_due).toBe(daysLater(dayIn('UTC'), 7))
    // The days are the site's: its date is not everywhere that of UTC.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await w.db.delete(settings)
      await w.db.insert(settings).values({ key: 'site_time_zone', value: zone, category: 'jobs' })
      const other = await w.newApplication(job)
      const moved = await put(other, { step_id: first!.id })
      expect(moved.body.step_due).toBe(daysLater(dayIn(zone), 7))
    }
  })

  test('is due from its last day on, in the list, in bulk and on the dashboard, until it ends', async () => {
    stopClock()
    const [first] = await saved(call)
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    const counts = async () => {
      const bulk = await rita.send('POST', '/applications/bulk/preview', {
        filter: { step_due: true },
        action: 'status',
        status: 'pending',
      })
      return [
        (await rita.get('/applications?step_due=true')).body.length,
        bulk.body.total ?? bulk.status,
        (await rita.get('/dashboard')).body.step_due,
      ]
    }
    const dueIn = (days: number) =>
      w.db.update(applicationSteps).set({ due_on: daysLater(dayIn('UTC'), days) })
    await dueIn(1)
    expect(await counts()).toEqual([0, 400, 0])
    await dueIn(0)
    expect(await counts()).toEqual([1, 1, 1])
    await dueIn(-3)
    expect(await counts()).toEqual([1, 1, 1])
    await w.db.run(sql`update applications set withdrawn_at = created_at`)
    expect(await counts()).toEqual([0, 400, 0])
    await w.db.run(sql`update applications set withdrawn_at = null`)
    await put(id, { status: 'selected' })
    expect(await counts()).toEqual([0, 400, 0])
    await put(id, { status: 'pending', step_id: first!.id })
    await dueIn(-3)
    await saved()
    expect(await counts()).toEqual([0, 400, 0])
    expect((await rita.get(`/applications/${id}`)).body.step_due).toBeNull()
  })

  test('stays with notes and names, and with the row sent back as it was read', async () => {
    const [first] = await saved(call)
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id, notes: '<p>Called.</p>', first_name: 'Mira' })
    expect(await placeOf(id)).toEqual(['pending', first!.id, 'Phone call'])
    const { body } = await rita.get(`/applications/${id}`)
    const again = await put(id, { ...body, first_name: 'Mirabel' })
    expect([again.status, again.body.first_name]).toEqual([200, 'Mirabel'])
    expect(await placeOf(id)).toEqual(['pending', first!.id, 'Phone call'])
  })

  test.each([0, -1, 1.5, '1', {}, 987654])('refuses %j', async (step_id) => {
    const id = await w.newApplication(job)
    const { status, body } = await put(id, { step_id })
    expect([status, body.details[0].path]).toEqual([400, ['step_id']])
  })

  test('is in the history, the list, the filter, the counts and the export', async () => {
    const [first, second] = await saved(call, trial)
    const id = await w.newApplication(job, { first_name: 'Mira' })
    const other = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    await put(id, { step_id: second!.id })
    const { body: lines } = await rita.get(`/applications/${id}/activity`)
    expect(lines.filter(({ kind }: { kind: string }) => kind === 'step')).toMatchObject([
      { from: 'Phone call', to: 'Trial day', by: 'Rita Reviewer' },
      { from: null, to: 'Phone call' },
    ])
    const listed = async (query: string) =>
      (await rita.get(`/applications?${query}`)).body.map((row: { id: number }) => row.id)
    expect(await listed(`step_id=${second!.id}`)).toEqual([id])
    expect(await listed(`step_id=${first!.id}`)).toEqual([])
    expect(await listed('step_id=none')).toEqual([other])
    expect(await listed(`step_id=${second!.id}&job_id=${job}&status=pending&sort=name`)).toEqual([
      id,
    ])
    expect(await listed(`step_id=${second!.id}&q=mira`)).toEqual([id])
    expect((await rita.get('/applications?step_id=x')).status).toBe(400)
    // Steps of several jobs with the same name are one filter.
    const elsewhere = await w.newJob()
    const own = (await joe.send('PUT', `/jobs/${elsewhere}/hiring-steps`, [trial])).body
    const third = await w.newApplication(elsewhere)
    await put(third, { step_id: own[0].id })
    const both = [second!.id, own[0].id]
    expect(await listed(`step_id=${both}`)).toEqual([third, id])
    const bulk = { filter: { step_id: both }, action: 'status', status: 'rejected' }
    expect((await rita.send('POST', '/applications/bulk/preview', bulk)).body.total).toBe(2)
    await rita.send('DELETE', `/applications/${third}`)
    const { id: step_id } = second!
    const counts = [{ step_id, count: 1, name: 'Trial day', status: 'pending', job_title: null }]
    for (const query of ['', `?job_id=${job}`, '?status=pending', '?q=mira'])
      expect([query, (await rita.get(`/applications/steps${query}`)).body]).toEqual([query, counts])
    expect((await rita.get('/applications/steps?status=rejected')).body).toEqual([])
    const csv = await rita.get('/applications/export.csv?columns=first_name,step')
    expect(csv.body).toContain('"Mira","Trial day"')
  })

  test('a member of a hiring team moves those of the own job, and counts no others', async () => {
    const [first] = await saved(call)
    const theirs = await w.newJob()
    const [own, other] = [await w.newApplication(job), await w.newApplication(theirs)]
    await put(other, { step_id: first!.id })
    const mo = await w.as('mo')
    const { body: me } = await mo.get('/auth/profile')
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: me.id })
    expect((await mo.get('/hiring-steps')).body).toMatchObject([{ application_count: 0 }])
    expect((await mo.get('/applications/steps')).body).toEqual([])
    expect((await mo.get(`/hiring-steps?job_id=${theirs}`)).body).toEqual([])
    for (const each of [job, theirs]) await joe.send('PUT', `/jobs/${each}/hiring-steps`, [offer])
    expect((await mo.get('/hiring-steps/of-jobs')).body).toMatchObject([{ job_id: job }])
    for (const each of [job, theirs]) await joe.send('PUT', `/jobs/${each}/hiring-steps`, [])
    const moved = await mo.send('PUT', `/applications/${own}`, { step_id: first!.id })
    expect(moved.body.step_name).toBe('Phone call')
    expect((await mo.send('PUT', `/applications/${other}`, { step_id: null })).status).toBe(404)
    await w.db.delete(hiringTeams)
  })

  test('goes with its application', async () => {
    const [first] = await saved(call)
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
    expect(await w.db.$count(applicationSteps)).toBe(0)
  })
})

describe('Undo', () => {
  test('in the list returns the application to its step with its last day', async () => {
    const [first, second] = await saved(call, { ...trial, days: 3 })
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    await w.db.update(applicationSteps).set({ due_on: '2027-03-01' })
    await put(id, { step_id: second!.id })
    expect((await put(id, { step_id: first!.id })).body.step_due).toBe('2027-03-01')
    await put(id, { status: 'rejected', tell: 'never' })
    const back = await put(id, { status: 'pending', step_id: first!.id })
    expect(back.body.step_due).toBe('2027-03-01')
    // Not much later: then it begins anew.
    await put(id, { step_id: second!.id })
    await w.db.run(sql`update applications set reviewed_at = '2026-01-01T00:00:00.000Z'`)
    expect((await put(id, { step_id: first!.id })).body.step_due).not.toBe('2027-03-01')
  })

  test('of a decision whose email is held returns the application to its step', async () => {
    const [first] = await saved(call)
    await w.db
      .update(templates)
      .set({ subject: 'No', body: '<p>No</p>' })
      .where(eq(templates.status, 'rejected'))
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    await w.db.update(applicationSteps).set({ due_on: '2027-03-01' })
    const decided = await put(id, { status: 'rejected', tell: 'later' })
    expect(decided).toMatchObject({ status: 200, body: { step_id: null, step_due: null } })
    const back = await rita.send('POST', `/applications/${id}/take-back`)
    expect(back).toMatchObject({
      status: 200,
      body: { status: 'pending', step_id: first!.id, step_due: '2027-03-01' },
    })
  })

  test('of many returns each to its own', async () => {
    const [first, second, third] = await saved(call, trial, offer)
    const ids = await Promise.all([1, 2, 3].map(() => w.newApplication(job)))
    const [one, two, three] = ids as [number, number, number]
    await put(one, { step_id: first!.id })
    await put(two, { step_id: second!.id })
    const worker = startBulk({
      db: w.db,
      store: w.store,
      log: w.log,
      mailFrom: 'a@b.c',
      publicUrl: undefined,
      ownAddress: () => '',
      times: { pollMs: 10, share: 0 },
    })
    const ended = async (id: number) => {
      for (;;) {
        const { body } = await rita.get(`/bulk/${id}`)
        if (body.state === 'done' || body.state === 'undone') return body
        // Time passes: until it is asked again.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    await w.db.update(applicationSteps).set({ due_on: '2027-03-01' })
    const places = () =>
      Promise.all(
        ids.map(async (id) => {
          const { status, step_id, step_due } = (await rita.get(`/applications/${id}`)).body
          return [status, step_id, step_due]
        }),
      )
    const before = await places()
    const other = await w.newJob()
    await joe.send('PUT', `/jobs/${other}/hiring-steps`, [{ ...offer, name: 'Own' }])
    const elsewhere = await w.newApplication(other)
    const started = await rita.send('POST', '/applications/bulk', {
      ids: [...ids, elsewhere],
      action: 'status',
      step_id: third!.id,
      tell: 'never',
    })
    expect(started.status).toBe(202)
    const { failed, step_name } = await ended(started.body.id)
    expect(step_name).toBe('Offer')
    expect(failed).toMatchObject([{ id: elsewhere, error: 'Its job has other steps' }])
    const there = ['shortlisted', third!.id, null]
    expect(await places()).toEqual([there, there, there])
    expect((await rita.send('POST', `/bulk/${started.body.id}/undo`)).status).toBe(202)
    await ended(started.body.id)
    expect(await places()).toEqual(before)
    expect(three).toBeTruthy()
    await worker.stop()
  })

  test.each([
    [{ step_id: 987654 }, 'step_id'],
    [{ step_id: 'x' }, 'step_id'],
    [{}, 'status'],
  ])('many are not moved to %j', async (change, field) => {
    const id = await w.newApplication(job)
    const { status, body } = await rita.send('POST', '/applications/bulk', {
      ids: [id],
      action: 'status',
      ...change,
    })
    expect([status, body.details[0].path]).toEqual([400, [field]])
  })
})
