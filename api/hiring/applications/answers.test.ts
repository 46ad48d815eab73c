import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { reap } from '#api/office/background/reaper.ts'
import type { Question } from '#db/enums.ts'
import { answerFiles, auditEvents, outbox, settings } from '#db/schema.ts'
import { storedFiles } from '#scripts/integrity.ts'
import { applicationForm, resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
})

const question = (id: number, kind: Question['kind'], more: Partial<Question> = {}): Question => ({
  id,
  kind,
  label: `Question ${id}`,
  help: null,
  required: false,
  options: null,
  ...more,
})
const breads = { options: ['Rye', 'Wheat', 'Spelt'] }
const questions = [
  question(1, 'short_text', { required: true, label: 'Where did you bake?' }),
  question(2, 'long_text'),
  question(3, 'single_choice', breads),
  question(4, 'multiple_choice', breads),
  question(5, 'yes_no'),
  question(6, 'number'),
  question(7, 'date'),
  question(8, 'file', { label: 'Certificate' }),
]

type Value = string | number | File | undefined
type Fields = Record<string, Value | string[]>

function formOf(changes: Fields) {
  const lists = Object.entries(changes).filter(([, value]) => Array.isArray(value))
  const single = Object.entries(changes).filter(([, value]) => !Array.isArray(value))
  const form = applicationForm(Object.fromEntries(single) as Record<string, Value>)
  for (const [name, values] of lists)
    for (const value of values as string[]) form.append(name, value)
  return form
}
const post = async (path: string, body: FormData, as = w.visitor) =>
  w.read(await as.raw(path, { method: 'POST', body }))
const apply = (job_id: number, changes: Fields = {}) =>
  post('/applications/submit', formOf({ job_id, ...changes }))
const errorsOf = (response: Awaited<ReturnType<typeof apply>>) =>
  Object.fromEntries(
    (response.body.details ?? []).map(({ path, message }: { path: string[]; message: string }) => [
      path.join('.'),
      message,
    ]),
  )
const nothingIsLeft = async () => {
  expect(await w.applications()).toEqual([])
  expect(await w.files()).toEqual([])
  expect(await w.db.select().from(outbox)).toEqual([])
}

const everything = {
  answer_1: 'In Aarhus.',
  answer_2: 'First line\r\nsecond line',
  answer_3: 'Rye',
  answer_4: ['Spelt', 'Rye'],
  answer_5: 'no',
  answer_6: '12.5',
  answer_7: '2026-12-01',
  answer_8: resumeFile('mira.docx', 'diplôme.docx'),
}

test('answers are stored with the words of their questions and returned to reviewers', async () => {
  const job = await w.newJob({ questions })
  const response = await apply(job, everything)
  expect(response.status).toBe(201)
  const rita = await w.as('rita')
  const values = [
    'In Aarhus.',
    'First line\nsecond line',
    'Rye',
    ['Rye', 'Spelt'],
    false,
    12.5,
    '2026-12-01',
    'diplôme.docx',
  ]
  const answers = questions.map(({ id, label, kind }, at) => ({
    question_id: id,
    label,
    kind,
    value: values[at],
  }))
  expect(response.body.answers).toEqual(answers)
  expect((await rita.get(`/applications/${await w.idOf(response)}`)).body.answers).toEqual(answers)
  expect(await w.files()).toHaveLength(2)
  const changed = await w.as('ada')
  await changed.send('PUT', `/jobs/${job}`, { questions: null })
  expect((await rita.get(`/applications/${await w.idOf(response)}`)).body.answers).toEqual(answers)
})

test('the file of an answer is downloaded under the name of its question, and recorded', async () => {
  const id = await w.idOf(await apply(await w.newJob({ questions }), everything))
  const rita = await w.as('rita')
  const path = `/applications/${id}/answers/8/file`
  const file = await rita.raw(path)
  expect(file.status).toBe(200)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(
    Buffer.from(await everything.answer_8.arrayBuffer()),
  )
  expect(file.headers.get('content-disposition')).toMatch(
    /^attachment; filename="certificate-Mira-Ostergard-Nguyen\.docx"/,
  )
  const events = await w.db.select().from(auditEvents)
  expect(events.filter(({ action }) => action === 'answer_file.downloaded')).toMatchObject([
    { target_id: id, target_name: 'Mira Østergård-Nguyễn' },
  ])
  for (const wrong of ['9', '1', '08', 'x', '9007199254740993'])
    expect((await rita.get(`/applications/${id}/answers/${wrong}/file`)).status).toBe(404)
  expect((await w.visitor.get(path)).status).toBe(401)
  expect((await (await w.as('joe')).get(path)).status).toBe(403)
})

