import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitingRanges } from '#api/core/calendar/waiting.ts'
import {
  applications,
  auditEvents,
  candidateLinks,
  interviews,
  outbox,
  settings,
  templates,
  users,
} from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { type World, world } from '#scripts/testing/world.ts'
import type { CandidateApplication } from './contract/row.ts'

let w: World
let job: number
let id: number
let token: string

beforeAll(async () => {
  w = await world({ publicUrl: 'https://bread.test' })
})
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  job = await w.newJob({ title: 'Keeper of the Lock' })
  ;({ id, token } = await apply())
})

async function apply(changes = {}, headers = {}) {
  const body = applicationForm({ job_id: job, ...changes })
  const response = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body, headers }),
  )
  const [, token = ''] =
    /^https:\/\/bread\.test\/application\/([\w-]{43})$/.exec(response.body.candidate_url) ?? []
  return { id: await w.idOf(response), reference: response.body.reference as string, token }
}
const post = (act: string) => w.visitor.send('POST', `/candidate/${token}/${act}`)
const put = (json: object) => w.visitor.send('PUT', `/candidate/${token}`, json)
const read = async () => (await w.visitor.get(`/candidate/${token}`)).body
const stored = async () => (await w.applications()).find((row) => row.id === id)!
const set = (values: Partial<typeof applications.$inferInsert>) =>
  w.db.update(applications).set(values).where(eq(applications.id, id))
const events = async (action: typeof auditEvents.$inferSelect.action) =>
  (await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))).filter(
    (event) => event.action === action,
  )
