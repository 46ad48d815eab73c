import type { Happening } from '../activity/queries.ts'
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

/** The person, if all are applications of one: with one address or one phone number. */
export function personOf(applications: (Application | undefined)[]): Application | undefined {
  const [first, ...others] = applications.filter((one) => one !== undefined)
  if (!first || !others.length) return undefined
  const isSame = ({ email, phone }: Application) =>
    email.toLowerCase() === first.email.toLowerCase() || (phone !== null && phone === first.phone)
  return others.every(isSame) ? first : undefined
}

/** The event by which an application got its status. */
export const decisionOf = (events: Happening[], status: Application['status']) =>
  events
    .filter((event) => event.kind === 'status')
    .filter(({ to }) => to === status)
    .reduce<Extract<Happening, { kind: 'status' }> | undefined>(
      (latest, event) => (latest && latest.at > event.at ? latest : event),
      undefined,
    )

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