test('a change of an application leaves its answers as they are', async () => {
  const id = await w.idOf(await apply(await w.newJob({ questions }), everything))
  const rita = await w.as('rita')
  const before = (await rita.get(`/applications/${id}`)).body
  expect(before.answers).not.toEqual([])
  const change = { ...before, phone: '+353 1 234 5678', answers: [] }
  expect((await rita.send('PUT', `/applications/${id}`, change)).status).toBe(200)
  const { phone, answers } = (await rita.get(`/applications/${id}`)).body
  expect([phone, answers]).toEqual(['+353 1 234 5678', before.answers])
})

test('deleting an application deletes the files of its answers', async () => {
  const id = await w.idOf(await apply(await w.newJob({ questions }), everything))
  await (await w.as('rita')).send('DELETE', `/applications/${id}`)
  expect(await w.files()).toEqual([])
  expect(await w.db.select().from(answerFiles)).toEqual([])
})

test('wrong answers are refused all at once and leave nothing', async () => {
  const other = await w.newJob({ questions: [question(99, 'short_text')] })
  const job = await w.newJob({ questions })
  const response = await apply(job, {
    email: 'mira',
    answer_1: undefined,
    answer_2: 'x'.repeat(5001),
    answer_3: 'Oats',
    answer_4: ['Rye', 'Oats'],
    answer_5: 'maybe',
    answer_6: '1e309',
    answer_7: '2026-02-30',
    answer_8: 'diploma.docx',
    answer_99: 'of another job',
    answer_1234: resumeFile('mira.pdf'),
  })
  expect(response.status).toBe(400)
  expect(errorsOf(response)).toEqual({
    email: 'Enter an email address like name@example.com',
    answer_1: 'Answer this question',
    answer_2: 'Must be at most 5,000 characters',
    answer_3: 'Choose one of the answers given',
    answer_4: 'Choose one of the answers given',
    answer_5: 'Choose one of the answers given',
    answer_6: 'Enter a number in digits, without commas or spaces, such as 3 or 2.5',
    answer_7: 'Enter a date, such as 2026-03-31',
    answer_8: 'Answer this question with a file',
    answer_99: 'This question is no longer in the form',
    answer_1234: 'This question is no longer in the form',
  })
  await nothingIsLeft()
  expect((await apply(other, { answer_99: 'x' })).status).toBe(201)
})

test.each([
  ['12345678901234567890', 'Enter a number of at most 15 digits'],
  ['1.2345678901234567890', 'Enter a number of at most 15 digits'],
  ['007', 'Leave out the zeros at the start: enter 7'],
])(
  'the number %s is refused, also from staff, since it would be changed',
  async (text, sentence) => {
    const job = await w.newJob({ questions })
    expect(errorsOf(await apply(job, { answer_1: 'x', answer_6: text }))).toEqual({
      answer_6: sentence,
    })
    const rita = await w.as('rita')
    const manual = { first_name: 'Mira', last_name: 'Ostergard', email: 'mira@example.org' }
    const sent = JSON.stringify({ ...manual, job_id: job, answers: { 6: text } })
    expect(errorsOf(await rita.send('POST', '/applications/manual', sent))).toEqual({
      answer_6: sentence,
    })
    // As a JSON number it is rounded before it can be read.
    if (!text.startsWith('0'))
      expect(
        errorsOf(await rita.send('POST', '/applications/manual', sent.replace(`"${text}"`, text))),
      ).toEqual({ answer_6: sentence })
    await nothingIsLeft()
  },
)

