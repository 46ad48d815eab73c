import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Question, QuestionKind } from '#db/enums.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { crlf, part } from '#scripts/testing/fixtures/forms.ts'
import { world } from '#scripts/testing/world.ts'
import { isSentence, refusalErrors, watchDatabase } from './refusal.ts'

const w = await world()
const { hasChanged, close } = watchDatabase(w.url)
let job_id: number
beforeAll(async () => {
  job_id = await w.newJob()
})
afterAll(async () => {
  close()
  await w.remove()
})
beforeEach(() => {
  hasChanged()
})

const blank = ['', '  ', '\t\n', '\u200B', '\u3164']
/** Break a line, are invisible, or reverse its reading direction. */
const notInLines = [
  'a\u0000b',
  'a\u0007b',
  'a\u001Bb',
  'a\u007Fb',
  'a\u0085b',
  'a\nb',
  'a\r\nb',
  'a\u202Eb',
  'a\u202Db',
  'a\u2066b',
]

const post = async (body: BodyInit, headers: Record<string, string> = {}) =>
  w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body, headers }))
const submit = (changes: Record<string, string | number | File | undefined>) =>
  post(applicationForm({ job_id, ...changes }))
const nothingIsLeft = async () => {
  expect(hasChanged()).toBe(false)
  expect(await w.files()).toEqual([])
}

describe('answers', () => {
  const options = ['Rye', 'Wheat']
  const asked = (id: number, kind: QuestionKind, required = false): Question => ({
    id,
    kind,
    label: `Question ${id}`,
    help: null,
    required,
    options: kind.endsWith('choice') ? options : null,
  })
  const questions = [
    asked(1, 'short_text', true),
    ...(['long_text', 'single_choice', 'multiple_choice', 'yes_no'] as const).map((kind, at) =>
      asked(at + 2, kind),
    ),
    ...(['number', 'date', 'file'] as const).map((kind, at) => asked(at + 6, kind)),
    asked(9, 'file', true),
  ]
  const good = { answer_1: 'x', answer_9: resumeFile('mira.pdf') }
  type Bad = [string, (string | File | undefined)[]]
  const noNumbers = ['1e309', '-1e309', 'NaN', 'Infinity', '0x1', '1,5', '1 2', '٣', 'one']
  const noDates = ['today', '2026-02-29', '2026-13-01', '2026-1-1', '01.02.2026', '1e308']

  test.each<Bad>([
    ['answer_1', [undefined, ...blank, ...notInLines, 'x'.repeat(201)]],
    ['answer_2', ['x'.repeat(5_001), 'x'.repeat(200_000)]],
    ...['answer_3', 'answer_4'].map((name): Bad => [name, ['rye', 'Rye, Wheat', '__proto__']]),
    ['answer_5', ['maybe', 'YES', '1', 'constructor']],
    ['answer_6', noNumbers],
    ['answer_7', noDates],
    ['answer_8', ['mira.pdf', '%PDF-1.7']],
    [
      'answer_9',
      [undefined, '', new File([], ''), new File([], 'a.pdf'), new File(['x'], 'a.exe')],
    ],
    ...[1, 2, 3, 4, 5, 6, 7].map((id): Bad => [`answer_${id}`, [resumeFile('mira.pdf')]]),
    ...['answer_10', 'answer_9007199254740991'].map(
      (name): Bad => [name, ['x', resumeFile('mira.pdf')]],
    ),
  ])('an invalid %s is refused and leaves nothing', async (name, values) => {
    const job = await w.newJob({ questions })
    hasChanged()
    const faults: string[] = []
    for (const value of values) {
      const found = refusalErrors(await submit({ job_id: job, ...good, [name]: value }), name)
      faults.push(...found.map((fault) => `${String(value).slice(0, 50)} ${fault}`))
    }
    expect(faults).toEqual([])
    await nothingIsLeft()
  })

  test('names that only look like answers are ignored, and not as files', async () => {
    const job = await w.newJob({ questions: [asked(1, 'short_text')] })
    const names = ['answer_0', 'answer_01', 'answer_-1', 'answer_x', 'answer_', 'answer_1e1']
    const response = await submit({
      job_id: job,
      ...Object.fromEntries(names.map((n) => [n, 'x'])),
    })
    expect([response.status, response.body.answers]).toEqual([201, []])
    hasChanged()
    const kept = (await w.files()).length
    for (const name of names)
      expect(refusalErrors(await submit({ [name]: resumeFile('mira.pdf') }), name)).toEqual([])
    expect([hasChanged(), (await w.files()).length]).toEqual([false, kept])
    for (const key of await w.files()) await w.store.remove(key)
  })
})

test('a field in place of the file, a file in place of a field, and either one twice leave nothing', async () => {
  expect(refusalErrors(await submit({ resume: '%PDF-1.7' }), 'resume')).toEqual([])
  for (const name of ['first_name', 'motivation_letter', 'extra', '__proto__'])
    expect(refusalErrors(await submit({ [name]: resumeFile('mira.pdf') }), name)).toEqual([])
  for (const name of ['first_name', 'job_id', 'resume']) {
    const form = applicationForm({ job_id })
    form.append(name, form.get(name) as string)
    expect(refusalErrors(await post(form), name)).toEqual([])
  }
  await nothingIsLeft()
})

test('a list in place of a text is a missing text', async () => {
  const response = await submit({
    first_name: undefined,
    'first_name[]': 'Mira',
    'first_name[a]': 'M',
  })
  expect(refusalErrors(response, 'first_name')).toEqual([])
  await nothingIsLeft()
})

describe('an incomplete form leaves nothing', () => {
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const end = '--b--\n'
  test.each([
    ['nothing', ''],
    ['no part', end],
    ['no end', part('first_name', 'Mira')],
    ['a part without a name', `--b\nContent-Disposition: form-data\n\nx\n${end}`],
    ['a part that is not form data', `--b\nContent-Type: text/plain\n\nx\n${end}`],
    ['JSON', '{"first_name":"Mira"}'],
    ['another boundary', part('first_name', 'Mira').replaceAll('--b', '--c')],
    ['too many fields', Array.from({ length: 30 }, (_, n) => part(`f${n}`, 'x')).join('') + end],
    ['a header without an end', `--b\n${'X'.repeat(100_000)}`],
    [
      'an unknown charset',
      part('first_name', 'x', '\nContent-Type: text/plain; charset=x-no') + end,
    ],
    ['a name of control characters', part('\u0000\u0007', 'x') + end],
  ])('%s', async (_, body) => {
    const response = await post(crlf(body), type)
    expect(response.status).toBe(400)
    expect(isSentence(response.body.error)).toBe(true)
    await nothingIsLeft()
  })

  test.each([
    '',
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
    'multipart/mixed; boundary=b',
    'multipart/form-data; boundary=',
  ])('of the type %j', async (contentType) => {
    const response = await post(crlf(part('first_name', 'Mira') + end), {
      'content-type': contentType,
    })
    expect(response.status).toBe(415)
    expect(isSentence(response.body.error)).toBe(true)
    await nothingIsLeft()
  })
})

test('markup in a name is text, and unknown fields are ignored, also __proto__', async () => {
  const first_name = '<script>alert(1)</script>'
  const response = await submit({
    first_name,
    __proto_: 'x',
    ['__proto__']: 'x',
    constructor: 'x',
    status: 'selected',
    id: '4711',
  })
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({ first_name, status: 'pending' })
  expect(await w.idOf(response)).not.toBe(4711)
})
