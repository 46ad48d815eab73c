import { comparable } from '#api/core/http/contract/comparable.ts'
import {
  type ApplicationStatus,
  applicationStatuses,
} from '#api/hiring/applications/contract/status.ts'
import { maxStepDays } from '#api/hiring/hiring-steps/contract.ts'
import type { Step } from '../applications/steps/queries.ts'
import type { StepInput } from './queries.ts'

/** A step as it is edited; `days` as typed. */
export type Row = {
  key: string
  id?: number
  name: string
  status: ApplicationStatus
  days: string
  template_id: number | null
  application_count: number
}

export const rowsOf = (steps: readonly Step[]): Row[] =>
  steps.map(({ id, name, status, days, template_id, application_count }) => ({
    key: String(id),
    id,
    name,
    status,
    days: days === null ? '' : String(days),
    template_id,
    application_count,
  }))

/** In the order in which they are sent: by status. */
const ordered = (rows: readonly Row[]) =>
  applicationStatuses.flatMap((status) => rows.filter((row) => row.status === status))

/** As the API takes them. */
export const stepsOf = (rows: readonly Row[]): StepInput[] =>
  ordered(rows).map(({ id, name, status, days, template_id }) => ({
    ...(id !== undefined && { id }),
    name: name.trim(),
    status,
    days: days === '' ? null : Number(days),
    template_id,
  }))

/** The row that was sent at this place. */
export const rowAt = (rows: readonly Row[], place: number) => ordered(rows)[place]

/** What is wrong, by key. */
export function errorsOf(rows: readonly Row[]): Record<string, string> {
  const seen = new Set<string>()
  const errors: Record<string, string> = {}
  for (const { key, name, status, days } of ordered(rows)) {
    const known = `${status} ${comparable(name)}`
    const count = Number(days)
    if (!name.trim()) errors[key] = 'Enter a name'
    else if (seen.has(known)) errors[key] = 'Another step of this status has this name'
    else if (days !== '' && !(Number.isInteger(count) && count >= 1 && count <= maxStepDays))
      errors[key] = `Enter a whole number of days from 1 to ${maxStepDays}, or none`
    seen.add(known)
  }
  return errors
}

/** With the step moved by one place among those of its status. */
export function withMoved(rows: readonly Row[], key: string, by: 1 | -1): Row[] {
  const all = ordered(rows)
  const from = all.findIndex((row) => row.key === key)
  const to = from + by
  const [row, other] = [all[from], all[to]]
  if (!row || !other || row.status !== other.status) return all
  return all.with(from, other).with(to, row)
}

/** Steps that hold applications and none of the rows takes along, as the API would. */
export const leftBehind = (steps: readonly Step[], rows: readonly Row[]) =>
  steps.filter(
    ({ name, status, application_count }) =>
      application_count > 0 &&
      !rows.some((row) => row.status === status && comparable(row.name) === comparable(name)),
  )
