import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { hiringTeams } from '#db/schema.ts'

const jobsOf = (user: SQLWrapper, which = sql`1`): SQL<number[]> =>
  sql`(select json_group_array(${hiringTeams.job_id}) from ${hiringTeams}
    where ${hiringTeams.user_id} = ${user} and ${which})`.mapWith(
    (list: string) => JSON.parse(list) as number[],
  )

/** SQL: the ids of the jobs on whose hiring team the user is. */
export const teamJobs = (user: SQLWrapper) => jobsOf(user)

/** SQL: the ids of the jobs that the user owns. */
export const ownJobs = (user: SQLWrapper) => jobsOf(user, sql`${hiringTeams.owner}`)
