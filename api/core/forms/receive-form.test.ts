import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { megabyte, setUpFormReceiver } from '#scripts/testing/fixtures/form-receiver.ts'
import {
  applicant,
  crlf,
  filledForm,
  part,
  resumeBytes,
  streamed,
  written,
} from '#scripts/testing/fixtures/forms.ts'
import { discardFiles, type ReceivedFile, type ReceivedForm } from './receive-form.ts'

const { receive, store } = await setUpFormReceiver()

const fileOf = ({ files }: ReceivedForm, name: string) => files.get(name) as ReceivedFile
const resumeOf = (form: ReceivedForm) => fileOf(form, 'resume')

test('a filled form arrives with its fields and its file, name and all', async () => {
  const form = await receive({ body: filledForm() })
  expect(form).toEqual({
    fields: applicant,
    files: new Map([
      ['resume', expect.objectContaining({ name: 'résumé Ø.pdf', size: resumeBytes.length })],
    ]),
  })
  expect(await readFile(resumeOf(form).path)).toEqual(resumeBytes)
  await store.discard(resumeOf(form))
})

test('a quotation mark in a file name, which browsers escape, stays one', async () => {
  const form = await receive({ body: filledForm(new File(['%PDF-'], 'My "best" 100%.pdf')) })
  expect(resumeOf(form).name).toBe('My "best" 100%.pdf')
  await store.discard(resumeOf(form))
})

test('a form that arrives byte by byte is the same form', async () => {
  const parts = part('first_name', 'Østen') + part('resume', '%PDF-', '; filename="Ø.pdf"')
  const body = Buffer.from(crlf(`${parts}--b--\n`))
  const form = await receive(
    streamed(async function* () {
      for (const byte of body) yield Uint8Array.of(byte)
    }),
  )
  expect(form).toMatchObject({
    fields: { first_name: 'Østen' },
  })
  expect(resumeOf(form)).toMatchObject({ name: 'Ø.pdf', size: 5 })
  await store.discard(resumeOf(form))
})

test('a field may have any name and 200 KB', async () => {
  const value = 'x'.repeat(204_800)
  const form = await receive(written(`${part('__proto__', value)}--b--\n`))
  expect(Object.getPrototypeOf(form.fields)).toBeNull()
  expect(Object.entries(form.fields)).toEqual([['__proto__', value]])
})

test('a form whose file was not chosen has no resume', async () => {
  const form = await receive({ body: filledForm(new File([], '')) })
  expect(form).toEqual({ fields: applicant, files: new Map() })
})

test('a resume that is text is no resume', async () => {
  const body = filledForm()
  body.set('resume', 'my resume')
  expect(await receive({ body })).toEqual({ fields: applicant, files: new Map() })
})

test('a chosen file is a resume even when it is empty', async () => {
  const form = await receive({ body: filledForm(new File([], 'cv.pdf')) })
  expect(resumeOf(form)).toMatchObject({ name: 'cv.pdf', size: 0 })
  await store.discard(resumeOf(form))
})

test('a file of exactly the limit passes, one byte more is dropped and the fields stay', async () => {
  const form = await receive({ body: filledForm() }, resumeBytes.length)
  await store.discard(resumeOf(form))
  expect(await receive({ body: filledForm() }, resumeBytes.length - 1)).toEqual({
    fields: applicant,
    files: new Map([['resume', 'too large']]),
  })
  const huge = filledForm(new File([new Uint8Array(19 * megabyte)], 'cv.pdf'))
  expect(await receive({ body: huge })).toEqual({
    fields: applicant,
    files: new Map([['resume', 'too large']]),
  })
})

test('fifty people can send their resumes at once', async () => {
  const forms = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const file = new File([resumeBytes, new Uint8Array(500_000 + n)], `cv ${n}.pdf`)
      return receive({ body: filledForm(file) })
    }),
  )
  const sizes = forms.map((form, n) => [resumeOf(form).name, resumeOf(form).size, n])
  expect(sizes).toEqual(forms.map((_, n) => [`cv ${n}.pdf`, resumeBytes.length + 500_000 + n, n]))
  expect(new Set(forms.map((form) => resumeOf(form).sha256)).size).toBe(50)
  const keys = await Promise.all(forms.map((form) => store.save(resumeOf(form))))
  expect(new Set(keys).size).toBe(50)
})

test('several choices are lines of one answer, and each answer may have a file', async () => {
  const parts = [
    part('answer_7', 'Rye'),
    part('answer_7', 'Wheat'),
    part('answer_8', 'x'),
    part('answer_9', '%PDF-', '; filename="a.pdf"'),
    part('answer_10', '', '; filename=""\nContent-Type: application/octet-stream'),
  ]
  const form = await receive(written(`${parts.join('')}--b--\n`))
  expect(form.fields).toEqual({ answer_7: 'Rye\nWheat', answer_8: 'x' })
  expect([...form.files.keys()]).toEqual(['answer_9'])
  expect(fileOf(form, 'answer_9')).toMatchObject({ name: 'a.pdf', size: 5 })
  await discardFiles(store, form)
})

test('a file that the job does not ask for is reported and not stored', async () => {
  const body = filledForm()
  body.append('answer_404', new File([new Uint8Array(megabyte)], 'a.pdf'))
  const form = await receive({ body })
  expect(form.files.get('answer_404')).toBe('too large')
  await discardFiles(store, form)
})

test('twenty answers may be files of the largest size, and six hundred may be choices', async () => {
  const body = filledForm()
  for (let id = 1; id <= 20; id++)
    body.append(`answer_${id}`, new File([new Uint8Array(megabyte)], 'a.pdf'))
  for (let n = 0; n < 600; n++) body.append(`answer_${21 + (n % 20)}`, 'x'.repeat(100))
  const form = await receive({ body })
  expect(form.files.size).toBe(21)
  expect(Object.keys(form.fields)).toHaveLength(22)
  await discardFiles(store, form)
})
