import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Notify } from '#db/enums.ts'
import { jobs, settings, applications as table, users } from '#db/schema.ts'

const ofJob = sql`(select ${jobs.tell} from ${jobs} where ${jobs.id} = ${table.job_id})`
type Person = number | null | Placeholder

const ofPerson = (id: Person) => sql`(select ${users.tell} from ${users} where ${users.id} = ${id})`
const ofSite = sql`(select nullif(${settings.value}, '') from ${settings}
  where ${settings.key} = 'decision_email')`

/**
 * SQL: what a decision of this person tells, unless they say otherwise: the job's choice, else their
 * own, else the site's; null while nobody has chosen. A candidate who withdrew is not told.
 */
export const usualNotify = (user_id: Person): SQL<Notify | null> =>
  sql`case when ${table.withdrawn_at} is not null then 'never'
    else coalesce(${ofJob}, ${ofPerson(user_id)}, ${ofSite}) end`

/** SQL: whose choice that is; null while nobody has chosen. */
export const usualNotifyBy = (
  user_id: Person,
): SQL<'withdrawal' | 'job' | 'person' | 'site' | null> =>
  sql`case when ${table.withdrawn_at} is not null then 'withdrawal'
    when ${ofJob} is not null then 'job'
    when ${ofPerson(user_id)} is not null then 'person'
    when ${ofSite} is not null then 'site' end`
