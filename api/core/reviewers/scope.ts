import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { reviewedJobs } from '#api/accounts/auth/contract/access.ts'
import { applications, hiringTeams, users } from '#db/schema.ts'

export type Reviewer = Parameters<typeof reviewedJobs>[0]

/** SQL: `job` is one of those whose applications the person reviews; undefined if all are. */
export function reviewedBy(person: Reviewer, job: SQLWrapper = applications.job_id) {
  const jobs = reviewedJobs(person)
  return jobs === 'all' ? undefined : isAmong(job, jobs)
}

/** SQL: `job` is one of those. */
export const isAmong = (job: SQLWrapper, jobs: readonly number[]): SQL =>
  sql`${job} in (select value from json_each(${JSON.stringify(jobs)}))`

/** SQL: a user reviews all applications. */
export const reviewsAll = sql`(${users.role} = 'admin'
  or 'review_applications' in (select value from json_each(${users.permissions})))`

/** SQL: a user reviews the applications of the job. */
export const reviews = (job: SQLWrapper | number) => sql<number>`(${reviewsAll}
  or exists (select 1 from ${hiringTeams}
    where ${hiringTeams.user_id} = ${users.id} and ${hiringTeams.job_id} = ${job}))`

/** SQL, for a write: the person still reviews the applications of the job. */
export const stillReviews = ({ id }: { id: number }, job: SQLWrapper) =>
  sql`exists (select 1 from ${users}
    where ${users.id} = ${id} and ${users.is_active} = 1 and ${reviews(job)})`
