import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { hiringTeams, users } from '#db/schema.ts'
import { ownJobs, reviewsAll, teamJobs } from '../reviewers/scope.ts'

const maxRecipients = 500
/** One notice goes to no more. */
const maxOfJob = 50

/**
 * Those who get notices of new applications, and of which jobs. Reviewers and members of hiring
 * teams who asked for them: of all that they review (null: all); owners: of their jobs.
 */
const recipients = prepared((db) =>
  db
    .select({
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
      asked: users.notify_applications,
      jobs: sql<number[] | null>`case
        when not ${users.notify_applications} then ${ownJobs}
        when not ${reviewsAll} then ${teamJobs}
      end`.mapWith((list: string | null) =>
        list === null ? null : (JSON.parse(list) as number[]),
      ),
    })
    .from(users)
    .where(
      sql`${users.is_active} = 1 and (
        ${users.notify_applications} = 1 and ${reviewsAll} or exists (
          select 1 from ${hiringTeams} where ${hiringTeams.user_id} = ${users.id}
            and (${hiringTeams.owner} or ${users.notify_applications} = 1)))`,
    )
    .limit(maxRecipients)
    .prepare(),
)

type Recipient = Awaited<ReturnType<typeof noticeRecipients>>[number]

export const noticeRecipients = (db: Db) => recipients(db).all()

/** Those of them who are told of applications for the job. */
export const recipientsOf = (all: Recipient[], job: number) =>
  all.filter(({ jobs }) => jobs === null || jobs.includes(job)).slice(0, maxOfJob)
