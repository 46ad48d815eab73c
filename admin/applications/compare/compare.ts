import { maxCompared } from '../list/compared.ts'
import type { Application } from '../queries.ts'

/** The ids of `?ids=1,2,3`, each once; invalid ones are ignored. */
export function readIds({ ids }: { ids?: unknown }): number[] {
  const numbers = String(ids ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return [...new Set(numbers)].slice(0, maxCompared)
}

type Answer = Application['answers'][number]

/** The answer to the question, unless it was left empty. */
export const answerTo = (id: number, { answers }: Pick<Application, 'answers'>) =>
  answers.find(({ question_id, value }) => question_id === id && !isEmpty(value))

const isEmpty = (value: Answer['value']) =>
  value === '' || (Array.isArray(value) && value.length === 0)

/** All questions that any of them answered, in the order of the forms. */
export function questionsOf(applications: Pick<Application, 'answers'>[]) {
  const labels = new Map<number, string>()
  for (const { answers } of applications)
    for (const { question_id, label, value } of answers)
      if (!labels.has(question_id) && !isEmpty(value)) labels.set(question_id, label)
  return [...labels].map(([id, label]) => ({ id, label }))
}
