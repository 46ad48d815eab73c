import type { Job, JobValues } from '../queries.ts'

type Question = NonNullable<Job['questions']>[number]
export type QuestionKind = Question['kind']
export type QuestionValues = NonNullable<JobValues['questions']>[number]

export const kindLabel: Record<QuestionKind, string> = {
  short_text: 'Short text',
  long_text: 'Long text',
  single_choice: 'Choose one',
  multiple_choice: 'Choose several',
  yes_no: 'Yes or no',
  number: 'Number',
  date: 'Date',
  file: 'File',
}

export const modeLabel: Record<Job['letter'], string> = {
  required: 'Required',
  optional: 'Optional',
  off: 'Not asked for',
}

export const countedQuestions = (count: number) =>
  count === 1 ? '1 question' : `${count || 'no'} questions`

export const blankOptions = ['', '']

export const blankQuestion = (): QuestionValues => ({
  kind: 'short_text',
  label: '',
  help: '',
  required: false,
  options: null,
})

const valuesOf = ({ help, ...question }: Omit<Question, 'id'>): QuestionValues => ({
  ...question,
  // A text field turns null into '', which would count as a change.
  help: help ?? '',
})

export const applicationFormValues = (
  job?: Pick<Job, 'letter' | 'letter_min' | 'resume' | 'questions'>,
) => ({
  letter: job?.letter ?? 'required',
  letter_min: job?.letter_min ?? 400,
  resume: job?.resume ?? 'required',
  questions: job?.questions?.map(valuesOf) ?? [],
})

/** Copies for another job: a question's id belongs to one job. */
export const copiesOf = (questions: Question[]) =>
  questions.map(({ id: _, ...rest }) => valuesOf(rest))

/** The lines of pasted text without bullets; one line is an ordinary paste. */
export const pastedOptions = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim().replace(/^[•*–-]\s+/, ''))
    .filter(Boolean)

/** `options` with `added` after the one at `index`, or in its place if it is blank. */
export const withOptions = (options: string[], index: number, added: string[]) => {
  const isBlank = !options[index]?.trim()
  return options.toSpliced(isBlank ? index : index + 1, isBlank ? 1 : 0, ...added)
}

/** `options` with an empty one after `index`, and its place; an empty one that is there is used. */
export function withNext(options: string[], index: number): [options: string[], place: number] {
  const isBlank = (place: number) => options[place]?.trim() === ''
  const place = [index, index + 1].find(isBlank)
  return place === undefined ? [options.toSpliced(index + 1, 0, ''), index + 1] : [options, place]
}
