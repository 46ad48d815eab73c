import {
  type ApplicationStatus,
  applicationStatuses,
} from '#api/hiring/applications/contract/status.ts'
import { type Column, idOfColumn } from './queries.ts'

type Step = {
  id: number
  name: string
  status: ApplicationStatus
  job_title?: string | null
  template_id?: number | null
}

/**
 * The columns in the order of the statuses. `others` are steps that are not among `steps` but hold
 * applications: those of jobs with steps of their own.
 */
export function columnsOf(
  shown: ApplicationStatus | 'all',
  steps: readonly Step[],
  others: readonly Step[],
): Column[] {
  const all = [...steps, ...others.filter(({ id }) => !steps.some((step) => step.id === id))]
  return applicationStatuses
    .filter((status) => shown === 'all' || shown === status)
    .flatMap((status) => {
      const inside = all.filter((step) => step.status === status)
      return [
        { status, ...(inside.length > 0 && { step: 'none' as const }) },
        ...inside.map(({ id, name, job_title = null, template_id = null }) => ({
          status,
          step: { id, name, job_title, template_id },
        })),
      ]
    })
}

type Place = { id: number; status: ApplicationStatus; step_id: number | null }

/** The rows of all columns by the column that each is in now, in the order they were read. */
export function byColumn<Row extends Place>(
  columns: readonly Column[],
  rows: readonly Row[],
): Map<string, Row[]> {
  const known = new Set(columns.map(idOfColumn))
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  return Map.groupBy(unique, ({ status, step_id }) =>
    known.has(`step-${step_id}`) ? `step-${step_id}` : status,
  )
}

/** The id of the column of the status or step that the application is in. */
export const placeIdOf = ({ status, step_id }: Omit<Place, 'id'>) =>
  step_id === null ? status : `step-${step_id}`

/** The place before or after that of the application, which may be in a step of no place. */
export function placeBeside(
  places: readonly Column[],
  application: Omit<Place, 'id'>,
  side: 1 | -1,
): Column | undefined {
  const at = places.findIndex((place) => idOfColumn(place) === placeIdOf(application))
  if (at >= 0) return places[at + side]
  const status = places.findIndex((place) => place.status === application.status)
  return places[side === 1 ? status + 1 : status]
}