const answer = (values: Partial<typeof outbox.$inferInsert>) =>
  w.db.insert(outbox).values({
    application_id: id,
    kind: 'answer',
    message_id: `<${Math.random()}@x>`,
    to_address: 'mira@example.org',
    subject: 'Hello',
    text: 'Hi.',
    html: '<p>Hi.</p>',
    ...values,
  })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe('GET /candidate/:token', () => {
  test('the link from the 201 of submit shows what was sent and what was told, nothing else', async () => {
    await set({ notes: '<p>Too shy</p>', status: 'rejected' })
    const { status, headers, body } = await w.visitor.get(`/candidate/${token}`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      reference: (await stored()).reference,
      job_title: 'Keeper of the Lock',
      email: 'mira@example.org',
      job_ended: false,
      late: false,
      resume_name: 'mira.pdf',
      resume_type: 'pdf',
      status: 'pending',
      told_at: null,
      withdrawn_at: null,
      undo_until: null,
      requested_email: null,
      public_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      history: [{ event: 'received', subject: null }],
    })
    expect(JSON.stringify(body)).not.toMatch(/shy|rejected|notes|reviewed/)
  })

  test('the table has only the hash of the token', async () => {
    const [link] = await w.db.select().from(candidateLinks)
    expect(link?.id).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(await w.db.select().from(candidateLinks))).not.toContain(token)
  })

  test('unknown, truncated, lengthened and revoked tokens get the same 404; a trailing dot is cut off', async () => {
    expect((await w.visitor.get(`/candidate/${token}.`)).body.email).toBe('mira@example.org')
    const refused = []
    for (const wrong of ['A'.repeat(43), token.slice(0, 42), `${token}x`, `${token}..`, '%00', 'x'])
      refused.push(await w.visitor.get(`/candidate/${wrong}`))
    await w.db.delete(candidateLinks)
    refused.push(await w.visitor.get(`/candidate/${token}`))
    expect(new Set(refused.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set([
        '404 {"error":"This link does not work. Ask for a new one with your email address."}',
      ]),
    )
  })

  test('the history has emails that were sent and decisions that were told, in order', async () => {
    await answer({ subject: 'A question', sent_at: ago(30) })
    await answer({ subject: 'Your application', tells: 'shortlisted', sent_at: ago(20) })
    await answer({
      subject: 'Held back',
      tells: 'rejected',
      held_until: '2100-01-01T00:00:00.000Z',
    })
    await set({
      created_at: ago(60),
      status: 'shortlisted',
      told_status: 'shortlisted',
      told_at: ago(10),
    })
    const { status, history } = await read()
    expect(status).toBe('shortlisted')
    expect(history.map(({ event, subject }: Record<string, string>) => [event, subject])).toEqual([
      ['received', null],
      ['email', 'A question'],
      ['decision', 'Your application'],
      ['decision', null],
    ])
  })

  test('the history has interviews, messages and files, each once', async () => {
    const rita = await w.as('rita')
    const { id } = await stored()
    const at = `/applications/${id}`
    await rita.send('POST', `${at}/messages`, { text: 'Hello' })
    await w.visitor.send('POST', `/candidate/${token}/messages`, { text: 'Hello too' })
    const asked = { name: 'Certificate', kind: 'document' }
    const { body: request } = await rita.send('POST', `${at}/document-requests`, asked)
    const form = new FormData()
    form.append('file', resumeFile('mira.docx'))
    const path = `/candidate/${token}/document-requests/${request.id}/file`
    expect((await w.visitor.raw(path, { method: 'PUT', body: form })).status).toBe(200)
    await w.db.insert(interviews).values(
      [
        { state: 'booked', time: '2020-01-02T09:00:00.000Z', answered_at: ago(50) },
        { state: 'declined', answered_at: ago(40) },
        { state: 'declined', time: '2020-01-03T09:00:00.000Z', answered_at: ago(30) },
        { state: 'canceled', updated_at: ago(20) },
      ].map((one, n) => ({
        application_id: id,
        minutes: 30,
        place: 'Room 1',
        uid: `${n}@x`,
        proposed_name: 'Rita',
        created_at: ago(60 - n),
        ...(one as { state: 'booked' }),
      })),
    )
    await set({ created_at: ago(90) })
    const { history } = await read()
    expect(history.map(({ event, subject }: Record<string, string>) => [event, subject])).toEqual([
      ['received', null],
      ...Array(4).fill(['interview_proposed', null]),
      ['interview_booked', null],
      ['interview_declined', null],
      ['interview_canceled_by_you', null],
      ['interview_canceled', null],
      ['message_from_us', null],
      ['message_from_you', null],
      ['file_requested', 'Certificate'],
      ['file_sent', 'Certificate'],
    ])
  })

  test('an answer is promised for a business day, until there is one', async () => {
    const days = async (created_at: string) => {
      await set({ created_at, answered_at: null, told_status: null })
      return (await read()).answer_by
    }
    // Monday, Friday and Saturday.
    expect(await days('2026-03-02T10:00:00.000Z')).toBe('2026-03-04')
    expect(await days('2026-03-06T10:00:00.000Z')).toBe('2026-03-10')
    expect(await days('2026-03-07T10:00:00.000Z')).toBe('2026-03-10')
    await w.db
      .insert(settings)
      .values({ key: 'answer_within_days', value: '5', category: 'general' })
    expect(await days('2026-03-02T10:00:00.000Z')).toBe('2026-03-09')
    await w.db.delete(settings)
    await set({ answered_at: ago(1) })
    expect((await read()).answer_by).toBe(null)
    await set({ answered_at: null, told_status: 'rejected' })
    expect((await read()).answer_by).toBe(null)
  })

  test('a repeated submission gets a link of its own, and both work', async () => {
    const again = await apply({}, { 'idempotency-key': 'k1' })
    const repeated = await apply({}, { 'idempotency-key': 'k1' })
    expect(repeated.id).toBe(again.id)
    expect(repeated.token).not.toBe(again.token)
    for (const { token } of [again, repeated])
      expect((await w.visitor.get(`/candidate/${token}`)).body.reference).toBe(again.reference)
  })

  test('is limited by network, and the token is in no log line and no audit event', async () => {
    const limited = await world({ rateLimits: true })
    try {
      const statuses = []
      for (let tries = 0; tries < 122; tries++)
        statuses.push((await limited.visitor.get(`/candidate/${'B'.repeat(43)}`)).status)
      expect([statuses[119], statuses[120]]).toEqual([404, 429])
      expect(
        (await limited.visitor.send('POST', `/candidate/${'B'.repeat(43)}/withdraw`)).status,
      ).toBe(429)
    } finally {
      await limited.remove()
    }
    await w.db.$client.execute('alter table candidate_links rename to away')
    expect((await w.visitor.get(`/candidate/${token}`)).status).toBe(500)
    await w.db.$client.execute('alter table away rename to candidate_links')
    await post('withdraw')
    expect(w.logged.join('')).toContain('/api/candidate/[redacted]')
    expect(w.logged.join('')).not.toContain(token)
    expect(JSON.stringify(await w.db.select().from(auditEvents))).not.toContain(token)
  })
})