test('files are stored only where the job of the form asks for them', async () => {
  const other = await w.newJob({ questions: [question(99, 'file')] })
  const job = await w.newJob({ questions })
  const stage = vi.spyOn(w.store, 'stage')
  const certificate = { answer_1: 'x', answer_99: resumeFile('mira.pdf') }
  for (const id of [job, 987654]) expect((await apply(id, certificate)).status).toBe(400)
  const stored = await Promise.all(stage.mock.results.map(({ value }) => value))
  // Each resume, and nothing of the other file.
  expect(stored).toEqual(
    [1, 2].flatMap(() => [expect.objectContaining({ size: expect.any(Number) }), 'too large']),
  )
  stage.mockRestore()
  await nothingIsLeft()
  const early = formOf(certificate)
  early.append('job_id', String(other))
  const refused = await post('/applications/submit', early)
  expect(errorsOf(refused)).toEqual({ answer_99: 'Send job_id before the files' })
  const joined = await apply(other, { answer_99: resumeFile('mira.pdf') })
  expect(joined.status).toBe(201)
})

test('an empty answer to a deleted question does not matter', async () => {
  expect((await apply(await w.newJob(), { answer_99: '  ' })).status).toBe(201)
})

test('files of answers are checked as resumes are, and none is left of a refused form', async () => {
  await w.db.insert(settings).values({ key: 'max_file_size', value: '1', category: 'uploads' })
  const job = await w.newJob({ questions })
  const fine = { answer_1: 'x' }
  const large = new File([new Uint8Array(1_048_577)], 'a.pdf')
  const tooLarge = await apply(job, { ...fine, answer_8: large })
  expect(tooLarge.status).toBe(413)
  expect(errorsOf(tooLarge)).toEqual({ answer_8: 'The file must be at most 1 MB' })
  for (const [file, message] of [
    [new File(['x'], 'a.png'), 'The file must be a PDF, DOC or DOCX file'],
    [new File([], 'a.pdf'), 'This file is empty'],
    [new File(['x'], 'a.pdf'), 'The file must be a real PDF, DOC or DOCX file'],
  ] as const)
    expect(errorsOf(await apply(job, { ...fine, answer_8: file }))).toEqual({ answer_8: message })
  const inText = await apply(job, { answer_1: resumeFile('mira.pdf') })
  expect(errorsOf(inText)).toEqual({ answer_1: 'Answer this question without a file' })
  await nothingIsLeft()
  await w.db.delete(settings)
})

describe('letter and resume', () => {
  test('optional: nothing is needed, but a letter must be long enough', async () => {
    const job = await w.newJob({ letter: 'optional', letter_min: 50, resume: 'optional' })
    const short = { motivation_letter: words(49), resume: undefined }
    expect(errorsOf(await apply(job, short))).toEqual({
      motivation_letter: 'Motivation letter must be at least 50 characters; yours has 49',
    })
    const bad = await apply(job, { resume: new File(['x'], 'a.pdf') })
    expect(errorsOf(bad)).toEqual({ resume: 'Resume must be a real PDF, DOC or DOCX file' })
    await nothingIsLeft()
    const bare = await apply(job, { motivation_letter: undefined, resume: undefined })
    expect(bare.status).toBe(201)
    expect(bare.body).toMatchObject({
      motivation_letter: '',
      resume_name: null,
    })
    expect((await apply(job, { motivation_letter: words(50) })).body.resume_name).toBe('mira.pdf')
  })

  test('off: what arrives is ignored, so that an older form is not lost', async () => {
    const job = await w.newJob({ letter: 'off', resume: 'off' })
    const response = await apply(job, {
      motivation_letter: 'short',
      resume: new File(['x'], 'a.png'),
    })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ motivation_letter: '', resume_name: null })
    expect(await w.files()).toEqual([])
  })

  test('required with a minimum of its own', async () => {
    const job = await w.newJob({ letter_min: 0 })
    expect((await apply(job, { motivation_letter: 'x' })).status).toBe(201)
    expect(errorsOf(await apply(job, { motivation_letter: ' ' }))).toEqual({
      motivation_letter: 'Motivation letter is required',
    })
  })
})

