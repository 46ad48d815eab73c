import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { isoTime } from '#scripts/testing/fixtures/iso-time.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let job: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  job = await w.newJob({ location: 'Aarhus', salary_range: '300' })
})

const mira = { first_name: 'Mira', last_name: 'Ostergard', email: 'mira@example.org' }
const put = (id: number, change: object) => rita.send('PUT', `/applications/${id}`, change)
const get = async (id: number) => (await rita.get(`/applications/${id}`)).body
const submitted = async () => {
  const body = applicationForm({ job_id: job })
  const response = await w.visitor.raw('/applications/submit', { method: 'POST', body })
  return w.idOf({ body: await response.json() })
}

test('an application includes what was sent and its job, without internal fields', async () => {
  const id = await submitted()
  expect(await get(id)).toEqual({
    id,
    job_id: job,
    job_title: 'Baker',
    job_location: 'Aarhus',
    job_salary_range: '300',
    first_name: 'Mira',
    last_name: 'Østergård-Nguyễn',
    email: 'mira@example.org',
    phone: '+45 12 34 56 78',
    motivation_letter: expect.stringMatching(/^<p>I bake/),
    answers: [],
    resume_path: `/api/applications/${id}/resume`,
    resume_type: 'pdf',
    resume_name: 'mira.pdf',
    resume_size: 47277,
    resume_text: null,
    status: 'pending',
    step_id: null,
    step_name: null,
    step_due: null,
    tags: [],
    notes: '',
    reviewed_at: null,
    created_at: isoTime,
    updated_at: isoTime,
    receipt_error: null,
    keep_asked_at: null,
    keep_ask_error: null,
    reason_id: null,
    reason_name: null,
    source: null,
    told_status: null,
    told_at: null,
    answered_at: null,
    held_until: null,
    hold_hours: 24,
    gets_links: true,
    language: null,
    unread_messages: 0,
    suspicious: false,
    file_checks: [],
    is_telling: false,
    tell_error: null,
    usual_tell: null,
    usual_tell_by: null,
    withdrawn_at: null,
    answer_by: expect.stringMatching(/^20/),
    overdue: false,
    legal_hold: null,
    legal_hold_user_id: null,
    legal_hold_by: null,
    legal_hold_at: null,
    keep_until: null,
    reference: expect.stringMatching(/^[A-Z2-9]{6}$/),
    notice_id: null,
    kept_until: null,
    kept_because: { reason: 'no_rule', outcome: 'undecided', since: isoTime, days: null },
  })
  expect((await rita.get('/applications')).body).toEqual([
    {
      id,
      job_id: job,
      job_title: 'Baker',
      first_name: 'Mira',
      last_name: 'Østergård-Nguyễn',
      email: 'mira@example.org',
      phone: '+45 12 34 56 78',
      resume_type: 'pdf',
      resume_path: `/api/applications/${id}/resume`,
      status: 'pending',
      step_id: null,
      step_name: null,
      step_due: null,
      tags: [],
      notes: '',
      reviewed_at: null,
      created_at: isoTime,
      updated_at: isoTime,
      told_status: null,
      told_at: null,
      unread: false,
      suspicious: false,
      unread_messages: 0,
      interview_at: null,
      interview_proposed: false,
      also_applied: 0,
      withdrawn_at: null,
      keep_asked_at: null,
      keep_ask_error: null,
      kept_until: null,
      answer_by: (await get(id)).answer_by,
      overdue: false,
      reference: expect.stringMatching(/^[A-Z2-9]{6}$/),
    },
  ])
})

test('of a job without texts of its own, place and pay are composed', async () => {
  job = await w.newJob({
    places: [
      { locality: 'Port Ellery', region: null, postal_code: null, street: null, country: 'IE' },
    ],
    pay_min: 48_000,
    pay_max: 58_000,
    pay_currency: 'EUR',
    pay_unit: 'year',
  })
  expect(await get(await submitted())).toMatchObject({
    job_location: 'Port Ellery, Ireland',
    job_salary_range: '€48,000–58,000 a year',
  })
})

