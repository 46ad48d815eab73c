import { mkdir, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { megabyte, setUpFormReceiver } from '#scripts/testing/fixtures/form-receiver.ts'
import { crlf, filledForm, part, streamed, written } from '#scripts/testing/fixtures/forms.ts'
import { Problem } from '../http/problem.ts'

const { receive, incoming } = await setUpFormReceiver()

const resumeHead = crlf(part('resume', '', '; filename="cv.pdf"').trimEnd())

const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('was received'),
    (error) => {
      expect(error).toBeInstanceOf(Problem)
      return error as Problem
    },
  )

test('a Content-Length beyond the limit is refused unread', async () => {
  let pulled = false
  const body = async function* () {
    pulled = true
    yield ''
  }
  const refused = await problem(receive(streamed(body, { 'content-length': `${42 * megabyte}` })))
  expect(refused).toMatchObject({ status: 413, headers: { Connection: 'close' } })
  expect(refused.body.details).toEqual([
    { path: ['resume'], message: 'The file must be at most 1 MB' },
  ])
  expect(pulled).toBe(false)
})

test('a body without end is refused after 20 MB more than the largest file', async () => {
  let sent = 0
  const refused = await problem(
    receive(
      streamed(async function* () {
        yield `${resumeHead}\r\n\r\n`
        for (;;) {
          sent += 65_536
          yield new Uint8Array(65_536)
        }
      }),
    ),
  )
  expect(refused).toMatchObject({ status: 413, headers: { Connection: 'close' } })
  expect(sent / megabyte).toBeGreaterThan(20.9)
  expect(sent / megabyte).toBeLessThan(21.3)
})

test.each([
  ['JSON', written('{}', 'application/json')],
  ['a form without files', written('first_name=Mira', 'application/x-www-form-urlencoded')],
  ['no type', written('', '')],
  ['no boundary', written('--b--\n', 'multipart/form-data')],
  ['no boundary but something else', written('--b--\n', 'multipart/form-data; charset=utf-8')],
  ['another multipart', written('--b--\n', 'multipart/mixed; boundary=b')],
])('%s is a wrong content type', async (_, init) => {
  expect(await problem(receive(init))).toMatchObject({
    status: 415,
    message: 'Send the application as a form (multipart/form-data)',
  })
})

test('a compressed form is a wrong content type', async () => {
  const headers = { 'content-encoding': 'gzip' }
  expect((await problem(receive({ body: filledForm(), headers }))).status).toBe(415)
})

test.each([
  ['nothing', ''],
  ['no parts at all', 'hello'],
  ['a field cut short', part('first_name', 'Mira')],
  ['a file cut short', part('resume', '%PDF-', '; filename="cv.pdf"')],
  ['a head cut short', `${part('first_name', 'Mira')}--b\nContent-Dispo`],
  ['an invalid part header', '--b\n\u0001: x\n\nMira\n--b--\n'],
  ['a head without end', `--b\nX: ${'x'.repeat(20_000)}\n\nMira\n--b--\n`],
  ['a part without a name', '--b\nContent-Disposition: form-data\n\nMira\n--b--\n'],
  ['a file without a name', '--b\nContent-Disposition: form-data; filename="x"\n\nMira\n--b--\n'],
  [
    'an unknown alphabet',
    '--b\nContent-Disposition: form-data; name="x"\nContent-Type: text/plain; charset=klingon\n\nx\n--b--\n',
  ],
])('a form with %s is refused as damaged', async (_, text) => {
  expect(await problem(receive(written(text)))).toMatchObject({
    status: 400,
    message: 'The form arrived incomplete or damaged',
  })
})

test('a field of more than 200 KB is told how long it may be', async () => {
  const body = written(`${part('a', 'x'.repeat(204_801))}--b--\n`)
  const refused = await problem(receive(body))
  expect(refused.message).toBe('Too long: at most 200 KB')
})

test.each([
  ['a field sent twice', 'a', part('a', '1') + part('a', '1')],
  ['a field of more than 200 KB', 'a', part('a', 'x'.repeat(204_801))],
  ['a file under another name', 'photo', part('photo', 'x', '; filename="x.png"')],
  [
    'a second resume',
    'resume',
    part('resume', 'x', '; filename="1.pdf"') + part('resume', 'x', '; filename="2.pdf"'),
  ],
  ['an answer of more than 20,000 characters', 'answer_1', part('answer_1', 'x'.repeat(20_001))],
  [
    'a second file for an answer',
    'answer_1',
    part('answer_1', 'x', '; filename="1.pdf"') + part('answer_1', 'x', '; filename="2.pdf"'),
  ],
  [
    'a resume and a file under another name',
    'photo',
    part('resume', 'x', '; filename="1.pdf"') + part('photo', 'x', '; filename="2.png"'),
  ],
])('%s is refused by the name of the field', async (_, name, parts) => {
  const refused = await problem(receive(written(`${parts}${part('z', 'later')}--b--\n`)))
  expect(refused.status).toBe(400)
  expect(refused.body.details?.[0]?.path).toEqual([name])
})

test('twenty fields are accepted, more are refused', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => part(`f${n}`, 'x')).join('')
  expect(Object.keys((await receive(written(`${many(20)}--b--\n`))).fields)).toHaveLength(20)
  for (const count of [21, 500]) {
    expect(await problem(receive(written(`${many(count)}--b--\n`)))).toMatchObject({
      status: 400,
      message: 'The form has too many fields',
    })
  }
})