test('an application without a resume still sends its mail, once for a repeated key', async () => {
  await w.db
    .insert(settings)
    .values({ key: 'notify_email', value: 'jobs@example.com', category: 'contact' })
  const job = await w.newJob({ resume: 'off', questions })
  const headers = { 'idempotency-key': 'k' }
  const send = async () =>
    w.read(
      await w.visitor.raw('/applications/submit', {
        method: 'POST',
        headers,
        body: formOf({ job_id: job, ...everything }),
      }),
    )
  const first = await send()
  const again = await send()
  expect(again.body.reference).toBe(first.body.reference)
  const mail = await w.db.select().from(outbox)
  expect(mail.map(({ kind, application_id }) => [kind, application_id])).toEqual([
    ['receipt', await w.idOf(first)],
    ['notice', await w.idOf(first)],
  ])
  expect(await w.files()).toHaveLength(1)
  expect(await w.db.select().from(answerFiles)).toHaveLength(1)
  await w.db.delete(settings)
})

test('a form without script that is sent twice at once is one application', async () => {
  const job = await w.newJob({ questions })
  const send = () => {
    const withoutScript = { job_id: String(job), typed: {} }
    const person = w.withToken(undefined, { withoutScript })
    return post('/applications/submit', formOf(everything), person)
  }
  const [a, b] = await Promise.all([send(), send()])
  expect([a?.status, b?.status]).toEqual([201, 201])
  expect(a?.body.reference).toBe(b?.body.reference)
  expect(await w.files()).toHaveLength(2)
  expect(await w.db.select().from(answerFiles)).toHaveLength(1)
})

test('receipt and notice repeat the answers, in which no address is a link', async () => {
  await w.db
    .insert(settings)
    .values({ key: 'notify_email', value: 'jobs@example.com', category: 'contact' })
  await apply(await w.newJob({ questions }), {
    ...everything,
    answer_1: 'At evil.example, https://1.2.3.4 and mira@evil.example. With rye, e.g. 2.5 kg.',
    answer_2: 'a'.repeat(4_000),
    answer_8: resumeFile('mira.pdf', 'www.evil.example.pdf'),
  })
  const [receipt, notice] = await w.db.select().from(outbox)
  for (const mail of [receipt, notice]) {
    expect(mail?.text.replaceAll('\u200b', '')).toContain(
      'Where did you bake?\nAt evil.example, https://1.2.3.4 and mira@evil.example. With rye, e.g. 2.5 kg.',
    )
    expect(mail?.text).toContain('Question 4: Rye; Spelt')
    expect(mail?.text).toContain('Question 5: No')
    expect(mail?.text).toContain('Question 7: 1 December 2026')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil\.example|www\.evil|1\.2\.3\.4/)
  }
  expect(receipt?.text).toContain(`Question 2: ${'a'.repeat(500)}...`)
  expect(notice?.text).toContain(`Question 2: ${'a'.repeat(100)}...`)
  await w.db.delete(settings)
})

test('answers are found, and a list can be filtered by choices', async () => {
  const job = await w.newJob({ questions })
  const other = await w.newJob({ questions })
  const one = await apply(job, everything)
  const two = await apply(job, { answer_1: 'Bergen', answer_4: ['Wheat', 'Rye'], answer_5: 'yes' })
  await apply(other, everything)
  const rita = await w.as('rita')
  const listed = async (query: string) => {
    const { body, headers } = await rita.get(`/applications?${query}`)
    const ids = body.map(({ id }: { id: number }) => id)
    expect(headers.get('x-total-count')).toBe(String(ids.length))
    return ids
  }
  const [first, second] = [await w.idOf(one), await w.idOf(two)]
  expect(await listed('q=bergen')).toEqual([second])
  expect(await listed(`job_id=${job}&q=aarhus`)).toEqual([first])
  expect(await listed(`job_id=${job}&answer_3=Rye`)).toEqual([first])
  expect(await listed(`job_id=${job}&answer_4=Rye`)).toEqual([second, first])
  expect(await listed(`job_id=${job}&answer_4=Rye&answer_5=no`)).toEqual([first])
  expect(await listed(`job_id=${job}&answer_4=Rye&answer_4=Wheat`)).toEqual([second])
  expect(await listed(`job_id=${job}&answer_5=true`)).toEqual([second])
  expect(await listed(`job_id=${job}&answer_4=Rye&q=bergen&sort=name`)).toEqual([second])
  expect(await listed(`job_id=${job}&answer_4=Rye&status=selected`)).toEqual([])
  await rita.send('PUT', `/applications/${first}`, { notes: '<p>Fine</p>', status: 'selected' })
  expect(await listed(`job_id=${job}&answer_4=Rye&status=selected`)).toEqual([first])
  for (const nobody of ['answer_3=Wheat', 'answer_1=Bergen', 'answer_99=Rye', 'answer_3="Rye"'])
    expect(await listed(`job_id=${job}&${nobody}`)).toEqual([])
  const without = await rita.get('/applications?answer_3=Rye')
  expect(without.status).toBe(400)
  expect(errorsOf(without)).toHaveProperty('job_id')
  const many = Array.from({ length: 21 }, (_, n) => `answer_${n + 1}=x`).join('&')
  expect((await rita.get(`/applications?job_id=${job}&${many}`)).status).toBe(400)
})