describe('a decision that was not told', () => {
  const decisions = [
    ['rejected', 'never'],
    ['selected', 'never'],
    ['shortlisted', 'later'],
  ] as const

  /** All that differs between the two for reasons of their own. */
  const comparable = (body: CandidateApplication) => {
    const { public_id, reference, created_at, updated_at, history, ...row } = body
    const happened = JSON.stringify(history).replaceAll(created_at, '')
    return { ...row, happened, was_updated: updated_at !== created_at }
  }
  const page = async (link: string) => comparable((await w.visitor.get(`/candidate/${link}`)).body)

  test.each(decisions)(
    '%s, tell %s, looks as if undecided, before and after the day',
    async (status, tell) => {
      const undecided = await apply()
      const decided = await apply()
      await w.db
        .insert(templates)
        .values({ name: 'A', subject: 'A', body: '<p>B</p>', status })
        .onConflictDoNothing()
      const rita = await w.as('rita')
      const put = await rita.send('PUT', `/applications/${decided.id}`, { status, tell })
      expect(put.status).toBe(200)
      await rita.send('PUT', `/applications/${decided.id}`, { notes: '<p>No.</p>' })
      expect(await page(decided.token)).toEqual(await page(undecided.token))
      await w.db.update(applications).set({ created_at: '2026-03-02T10:00:00.000Z' })
      const late = await page(undecided.token)
      expect(late).toMatchObject({ answer_by: '2026-03-04', late: true, can_replace_resume: true })
      expect(await page(decided.token)).toEqual(late)

      const act = async (link: string, name: string) => {
        const { status, body } = await w.visitor.send('POST', `/candidate/${link}/${name}`)
        return [status, body.history.length, body.can_replace_resume, body.status]
      }
      for (const name of ['withdraw', 'undo-withdraw'])
        expect(await act(decided.token, name)).toEqual(await act(undecided.token, name))
      const replace = async (link: string) => {
        const body = new FormData()
        body.append('resume', resumeFile('mira.docx'))
        return (await w.visitor.raw(`/candidate/${link}/resume`, { method: 'PUT', body })).status
      }
      expect([await replace(decided.token), await replace(undecided.token)]).toEqual([200, 200])
    },
  )

  test('does not make a change of the candidate stale', async () => {
    const { updated_at } = await read()
    const rita = await w.as('rita')
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected', tell: 'never' })
    const first = await put({ phone: '1', updated_at })
    expect([first.status, first.body.phone]).toEqual([200, '1'])
    expect((await put({ phone: '2', updated_at })).status).toBe(409)
  })
})

test('a candidate of a deleted job is told that the job ended, and promised nothing', async () => {
  expect(await read()).toMatchObject({ job_ended: false, answer_by: expect.stringMatching(/^20/) })
  const ada = await w.as('ada')
  expect((await ada.send('DELETE', `/jobs/${job}`)).status).toBe(204)
  expect(await read()).toMatchObject({
    job_ended: true,
    job_title: 'Keeper of the Lock',
    answer_by: null,
    late: false,
    can_replace_resume: false,
  })
  const body = new FormData()
  body.append('resume', resumeFile('mira.docx'))
  const replaced = await w.read(
    await w.visitor.raw(`/candidate/${token}/resume`, { method: 'PUT', body }),
  )
  expect([replaced.status, replaced.body.error]).toEqual([
    409,
    'This job has ended, so the resume can no longer be replaced.',
  ])
})

