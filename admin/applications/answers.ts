import { answerName } from '#api/hiring/applications/contract/answers.ts'
import type { JobChoice, Question } from './queries.ts'

export const yesNo = { yes: 'Yes', no: 'No' }

/** The answers to choose from; empty for other kinds of questions. */
export const choicesOf = ({ kind, options }: Question): { value: string; label: string }[] =>
  kind === 'yes_no'
    ? Object.entries(yesNo).map(([value, label]) => ({ value, label }))
    : (options ?? []).map((option) => ({ value: option, label: option }))

/** The question that a field or query parameter such as `answer_12` is about. */
export const questionOf = (job: JobChoice | undefined, name: string) =>
  job?.questions?.find(({ id }) => answerName(id) === name)