describe('POST /applications/manual', () => {
  const mira = { first_name: 'Mira', last_name: 'Ostergard', email: 'mira@example.org' }

  test('takes answers in JSON, of which none is required', async () => {
    const job_id = await w.newJob({ questions })
    const rita = await w.as('rita')
    const enter = (answers?: unknown) =>
      rita.send('POST', '/applications/manual', { ...mira, job_id, answers })
    expect((await enter()).body.answers).toEqual([])
    const { body } = await enter({ 3: 'Rye', 4: ['Rye', 'Wheat'], 5: true, 6: 3, 7: '2026-12-01' })
    expect(body.answers.map(({ value }: { value: unknown }) => value)).toEqual([
      'Rye',
      ['Rye', 'Wheat'],
      true,
      3,
      '2026-12-01',
    ])
    const wrong = await enter({ 3: 'Oats', 99: 'x' })
    expect(wrong.status).toBe(400)
    expect(Object.keys(errorsOf(wrong))).toEqual(['answer_3', 'answer_99'])
    for (const answers of [{ x: 'y' }, { 3: null }, { 3: {} }, [], 'x'])
      expect([answers, (await enter(answers)).status]).toEqual([answers, 400])
    const infinite = `{"first_name":"M","last_name":"O","email":"m@o.org","job_id":${job_id},"answers":{"6":1e309}}`
    expect((await rita.send('POST', '/applications/manual', infinite)).status).toBe(400)
  })

  test('takes answers and files in a form', async () => {
    const job_id = await w.newJob({ questions })
    const rita = await w.as('rita')
    const { answer_1: _, ...some } = everything
    const { status, body } = await post('/applications/manual', formOf({ job_id, ...some }), rita)
    expect(status).toBe(201)
    expect(body.answers).toHaveLength(7)
    expect(await w.files()).toHaveLength(2)
    const wrong = await post(
      '/applications/manual',
      formOf({ job_id, first_name: '', answer_3: 'Oats', resume: new File(['x'], 'a.png') }),
      rita,
    )
    expect(wrong.status).toBe(400)
    expect(Object.keys(errorsOf(wrong))).toEqual(['first_name', 'resume', 'answer_3'])
    expect(await w.files()).toHaveLength(2)
  })
})

test('a refused write leaves no file of an answer', async () => {
  const job = await w.newJob({ questions })
  await w.db.run(
    `CREATE TRIGGER refuse BEFORE INSERT ON answer_files BEGIN SELECT raise(abort, 'no'); END`,
  )
  expect((await apply(job, everything)).status).toBe(500)
  await w.db.run('DROP TRIGGER refuse')
  await nothingIsLeft()
})

test('verification and the reaper know the files of answers', async () => {
  await apply(await w.newJob({ questions }), everything)
  const kept = storedFiles(fileURLToPath(w.url))
  expect(kept.map(({ key }) => key).sort()).toEqual((await w.files()).sort())
  const clean = () => reap({ db: w.db, store: w.store, log: w.log, age: -1000, watch: 0 })
  expect(await clean()).toBe(0)
  await w.db.delete(answerFiles)
  expect(await clean()).toBe(1)
  expect(await w.files()).toHaveLength(1)
})
