import type { Db } from '#db/client.ts'
import { Problem } from '../http/problem.ts'
import { siteTimeZone } from '../site-settings/today.ts'
import { plannedInstant } from './contract/plan.ts'

type Plan = { publish_at?: string | null | undefined; unpublish_at?: string | null | undefined }

export const planNames = ['publish_at', 'unpublish_at'] as const

/**
 * The plan of a change in UTC; what the change leaves out stays out. Throws 400 for times that are
 * past, do not exist, or are in the wrong order.
 */
export async function readPlan<T extends Plan>(db: Db, given: T, before: Plan = {}): Promise<T> {
  const plan: Plan = {}
  for (const name of planNames) {
    const time = given[name]
    if (time === undefined) continue
    if (time === null) plan[name] = null
    else if (time === before[name]) plan[name] = time
    else {
      const planned = plannedInstant(time, await siteTimeZone(db))
      if ('error' in planned) throw Problem.field(400, name, planned.error)
      if (Date.parse(planned.at) <= Date.now())
        throw Problem.field(400, name, 'This time has passed. Choose a later one.')
      plan[name] = planned.at
    }
  }
  const { publish_at, unpublish_at } = { ...before, ...plan }
  const isGiven = given.publish_at !== undefined || given.unpublish_at !== undefined
  if (isGiven && publish_at && unpublish_at && unpublish_at <= publish_at)
    throw Problem.field(400, 'unpublish_at', 'Must be later than the time of publishing')
  return { ...given, ...plan }
}
