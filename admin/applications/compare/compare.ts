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

/** All questions that any of them answered, in the order of the forms. */
export function questionsOf(applications: Pick<Application, 'answers'>[]) {
  const labels = new Map<number, string>()
  for (const { answers } of applications)
    for (const { question_id, label } of answers)
      if (!labels.has(question_id)) labels.set(question_id, label)
  return [...labels].map(([id, label]) => ({ id, label }))
}
