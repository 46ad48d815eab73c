import { Problem } from '#api/core/http/problem.ts'
import { siteTimeZone } from '#api/core/site-settings/today.ts'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import type { Saver } from '../content/fields.ts'
import { scheduledInstant } from './contract/schedule.ts'

type Schedule = { publish_at?: string | null | undefined; unpublish_at?: string | null | undefined }

export const scheduleNames = ['publish_at', 'unpublish_at'] as const

/** The planner of a page: the person who chose the time of publishing. */
export const scheduledBy = (
  { publish_at }: Schedule,
  before: Schedule,
  { id }: Pick<Saver, 'id'>,
): { scheduled_by?: number | null } =>
  publish_at === undefined || publish_at === before.publish_at
    ? {}
    : { scheduled_by: publish_at === null ? null : id }

/**
 * The schedule of a change in UTC; what the change leaves out stays out. Throws 400 for times that are
 * past, do not exist, or are in the wrong order.
 */
export async function readSchedule<T extends Schedule>(
  db: Db,
  given: T,
  before: Schedule = {},
): Promise<T> {
  const schedule: Schedule = {}
  for (const name of scheduleNames) {
    const time = given[name]
    if (time === undefined) continue
    if (time === null) schedule[name] = null
    else if (time === before[name]) schedule[name] = time
    else {
      const scheduled = scheduledInstant(time, await siteTimeZone(db))
      if ('error' in scheduled) throw Problem.field(400, name, scheduled.error)
      if (Date.parse(scheduled.at) <= databaseNow(db))
        throw Problem.field(400, name, 'This time has passed. Choose a later one.')
      schedule[name] = scheduled.at
    }
  }
  const { publish_at, unpublish_at } = { ...before, ...schedule }
  const isGiven = given.publish_at !== undefined || given.unpublish_at !== undefined
  if (isGiven && publish_at && unpublish_at && unpublish_at <= publish_at)
    throw Problem.field(400, 'unpublish_at', 'Must be later than the time of publishing')
  return { ...given, ...schedule }
}
