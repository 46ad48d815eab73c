/** What an answer must be. Apart from the schemas, so that the public form needs no zod. */

import { withoutFullWidth } from '#api/core/http/contract/digits.ts'
import { isLine, isVisible, trimLine, withoutHarmful } from '#api/core/http/contract/text.ts'
import type { ErrorKey, FormError } from '#api/core/words/contract/form-error.ts'
import type { Words } from '#api/core/words/contract.ts'
import type { Answer, FieldMode, Question } from '#db/enums.ts'

export type { Question }

/** What a job's application form asks for. */
export type FormRules = {
  letter: FieldMode
  letter_min: number
  resume: FieldMode
  questions: Question[]
}

/** In characters, and digits of a number: a JavaScript number keeps any 15 digits. */
export const maxAnswer = { short_text: 200, long_text: 5_000, number: 15 }

export const answerName = (id: number | string) => `answer_${id}`

/** The id of the question that a form field answers; undefined for other fields. */
export const answeredQuestion = (name: string): number | undefined => {
  const [, id] = /^answer_([1-9]\d{0,15})$/.exec(name) ?? []
  return id === undefined ? undefined : Number(id)
}

/**
 * What was given as an answer. Several choices are one text with a line each: an option has no line
 * break, so drafts and forms need no lists.
 */
type Given = { text?: string | undefined; hasFile?: boolean | undefined }

type Checked = { value?: Answer['value']; fault?: FormError }

const fault = (key: ErrorKey, values: FormError['values'] = {}): Checked => ({
  fault: { key, values },
})

const isTooLong = (text: string, max: number) => text.length > max && [...text].length > max

const brokenCharacter = /\p{Surrogate}/u

function textAnswer(kind: 'short_text' | 'long_text', given: string): Checked {
  const max = maxAnswer[kind]
  const isShort = kind === 'short_text'
  const value = isShort ? given : withoutHarmful(given.replace(/\r\n?/g, '\n')).trim()
  if (brokenCharacter.test(value)) return fault('brokenCharacter')
  if (isShort && !isLine(value)) return fault('invisible')
  return isTooLong(value, max) ? fault('tooLong', { max }) : { value }
}

const toBoolean: Record<string, boolean> = { yes: true, true: true, no: false, false: false }

/** The number as typed: what a JavaScript number would round or drop is refused. */
function numberAnswer(given: string): Checked {
  const text = withoutFullWidth(given)
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return fault('answerNumber')
  const number = text.replace(/^([+-]?)0+(?=\d)/, '$1')
  const max = maxAnswer.number
  if (number.replace(/\D/g, '').length > max) return fault('answerDigits', { max })
  // The zeros of 007 may be part of a code: only the candidate knows.
  if (number !== text) return fault('answerZeros', { number })
  // Not -0.
  return { value: Number(number) || 0 }
}

function dateAnswer(value: string): Checked {
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  const isDay = date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
  if (!isDay) return fault('answerDate')
  // Browsers make 0025 of a year of which only two digits were typed.
  return value < '1900' ? fault('answerYear') : { value }
}

function readAnswer({ kind, options }: Question, text: string): Checked {
  switch (kind) {
    case 'short_text':
    case 'long_text':
      return textAnswer(kind, text)
    case 'single_choice':
      return options?.includes(text) ? { value: text } : fault('answerOption')
    case 'multiple_choice': {
      const chosen = text.split(/\r?\n/).map(trimLine).filter(Boolean)
      if (!chosen.every((choice) => options?.includes(choice))) return fault('answerOption')
      return { value: (options ?? []).filter((option) => chosen.includes(option)) }
    }
    case 'yes_no': {
      const value = Object.hasOwn(toBoolean, text) ? toBoolean[text] : undefined
      return value === undefined ? fault('answerOption') : { value }
    }
    case 'number':
      return numberAnswer(text)
    case 'date':
      return dateAnswer(text)
    case 'file':
      return fault('answerWithFile')
  }
}

/** The fault of a required question without an answer. */
const missing: Record<Question['kind'], ErrorKey> = {
  short_text: 'answerRequired',
  long_text: 'answerRequired',
  single_choice: 'answerChoose',
  multiple_choice: 'answerChoose',
  yes_no: 'answerChoose',
  number: 'answerNumberRequired',
  date: 'answerDateRequired',
  file: 'answerFileRequired',
}

/** The answer's value or fault; neither for a file, or an optional question without an answer. */
export function checkAnswer(question: Question, { text = '', hasFile }: Given): Checked {
  const given = trimLine(text)
  if (isVisible(given)) return hasFile ? fault('answerWithoutFile') : readAnswer(question, given)
  if (hasFile) return question.kind === 'file' ? {} : fault('answerWithoutFile')
  return question.required ? fault(missing[question.kind]) : {}
}

/** The fault of an answer's file: the sentences about resumes, of which `{file}` is the subject. */
export const ofAnswerFile = (fault: FormError, words: Words['errors']): FormError => ({
  key: fault.key === 'resumeGone' ? 'fileGone' : fault.key,
  values: { file: words.fileName, ...fault.values },
})

/** An answer as people read it. */
export function answerText(
  { kind, value }: Pick<Answer, 'kind' | 'value'>,
  words: Pick<Words['form'], 'yes' | 'no'>,
  locale: string,
): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  // As typed: a year is no amount, and String() would write small numbers with an exponent.
  if (typeof value === 'number')
    return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
  if (Array.isArray(value)) return value.join('; ')
  if (kind !== 'date') return value
  const day = new Date(`${value}T00:00:00Z`)
  return day.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
}

/** What was typed as an answer, as people read it. */
export function typedText(
  question: Question,
  text: string,
  ...format: [words: Pick<Words['form'], 'yes' | 'no'>, locale: string]
): string {
  const { value } = checkAnswer(question, { text })
  return value === undefined ? text : answerText({ kind: question.kind, value }, ...format)
}
