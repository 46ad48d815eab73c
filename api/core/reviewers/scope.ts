import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { reviewedJobs } from '#api/accounts/auth/contract/access.ts'
import * as access from '#db/access.ts'
import { applications, users } from '#db/schema.ts'

export type Reviewer = Parameters<typeof reviewedJobs>[0]

/** SQL: `job` is one of those whose applications the person reviews; undefined if all are. */
export function reviewedBy(person: Reviewer, job: SQLWrapper = applications.job_id) {
  const jobs = reviewedJobs(person)
  return jobs === 'all' ? undefined : isAmong(job, jobs)
}

/** For `reviewedBy`: tests what was found otherwise, instead of reading all applications of the jobs. */
export const jobOfFound = sql`+${applications.job_id}`

/** SQL: `job` is one of those. */
export const isAmong = (job: SQLWrapper, jobs: readonly number[]): SQL =>
  sql`${job} in (select value from json_each(${JSON.stringify(jobs)}))`

/** SQL: a user reviews all applications. */
export const reviewsAll = sql.raw(access.reviewsAll('users'))

/** SQL: a user reviews the applications of some job. */
export const reviewsSome = sql.raw(access.reviewsSome('users'))

/** SQL: a user reviews the applications of the job. */
export const reviews = (job: SQLWrapper | number) =>
  sql<number>`(${reviewsAll} or ${job} in (${sql.raw(access.teamJobs('users'))}))`

const listOf = (jobs: string) =>
  sql
    .raw(`(select json_group_array(job_id) from (${jobs}))`)
    .mapWith((list: string) => JSON.parse(list) as number[]) as SQL<number[]>

/** SQL: the ids of the jobs on whose hiring team a user is. */
export const teamJobs = listOf(access.teamJobs('users'))

/** SQL: the ids of the jobs that a user owns. */
export const ownJobs = listOf(`${access.teamJobs('users')} and owner`)

/** SQL, for a write: the person still reviews the applications of the job. */
export const stillReviews = ({ id }: { id: number }, job: SQLWrapper) =>
  sql`exists (select 1 from ${users}
    where ${users.id} = ${id} and ${users.is_active} = 1 and ${reviews(job)})`
