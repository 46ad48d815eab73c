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

const { receive, store } = await setUpFormReceiver()

test('a filled form arrives with its fields and its file, name and all', async () => {
  const form = await receive({ body: filledForm() })
  expect(form).toEqual({
    fields: applicant,
    resume: expect.objectContaining({ name: 'résumé Ø.pdf', size: resumeBytes.length }),
    resumeTooLarge: false,
  })
  expect(await readFile(form.resume!.path)).toEqual(resumeBytes)
  await store.discard(form.resume!)
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
    resume: { name: 'Ø.pdf', size: 5 },
  })
  await store.discard(form.resume!)
})

test('a field may have any name and 200 KB', async () => {
  const value = 'x'.repeat(204_800)
  const form = await receive(written(`${part('__proto__', value)}--b--\n`))
  expect(Object.getPrototypeOf(form.fields)).toBeNull()
  expect(Object.entries(form.fields)).toEqual([['__proto__', value]])
})

test('a form whose file was not chosen has no resume', async () => {
  const form = await receive({ body: filledForm(new File([], '')) })
  expect(form).toEqual({ fields: applicant, resumeTooLarge: false })
})

test('a resume that is text is no resume', async () => {
  const body = filledForm()
  body.set('resume', 'my resume')
  expect(await receive({ body })).toEqual({ fields: applicant, resumeTooLarge: false })
})

test('a chosen file is a resume even when it is empty', async () => {
  const form = await receive({ body: filledForm(new File([], 'cv.pdf')) })
  expect(form.resume).toMatchObject({ name: 'cv.pdf', size: 0 })
  await store.discard(form.resume!)
})

test('a file of exactly the limit passes, one byte more is dropped and the fields stay', async () => {
  const form = await receive({ body: filledForm() }, resumeBytes.length)
  await store.discard(form.resume!)
  expect(await receive({ body: filledForm() }, resumeBytes.length - 1)).toEqual({
    fields: applicant,
    resumeTooLarge: true,
  })
  const huge = filledForm(new File([new Uint8Array(19 * megabyte)], 'cv.pdf'))
  expect(await receive({ body: huge })).toEqual({ fields: applicant, resumeTooLarge: true })
})

test('fifty people can send their resumes at once', async () => {
  const forms = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const file = new File([resumeBytes, new Uint8Array(500_000 + n)], `cv ${n}.pdf`)
      return receive({ body: filledForm(file) })
    }),
  )
  const sizes = forms.map((form, n) => [form.resume?.name, form.resume?.size, n])
  expect(sizes).toEqual(forms.map((_, n) => [`cv ${n}.pdf`, resumeBytes.length + 500_000 + n, n]))
  expect(new Set(forms.map((form) => form.resume?.sha256)).size).toBe(50)
  const keys = await Promise.all(forms.map((form) => store.keep(form.resume!)))
  expect(new Set(keys).size).toBe(50)
})