describe('a change', () => {
  test('may be the whole row as it came', async () => {
    const before = await get(await submitted())
    const response = await put(before.id, { ...before, status: 'shortlisted' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      ...before,
      status: 'shortlisted',
      reviewed_at: isoTime,
      updated_at: isoTime,
      answer_by: null,
    })
  })

  test('leaves an application late whose candidate is not told, in list and record', async () => {
    const late = async (change: object, id: number) => {
      const { body } = await put(id, change)
      const [row] = (await rita.get(`/applications?status=${body.status}`)).body
      expect(row).toMatchObject({ id, overdue: body.overdue })
      return body.overdue
    }
    const created_at = '2026-03-02T10:00:00.000Z'
    const id = await w.newApplication(job, { created_at })
    expect(await late({ notes: '<p>Call</p>' }, id)).toBe(true)
    expect(await late({ status: 'rejected', tell: 'never' }, id)).toBe(true)
    await w.db.update(applications).set({ telling: 'rejected' })
    expect(await late({}, id)).toBe(false)
    await w.db.update(applications).set({ telling: null, told_status: 'rejected' })
    expect(await late({}, id)).toBe(false)
    await w.db.update(applications).set({ told_status: null, withdrawn_at: created_at })
    expect(await late({}, id)).toBe(false)
    await w.db.delete(applications)
    expect(await late({ status: 'rejected' }, await w.newApplication(job))).toBe(false)
  })

  test('of the status says when, of anything else it does not', async () => {
    const id = await w.newApplication(job)
    expect((await put(id, { notes: '<p>Call</p>' })).body.reviewed_at).toBeNull()
    expect((await put(id, { status: 'pending' })).body.reviewed_at).toBeNull()
    const { reviewed_at } = (await put(id, { status: 'rejected' })).body
    expect(reviewed_at).toEqual(isoTime)
    expect((await put(id, { status: 'rejected', phone: '1' })).body.reviewed_at).toBe(reviewed_at)
    expect((await put(id, { status: 'selected' })).body.reviewed_at >= reviewed_at).toBe(true)
  })

  test('takes any status to any other', async () => {
    const id = await w.newApplication(job)
    const statuses = ['pending', 'shortlisted', 'rejected', 'selected']
    for (const from of statuses)
      for (const to of statuses) {
        await put(id, { status: from })
        expect((await put(id, { status: to })).body.status).toBe(to)
      }
  })

  test('of the notes is sanitized, and short and plain in the list', async () => {
    const id = await w.newApplication(job)
    const notes = `<h2 onclick=x()>Good &amp; kind</h2><script>x()</script><p>${'word '.repeat(100)}</p>`
    const response = await put(id, { notes })
    expect(response.body.notes).toMatch(/^<h2>Good &amp; kind<\/h2><p>word /)
    const [row] = (await rita.get('/applications')).body
    expect(row.notes).toMatch(/^Good & kind word word/)
    expect(row.notes).toHaveLength(200)
    await put(id, { notes: null })
    expect((await rita.get('/applications')).body[0].notes).toBe('')
    expect((await get(id)).notes).toBe('')
  })

  test('of the notes never cuts an emoji in the list', async () => {
    const id = await w.newApplication(job)
    await put(id, { notes: `<p>a${'🥖'.repeat(150)}</p>` })
    const [row] = (await rita.get('/applications')).body
    expect(row.notes).toMatch(/^a🥖+$/u)
    expect(row.notes.length).toBeLessThanOrEqual(200)
  })

  test('with an old updated_at overwrites neither row nor search', async () => {
    const id = await w.newApplication(job)
    const read = await get(id)
    const { body: current } = await put(id, { last_name: 'First' })
    const late = { last_name: 'Second', notes: '<p>late</p>', updated_at: read.updated_at }
    const response = await put(id, late)
    expect(response.status).toBe(409)
    expect(response.body).toEqual({
      error: expect.any(String),
      changed_by: 'Rita Reviewer',
      current,
    })
    expect(await get(id)).toEqual(current)
    expect((await rita.get('/applications?q=first')).body).toHaveLength(1)
    expect((await rita.get('/applications?q=late')).body).toEqual([])
  })

  test.each([
    [{ status: 'hired' }, 'status'],
    [{ status: null }, 'status'],
    [{ notes: 1 }, 'notes'],
    [{ notes: 'a'.repeat(210_000) }, 'notes'],
    [{ first_name: '' }, 'first_name'],
    [{ last_name: 'a'.repeat(101) }, 'last_name'],
    [{ email: 'mira' }, 'email'],
    [{ phone: '1'.repeat(41) }, 'phone'],
    [{ resume_key: 'x' }, 'resume_key'],
    [{ idempotency_key: 'x' }, 'idempotency_key'],
    [{ notes_excerpt: 'x' }, 'notes_excerpt'],
  ])('to what it cannot be is refused: %#', async (change, field) => {
    const id = await w.newApplication(job)
    const before = await get(id)
    const response = await put(id, change)
    expect(response.status).toBe(400)
    expect(response.body.details[0].path).toEqual([field])
    expect(await get(id)).toEqual(before)
  })

  test('cannot move the application to another job', async () => {
    const [id, other] = [await w.newApplication(job), await w.newJob({ title: 'Other' })]
    expect((await put(id, { job_id: other })).body.job_id).toBe(job)
  })
})