describe('PUT /candidate/:token', () => {
  test('changes the phone number, also in the search', async () => {
    const { status, body } = await put({ phone: '+45 99 88 77 66' })
    expect([status, body.phone]).toEqual([200, '+45 99 88 77 66'])
    const rita = await w.as('rita')
    expect((await rita.get('/applications?q=4599887766')).body).toHaveLength(1)
    expect((await put({ phone: null })).body.phone).toBe(null)
    expect((await rita.get('/applications?q=4599887766')).body).toHaveLength(0)
    expect(await events('application.contact_changed')).toMatchObject([
      ...Array(2).fill({ actor_name: 'the candidate', actor_id: null, ip: '', detail: {} }),
    ])
  })

  test('an address is asked whether it is right, and nothing changes before', async () => {
    const { status, body } = await put({ email: 'new@example.org' })
    expect([status, body.email, body.requested_email]).toEqual([
      200,
      'mira@example.org',
      'new@example.org',
    ])
    expect((await put({ phone: '1', email: 'mira@example.org' })).body.requested_email).toBe(
      'new@example.org',
    )
    const mails = await w.db.select().from(outbox).where(eq(outbox.kind, 'confirmation'))
    expect(mails.map(({ to_address }) => to_address)).toEqual(['new@example.org'])
  })

  test('wrong input is refused in words at its field; a stale change is 409', async () => {
    for (const [input, field, message] of [
      [{ email: 'mira' }, 'email', 'Enter an email address like name@example.com'],
      [{ phone: '1'.repeat(41) }, 'phone', 'Must be at most 40 characters'],
      [{ status: 'selected', extra: 1 }, 'extra', 'Unknown field extra'],
    ] as const)
      expect(await put(input)).toMatchObject({
        status: 400,
        body: { details: [{ path: [field], message }] },
      })
    const old = await put({ phone: '1', updated_at: '2020-01-01T00:00:00.000Z' })
    expect(old).toMatchObject({ status: 409, body: { current: { email: 'mira@example.org' } } })
    expect((await stored()).phone).toBe('+45 12 34 56 78')
  })
})

describe('POST /candidate/:token/withdraw', () => {
  test('removes held mail, ends the wait for an answer, and is noted once', async () => {
    await set({ status: 'rejected', created_at: '2020-01-01T00:00:00.000Z' })
    await answer({ tells: 'rejected', held_until: '2100-01-01T00:00:00.000Z' })
    const waiting = async () => {
      const parts = waitingRanges(new Date().toISOString()).parts.map((part) => w.db.all(part))
      return (await Promise.all(parts)).flat().length
    }
    await set({ status: 'pending' })
    expect(await waiting()).toBe(1)
    const both = await Promise.all([post('withdraw'), post('withdraw')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { withdrawn_at, undo_until, can_replace_resume, answer_by, history } = await read()
    expect(both.map(({ body }) => body.withdrawn_at)).toEqual([withdrawn_at, withdrawn_at])
    expect(Date.parse(undo_until) - Date.parse(withdrawn_at)).toBe(600_000)
    expect([can_replace_resume, answer_by]).toEqual([false, null])
    expect(history.at(-1)).toEqual({ event: 'withdrawn', at: withdrawn_at, subject: null })
    expect(await waiting()).toBe(0)
    expect(await w.db.$count(outbox, eq(outbox.kind, 'answer'))).toBe(0)
    expect(await events('application.withdrawn')).toMatchObject([
      { actor_name: 'the candidate', ip: '', target_name: 'Mira Østergård-Nguyễn', detail: {} },
    ])
  })

  test('reviewers see it in the list, on the record and in its activity', async () => {
    const { withdrawn_at } = (await post('withdraw')).body
    const rita = await w.as('rita')
    const seen = async () => [
      (await rita.get('/applications')).body[0].withdrawn_at,
      (await rita.get(`/applications/${id}`)).body.withdrawn_at,
    ]
    expect(await seen()).toEqual([withdrawn_at, withdrawn_at])
    const table = await rita.get('/applications/export.csv?columns=id,withdrawn_at')
    expect(table.body).toContain(`${id},"${withdrawn_at}"`)
    await post('undo-withdraw')
    expect(await seen()).toEqual([null, null])
    const lines = (await rita.get(`/applications/${id}/activity`)).body
    expect(lines.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['withdrawal_undone', 'withdrawn']),
    )
  })

  test('a later decision does not tell the candidate unless asked', async () => {
    const rita = await w.as('rita')
    await w.db.update(users).set({ tell: 'now' })
    await post('withdraw')
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    expect(await w.db.$count(outbox, eq(outbox.tells, 'rejected'))).toBe(0)
    await rita.send('PUT', `/applications/${id}`, { status: 'selected', tell: 'now' })
    expect(await w.db.$count(outbox, eq(outbox.tells, 'selected'))).toBe(1)
  })

  test('works after a selection, and keeps the decision', async () => {
    await set({ status: 'selected', told_status: 'selected' })
    expect(await post('withdraw')).toMatchObject({ status: 200, body: { status: 'selected' } })
    expect((await stored()).status).toBe('selected')
  })

  test('after a selection, twice and from two devices, is one withdrawal, and either undoes it', async () => {
    const headers = { 'idempotency-key': 'two-devices' }
    const [one, other] = [
      await apply({ email: 'dan@example.org' }, headers),
      await apply({ email: 'dan@example.org' }, headers),
    ]
    expect([other.id, other.token === one.token]).toEqual([one.id, false])
    ;({ id } = one)
    await set({ status: 'selected', told_status: 'selected' })
    const act = (device: typeof one, name: string) =>
      w.visitor.send('POST', `/candidate/${device.token}/${name}`)
    const responses = await Promise.all([act(one, 'withdraw'), act(other, 'withdraw')])
    responses.push(await act(one, 'withdraw'), await act(other, 'withdraw'))
    const { withdrawn_at } = await stored()
    for (const response of responses)
      expect(response).toMatchObject({ status: 200, body: { status: 'selected', withdrawn_at } })
    expect((await act(other, 'undo-withdraw')).status).toBe(200)
    expect(await stored()).toMatchObject({ status: 'selected', withdrawn_at: null })
    for (const action of ['application.withdrawn', 'application.withdrawal_undone'] as const)
      expect(await events(action)).toHaveLength(1)
  })

  test('can be undone within ten minutes, also twice; then it is 409', async () => {
    await post('withdraw')
    expect(await post('undo-withdraw')).toMatchObject({ status: 200, body: { withdrawn_at: null } })
    expect((await post('undo-withdraw')).status).toBe(200)
    await post('withdraw')
    await set({ withdrawn_at: ago(11) })
    expect(await post('undo-withdraw')).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/can no longer be undone/) },
    })
    expect((await read()).undo_until).toBe(null)
    expect(await events('application.withdrawal_undone')).toHaveLength(1)
  })

  test('a revoked link changes nothing', async () => {
    await w.db.delete(candidateLinks)
    for (const act of ['withdraw', 'undo-withdraw', 'erase', 'resend'])
      expect((await post(act)).status).toBe(404)
    expect((await put({ phone: '1' })).status).toBe(404)
    expect(await stored()).toMatchObject({ withdrawn_at: null, phone: '+45 12 34 56 78' })
  })
})

