import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resumeErrors, wrongTypeError } from '#api/core/files/contract/resume.ts'
import { en } from '#api/core/words/contract/en.ts'
import { errorText } from '#api/core/words/contract/form-error.ts'
import { settings } from '#db/schema.ts'
import { applicationForm, resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { resumeBytes } from '#scripts/testing/fixtures/forms.ts'
import { world } from '#scripts/testing/world.ts'

const megabyte = 1_048_576

const w = await world()
const lockedPdf = resumeFile('encrypted-pdf/aes-256-locked.pdf', 'mira.pdf')
let job: number
beforeEach(async () => {
  await w.reset()
  await w.db.delete(settings)
  job = await w.newJob()
  await w.db.insert(settings).values({ key: 'max_file_size', value: '1', category: 'uploads' })
})
afterAll(() => w.remove())

const send = async (body: BodyInit, headers: Record<string, string> = {}) =>
  w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body, headers }))
const submit = (changes = {}, headers = {}) =>
  send(applicationForm({ job_id: job, ...changes }), headers)

describe('nothing is left behind of an application', () => {
  afterEach(async () => {
    expect([await w.applications(), await w.files()]).toEqual([[], []])
  })

  const short = words(399)
  test.each([
    ['tags', `<p>${short.replaceAll(' ', ' <strong></strong>')}</p>`],
    ['attributes', `<p class="${'align-left '.repeat(50)}">${short}</p>`],
    ['spaces', `${short}${' '.repeat(500)}`],
    ['spaces between words', short.replaceAll(' ', '     ')],
    ['no-break spaces', `<p>${short}${'&nbsp;'.repeat(500)}</p>`],
    ['empty paragraphs', `<p>${short}</p>${'<p></p>'.repeat(500)}`],
    ['zero-width spaces', `${short}${'\u200B'.repeat(500)}`],
    ['joiners', `${short}${'\u200D'.repeat(500)}`],
    ['fillers', `${short}${'\u3164'.repeat(500)}`],
    ['invisible entities', `<p>${short}${'&ZeroWidthSpace;&zwj;&shy;&#8288;'.repeat(200)}</p>`],
    ['comments', `<p>${short}</p><!--${'x'.repeat(500)}-->`],
    ['scripts', `<p>${short}</p><script>${'x'.repeat(500)}</script>`],
    ['styles', `<p>${short}</p><style>${'x'.repeat(500)}</style>`],
    ['hidden elements', `<p>${short}</p><template>${'x'.repeat(500)}</template>`],
  ])('of 399 characters padded with %s', async (_, motivation_letter) => {
    const response = await submit({ motivation_letter })
    expect(response.status).toBe(400)
    expect(response.body.details).toEqual([
      {
        path: ['motivation_letter'],
        message: 'Motivation letter must be at least 400 characters; yours has 399',
      },
    ])
  })

  test.each([
    ['no-break spaces', '\u00A0'.repeat(450)],
    ['no-break spaces as entities', '&nbsp;'.repeat(450)],
    ['no-break spaces in a paragraph', `<p>${'&nbsp;'.repeat(450)}</p>`],
    ['Hangul fillers', '\u3164'.repeat(450)],
    ['Braille blanks between zero-width spaces', '\u2800\u200B'.repeat(450)],
    ['annotation characters', '\uFFF9\uFFFA\uFFFB'.repeat(450)],
  ])('with a letter of nothing but %s', async (_, motivation_letter) => {
    for (const format of ['plain', undefined]) {
      // As plain text, an entity is text.
      if (format && motivation_letter.includes('&')) continue
      const response = await submit({ motivation_letter, motivation_letter_format: format })
      expect(response.status).toBe(400)
      expect(response.body.details).toEqual([
        { path: ['motivation_letter'], message: 'Motivation letter is required' },
      ])
    }
  })

  test.each([
    ['no resume', undefined, 'resumeRequired' as const],
    ['an empty file', new File([], 'mira.pdf'), 'resumeEmpty' as const],
    ['text named pdf', new File(['Hello'], 'mira.pdf'), undefined],
    ['half a PDF', new File(['%PDF-1.7'], 'mira.pdf'), undefined],
    ['a PDF named docx', resumeFile('mira.pdf', 'mira.docx'), undefined],
    ['a PDF without an extension', resumeFile('mira.pdf', 'mira'), resumeErrors.wrongType],
    ['a PDF named exe', resumeFile('mira.pdf', 'mira.pdf.exe'), resumeErrors.wrongType],
    ['an OpenDocument text', resumeFile('mira.odt'), wrongTypeError('odt')],
    ['an OpenDocument text named docx', resumeFile('mira.odt', 'mira.docx'), wrongTypeError('odt')],
    ['a PDF with a password', lockedPdf, resumeErrors.encrypted],
    ['a DOC named docx', resumeFile('mira.doc', 'mira.docx'), undefined],
    ['a DOCX named doc', resumeFile('mira.docx', 'mira.doc'), undefined],
    ['HTML named doc', new File(['<html>'], 'mira.doc'), undefined],
  ])('with %s', async (_, resume, fault = resumeErrors.wrongContent) => {
    const message = errorText({ key: fault }, en.errors, 'en')
    const response = await submit({ resume })
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ error: message, details: [{ path: ['resume'], message }] })
  })

  test('with a resume in place of a file that is only text', async () => {
    const response = await submit({ resume: '%PDF-1.7 %%EOF' })
    expect(response.body.details).toEqual([{ path: ['resume'], message: 'Resume is required' }])
  })

  test('with a resume of one byte too many', async () => {
    const response = await submit({ resume: pdfOf(megabyte + 1) })
    expect(response.status).toBe(413)
    const message = 'Resume must be at most 1 MB'
    expect(response.body).toEqual({ error: message, details: [{ path: ['resume'], message }] })
  })

  test('with a resume far too large', async () => {
    const response = await submit({ resume: pdfOf(30 * megabyte) })
    expect(response.status).toBe(413)
    expect(response.body.details[0].path).toEqual(['resume'])
  })

  test('with several faults, which are told at once', async () => {
    const response = await submit({
      job_id: 'x',
      first_name: ' ',
      last_name: undefined,
      email: 'mira',
      phone: '1'.repeat(41),
      motivation_letter: '',
      resume: undefined,
    })
    expect(response.status).toBe(400)
    expect(response.body.details.map(({ path }: { path: string[] }) => path[0])).toEqual([
      'job_id',
      'first_name',
      'last_name',
      'email',
      'phone',
      'motivation_letter',
      'resume',
    ])
    const both = await submit({ email: 'mira', resume: pdfOf(megabyte + 1) })
    expect(both.status).toBe(413)
    expect(both.body.details).toHaveLength(2)
  })

  test.each(['0', '-1', '1e3', '1.5', '', 'abc', '4711', '9007199254740993', '9'.repeat(40)])(
    'for a job %j that there is not',
    async (job_id) => {
      const response = await submit({ job_id })
      expect(response.status).toBe(400)
      expect(response.body.details[0].path).toEqual(['job_id'])
    },
  )

  test('for a job that was deleted or closed', async () => {
    const closed = await submit({ job_id: await w.newJob({ is_active: false }) })
    expect(closed.status).toBe(409)
    expect(closed.body.details[0].path).toEqual(['job_id'])
    const incomplete = { job_id: await w.newJob({ is_active: false }), first_name: '' }
    expect((await submit(incomplete)).status).toBe(409)
    const gone = await submit({ job_id: await w.newJob({ deleted_at: '2026-01-01T00:00:00Z' }) })
    expect(gone.status).toBe(400)
    expect(gone.body.details[0].path).toEqual(['job_id'])
  })

  test.each([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['origin', 'http://foyer.test:8080'],
    ['origin', 'http://foyer.test.evil.example'],
    ['sec-fetch-site', 'cross-site'],
  ])('from another website: %s %s', async (name, value) => {
    const response = await submit({}, { [name]: value })
    expect(response.status).toBe(403)
    expect(response.body).toEqual({ error: expect.any(String) })
  })

  test.each(['', 'a b', 'ø', 'a'.repeat(201), 'a\tb'])('with %j for a key', async (key) => {
    const response = await submit({}, { 'idempotency-key': key })
    expect([response.status, response.body.error]).toEqual([
      400,
      expect.stringMatching(/^Idempotency/),
    ])
  })

  test('that is no form', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await send('{}', json)).status).toBe(415)
    expect((await send(new URLSearchParams({ first_name: 'Mira' }))).status).toBe(415)
    const broken = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await send('--b\r\nnonsense', broken)).status).toBe(400)
  })
})

test.each([
  [{ origin: 'http://foyer.test' }],
  [{ origin: 'https://foyer.test', 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
])('our own form passes: %j', async (headers) => {
  expect((await submit({}, headers)).status).toBe(201)
})

test('a resume of exactly the limit passes', async () => {
  const response = await submit({ resume: pdfOf(megabyte) })
  expect(response.status).toBe(201)
})

/** A real PDF, padded to so many bytes before its end mark. */
function pdfOf(size: number) {
  const pdf = Buffer.from(resumeBytes)
  const end = pdf.lastIndexOf('%%EOF')
  const padding = Buffer.alloc(size - pdf.length, '\n')
  return new File([pdf.subarray(0, end), padding, pdf.subarray(end)], 'mira.pdf')
}
