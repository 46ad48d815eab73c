import { expect, test } from 'vitest'
import { en } from '#api/core/words/contract/en.ts'
import { errorText } from '#api/core/words/contract/form-error.ts'
import type { Question } from '#api/hiring/applications/contract/answers.ts'
import { checkForm, fileError } from './check-form.ts'
import { formOf } from './form-fields.ts'

/** The errors in a form of these fields, for a job that asks for neither letter nor resume. */
function checked({ questions = [] }: { questions?: Question[] }, fields: Record<string, string>) {
  const job = formOf(
    { id: 1, title: 'Baker', letter: 'off', letter_min: 0, resume: 'off', questions },
    { words: en.form, language: 'en', maxFileSize: 1, isAgain: false },
  )
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return checkForm(form, [], {
    job,
    maxFileSize: 1,
    words: en.errors,
    describe: (fault) => errorText(fault, en.errors, 'en'),
  })
}

test('fileError accepts a file of exactly the limit and rejects a larger one', () => {
  const file = (size: number) => new File([new Uint8Array(size)], 'cv.pdf')
  expect(fileError(file(1_048_576), 1)).toBeUndefined()
  expect(fileError(file(1_048_577), 1)).toEqual({
    key: 'resumeTooLargeBy',
    values: { max: 1, size: '1.1 MB' },
  })
})

test.each([
  ['cv.odt', 'in LibreOffice Writer, File > Export As > Export as PDF'],
  ['cv.RTF', 'in Word, File > Save As > PDF'],
  ['cv.pages', 'in Pages, File > Export To > PDF'],
  ['cv.txt', 'in Notepad, File > Print > Microsoft Print to PDF'],
])('fileError rejects %s and explains how to save it as PDF', (name, menu) => {
  const fault = fileError(new File(['x'], name), 1)!
  const text = errorText(fault, en.errors, 'en')
  expect(text).toContain('Save it as PDF and choose it again')
  expect(text).toContain(menu)
})

test.each(['photo.png', 'cv', 'cv.constructor', 'cv.pdf.exe'])('fileError rejects %s', (name) => {
  expect(fileError(new File(['x'], name), 1)).toEqual({ key: 'resumeType' })
})

test.each([
  ['12345678901234567890', 'Enter a number of at most 15 digits'],
  ['007', 'Leave out the zeros at the start: enter 7'],
  ['1,5', 'Enter a number in digits, without commas or spaces, such as 3 or 2.5'],
  ['12.5', undefined],
])('checkForm says of the number %s what the server says', (text, sentence) => {
  const question = { id: 6, kind: 'number', label: 'Years', help: null, required: false }
  const questions = [{ ...question, options: null } as Question]
  expect(checked({ questions }, { answer_6: text }).answer_6).toBe(sentence)
})

test('checkForm refuses a long answer that its field does not cut', () => {
  const question = { id: 6, kind: 'long_text', label: 'Why?', help: null, required: false }
  const questions = [{ ...question, options: null } as Question]
  const answer_6 = 'a'.repeat(5001)
  expect(checked({ questions }, { answer_6 }).answer_6).toBe('Must be at most 5,000 characters')
})

test.each([
  ['abc', 'Enter a phone number with its digits, or leave this empty'],
  ['+', 'Enter a phone number with its digits, or leave this empty'],
  ['', undefined],
  ['+353 1 234 5678 (after 16:00)', undefined],
  ['۰۲۱ ۱۲۳', undefined],
])('checkForm says of the phone %j what the server says', (phone, sentence) => {
  expect(checked({}, { phone }).phone).toBe(sentence)
})