describe('PUT /candidate/:token/resume', () => {
  const send = async (file: File | undefined) => {
    const body = new FormData()
    if (file) body.append('resume', file)
    else body.append('other', '')
    return w.read(await w.visitor.raw(`/candidate/${token}/resume`, { method: 'PUT', body }))
  }

  test('replaces the file and removes the old one', async () => {
    const before = await stored()
    const { status, body } = await send(resumeFile('mira.docx', 'New resume.docx'))
    expect([status, body.resume_name, body.resume_type]).toEqual([200, 'New resume.docx', 'docx'])
    const { resume_key } = await stored()
    expect(resume_key).not.toBe(before.resume_key)
    expect(await w.files()).toEqual([resume_key])
    expect(await events('application.resume_replaced')).toHaveLength(1)
  })

  test('a wrong file is refused as in the form, and the old one stays', async () => {
    const before = await w.files()
    for (const [file, status] of [
      [undefined, 400],
      [new File(['text'], 'a.txt'), 400],
      [new File(['not a pdf'], 'a.pdf'), 400],
      [new File([new Uint8Array(6 * 1_048_576)], 'a.pdf'), 413],
    ] as const) {
      const response = await send(file)
      expect([response.status, response.body.details[0].path]).toEqual([status, ['resume']])
    }
    expect(await w.files()).toEqual(before)
  })

  test('is 409 once a decision was told or withdrawn; of two at once no file is left over', async () => {
    await Promise.all([send(resumeFile('mira.pdf')), send(resumeFile('mira.docx'))])
    expect(await w.files()).toEqual([(await stored()).resume_key])
    await set({ status: 'shortlisted', told_status: 'shortlisted' })
    expect((await send(resumeFile('mira.pdf'))).status).toBe(409)
    await set({ status: 'pending', told_status: null, withdrawn_at: ago(1) })
    expect((await send(resumeFile('mira.pdf'))).status).toBe(409)
    expect(await w.files()).toEqual([(await stored()).resume_key])
  })
})
