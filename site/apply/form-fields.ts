/** The form as the page describes it to the island, which carries no rules then. */
import type { ComponentProps } from 'react'
import { fieldErrors, type ProblemBody } from '#api/core/http/contract/problem.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { Language, Words } from '#api/core/words/contract.ts'
import {
  answerName,
  type FormRules,
  maxAnswer,
  type Question,
} from '#api/hiring/applications/contract/answers.ts'
import { languageOfText } from '../lib/language-of-text.ts'
import { successAddress } from '../lib/success-address.ts'
import type { TextField } from './fields/TextField.tsx'

export type Errors = Partial<Record<string, string>>

/** `choices`: values and labels; `input`: how the kinds that are typed differ. */
export type FormQuestion = Question & {
  name: string
  choices: [string, string][] | undefined
  input: Pick<ComponentProps<typeof TextField>, 'inputMode' | 'isLong' | 'max' | 'type'> | undefined
}

/** What the form asks for; `fields` has all fields in their order. */
export type FormJob = Omit<FormRules, 'questions'> & {
  id: number
  /** What the questions are written in; null: what the site is. */
  language: string | null
  /** The language of the address, if it has a prefix. */
  prefix?: Language
  /** What the applicant reads, sent with the form, where the site has several languages. */
  reader?: Language
  /** Where the candidate goes after applying. */
  success: string
  /** Which files are taken. */
  fileRules: { resume: string; answer: string }
  questions: FormQuestion[]
  fields: { name: string; label: string }[]
}

type Job = Omit<FormRules, 'questions'> & {
  id: number
  title: string
  language?: string | null
  shown_language?: string | undefined
  questions: AskedQuestion[] | null
}

/** What is sent is the option, whatever it is called in the language of the page. */
type AskedQuestion = Question & { option_labels?: string[] | undefined }

const inputs: Partial<Record<Question['kind'], FormQuestion['input']>> = {
  short_text: { max: maxAnswer.short_text },
  long_text: { isLong: true },
  // As text: a number field drops what isn't a number, and changes it when scrolled over.
  number: { inputMode: 'decimal', max: 40 },
  date: { type: 'date' },
}

function choicesOf(
  { kind, options, option_labels, required }: AskedQuestion,
  words: Words['form'],
) {
  const choices =
    kind === 'yes_no'
      ? [
          ['yes', words.yes],
          ['no', words.no],
        ]
      : options?.map((option, index) => [option, option_labels?.[index] ?? option])
  // A radio button can't be cleared again.
  if (!required && kind !== 'multiple_choice') choices?.push(['', words.noAnswer])
  return choices as FormQuestion['choices']
}

type Sender = {
  words: Words['form']
  language: string
  /** The language of the address, if it has a prefix, and what puts that in front of a path. */
  prefix?: Language | undefined
  /** The language of the page, where the site has several. */
  reader?: Language | undefined
  addressOf?: (path: string) => string
  /** What a job without a language is written in, if not in that of the page. */
  writtenIn?: string | undefined
  maxFileSize: number
  isAgain: boolean
}

export function formOf(
  job: Job,
  { words, language, prefix, reader, addressOf = String, writtenIn, maxFileSize, isAgain }: Sender,
): FormJob {
  // Browsers keep no chosen file when a form comes back.
  const rules = (again: string) =>
    say(isAgain ? again : words.resumeRules, { max: maxFileSize }, language)
  const { id, title, letter, letter_min, resume } = job
  const questions = (job.questions ?? []).map(({ option_labels, ...question }) => ({
    ...question,
    name: answerName(question.id),
    choices: choicesOf({ ...question, option_labels }, words),
    input: inputs[question.kind],
  }))
  const off = [letter === 'off' && 'motivation_letter', resume === 'off' && 'resume']
  const fields = [
    ...Object.entries(words.labels).map(([name, label]) => ({ name, label })),
    ...questions.map(({ name, label }) => ({ name, label })),
  ]
  return {
    id,
    language: languageOfText(job, { language, writtenIn }) ?? null,
    ...(prefix && { prefix }),
    ...(reader && { reader }),
    letter,
    letter_min,
    resume,
    questions,
    success: addressOf(successAddress(id, title)),
    fileRules: { resume: rules(words.resumeAgain), answer: rules(words.fileAgain) },
    fields: fields.filter(({ name }) => !off.includes(name)),
  }
}

/** The names of the fields that must be filled in. */
export const requiredFields = ({ letter, resume, questions }: RequiredOf): string[] => [
  'first_name',
  'last_name',
  'email',
  ...(letter === 'required' ? ['motivation_letter'] : []),
  ...(resume === 'required' ? ['resume'] : []),
  ...(questions ?? []).filter(({ required }) => required).map(({ id }) => answerName(id)),
]
type RequiredOf = Partial<Pick<Job, 'letter' | 'resume' | 'questions'>>

export type Refusal = { faults: Errors; message: string }

const isOfJob = /^(?:answer_\d+|motivation_letter|resume)$/

/**
 * Field errors are shown at their fields; the message is for everything else. `changed`: the job's
 * form has changed, since a field with an error is missing or its error is listed in `outdated`.
 */
export function divide(
  problem: ProblemBody,
  { fields }: Pick<FormJob, 'fields'>,
  changed: string,
  outdated: string[] = [],
): Refusal {
  const faults: Errors = fieldErrors(problem)
  const names = new Set(fields.map(({ name }) => name))
  const isShown = Object.keys(faults).some((name) => names.has(name))
  const isChanged = Object.entries(faults).some(
    ([name, fault = '']) => isOfJob.test(name) && (!names.has(name) || outdated.includes(fault)),
  )
  return { faults, message: isChanged ? changed : isShown ? '' : problem.error }
}