describe('an application entered by hand', () => {
  const enter = (fields: object) => rita.send('POST', '/applications/manual', fields)

  test('needs neither letter nor resume, also for an inactive job', async () => {
    const closed = await w.newJob({ is_active: false })
    const response = await enter({ ...mira, job_id: closed })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      ...mira,
      job_id: closed,
      phone: null,
      motivation_letter: '',
      status: 'pending',
      resume_path: null,
      resume_type: null,
      resume_name: null,
      reviewed_at: null,
    })
    expect(await get(response.body.id)).toEqual(response.body)
    expect((await rita.get(`/applications/${response.body.id}/resume`)).status).toBe(404)
  })

  test('takes a short letter, and begins with the status that is given', async () => {
    const letter = '<p>Hi<script>x()</script></p>'
    const fields = { ...mira, job_id: job, motivation_letter: letter, status: 'selected' }
    const { body } = await enter(fields)
    expect(body).toMatchObject({ motivation_letter: '<p>Hi</p>', status: 'selected' })
    expect((await rita.get('/applications/stats')).body.selected).toBe(1)
  })

  test.each([
    [{ job_id: 4711 }, 'job_id'],
    [{ job_id: '1' }, 'job_id'],
    [{ job_id: 1.5 }, 'job_id'],
    [{ job_id: 2 ** 53 }, 'job_id'],
    [{ job_id: undefined }, 'job_id'],
    [{ first_name: undefined }, 'first_name'],
    [{ email: 'x' }, 'email'],
    [{ status: 'all' }, 'status'],
    [{ motivation_letter: 'a'.repeat(20_001) }, 'motivation_letter'],
    [{ motivation_letter: `<${'a'.repeat(20_001)}>` }, 'motivation_letter'],
    [{ notes: 'x' }, 'notes'],
  ])('is not taken with fault %#', async (fault, field) => {
    const response = await enter({ ...mira, job_id: job, ...fault })
    expect(response.status).toBe(400)
    expect(response.body.details[0].path).toEqual([field])
    expect(await w.applications()).toEqual([])
  })

  test('is not taken for a deleted job', async () => {
    await (await w.as('joe')).send('DELETE', `/jobs/${job}`)
    expect((await enter({ ...mira, job_id: job })).body.details[0].path).toEqual(['job_id'])
  })
})

test('deleting an application deletes its resume, counts and search entry', async () => {
  const [id, other] = [await submitted(), await w.newApplication(job)]
  expect(await w.files()).toHaveLength(1)
  const response = await rita.send('DELETE', `/applications/${id}`)
  expect([response.status, response.body]).toEqual([204, ''])
  expect(await w.files()).toEqual([])
  for (const path of [`/applications/${id}`, `/applications/${id}/resume`])
    expect((await rita.get(path)).status).toBe(404)
  expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(404)
  expect((await rita.get('/applications?q=mira')).body).toMatchObject([{ id: other }])
  expect((await rita.get('/applications/stats')).body).toEqual({
    pending: 1,
    shortlisted: 0,
    rejected: 0,
    selected: 0,
  })
})