test('more than six hundred choices, or twenty files, are refused', async () => {
  const many = (count: number, more = '') =>
    Array.from({ length: count }, (_, n) => part(`answer_${n + 1}`, 'x', more)).join('')
  for (const parts of [many(621), many(23, '; filename="a.pdf"')])
    expect(await problem(receive(written(`${parts}--b--\n`)))).toMatchObject({
      status: 400,
      message: 'The form has too many fields',
    })
})

test.each([
  ['of Latin letters', 'x'.repeat(200_000)],
  ['of letters in two bytes', 'Ж'.repeat(100_000)],
])(
  'more than 700 KB of text, with a letter %s, is refused as it arrives, under the longest field',
  async (_, letter) => {
    const answers = Array.from({ length: 600 }, (_, n) =>
      part(`answer_${n + 1}`, 'x'.repeat(9_000)),
    )
    const parts = part('motivation_letter', letter) + answers.join('')
    const fields = {}
    const refused = await problem(receive(written(`${parts}--b--\n`), megabyte, fields))
    const message = 'Your letter and answers are too long together: shorten them to at most 700 KB'
    expect(refused).toMatchObject({ status: 413, message })
    expect(refused.body.details).toEqual([{ path: ['motivation_letter'], message }])
    expect(Buffer.byteLength(JSON.stringify(fields))).toBeLessThan(710 * 1024)
  },
)

test('a letter of 200 KB and twenty long answers in four bytes a character are accepted', async () => {
  const answers = Array.from({ length: 20 }, (_, n) => part(`answer_${n + 1}`, '𠮷'.repeat(5_000)))
  const parts = part('motivation_letter', 'x'.repeat(204_800)) + answers.join('')
  const { fields } = await receive(written(`${parts}--b--\n`))
  expect(Object.keys(fields)).toHaveLength(21)
})

test('unfinished forms hold 64 MB of text at most: the next one waits, and is accepted later', async () => {
  const text = part('motivation_letter', 'x'.repeat(204_800))
  const answers = Array.from({ length: 25 }, (_, n) => part(`answer_${n + 1}`, 'x'.repeat(19_000)))
  const full = crlf(text + answers.join(''))
  const { promise: allRead, resolve } = Promise.withResolvers<void>()
  let read = 0
  const slow = async function* () {
    yield full
    if (++read === 110) resolve()
    await allRead
    yield '--b--\r\n'
  }
  const results = await Promise.all(
    Array.from({ length: 110 }, () => receive(streamed(slow)).catch((error: Problem) => error)),
  )
  const refused = results.filter((result) => result instanceof Problem)
  expect(refused.length).toBeGreaterThan(10)
  expect(refused[0]).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } })
  expect(results.length - refused.length).toBeGreaterThan(80)
  expect(Object.keys((await receive(streamed(slow))).fields)).toHaveLength(26)
})

test('tokens of kept files are as long as ours, and there is one a file at most', async () => {
  const tokens = (count: number, length = 43) =>
    Array.from({ length: count }, (_, n) => part(`staged_answer_${n + 1}`, 'x'.repeat(length)))
  const received = await receive(written(`${tokens(21).join('')}--b--\n`))
  expect(Object.keys(received.fields)).toHaveLength(21)
  for (const parts of [tokens(22), [part('staged_resume', 'x'), ...tokens(21)]])
    expect((await problem(receive(written(`${parts.join('')}--b--\n`)))).message).toBe(
      'The form has too many fields',
    )
  const long = await receive(written(`${part('staged_resume', 'x'.repeat(200_000))}--b--\n`))
  expect(long.fields).toEqual({ staged_resume: 'unknown' })
  const others = Array.from({ length: 21 }, (_, n) => part(`staged_photo${n}`, 'x')).join('')
  expect((await problem(receive(written(`${others}--b--\n`)))).status).toBe(400)
})

test('a refused form is read to its end, so that the browser reads the answer', async () => {
  let atEnd = false
  const refused = await problem(
    receive(
      streamed(async function* () {
        yield crlf(part('a', '1')).repeat(2)
        yield `${resumeHead}\r\n\r\n`
        for (let n = 0; n < 64; n++) yield new Uint8Array(65_536)
        yield '\r\n--b--\r\n'
        atEnd = true
      }),
    ),
  )
  expect(refused.status).toBe(400)
  expect(atEnd).toBe(true)
})

test.each([
  ['before anything', ''],
  ['in a field', part('first_name', 'Mi').trimEnd()],
  ['in a head', '--b\nContent-Disposition: form-data; name="resume"; file'],
  ['as the file begins', part('resume', '%', '; filename="cv.pdf"').trimEnd()],
  ['in the file', part('resume', 'x'.repeat(300_000), '; filename="cv.pdf"').trimEnd()],
  ['after a file too large', part('resume', 'x'.repeat(2_000_000), '; filename="cv.pdf"')],
])('an upload that breaks off %s is a 400 and leaves nothing', async (_, text) => {
  const refused = await problem(
    receive(
      streamed(async function* () {
        if (text) yield crlf(text)
        throw new Error('socket hang up')
      }),
    ),
  )
  expect(refused).toMatchObject({ status: 400, message: 'The upload was interrupted' })
})

test('a missing upload folder is reported as ENOENT, without hanging', async () => {
  await rm(incoming, { recursive: true })
  const body = filledForm(new File([new Uint8Array(900_000)], 'cv.pdf'))
  await expect(receive({ body })).rejects.toMatchObject({ code: 'ENOENT' })
  await mkdir(incoming)
})
