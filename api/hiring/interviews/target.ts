import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { applications, jobs, interviews as table } from '#db/schema.ts'
import { titleForCandidate } from '../applications/job-title.ts'
import type { WithCalendars } from '../busy-calendars/busy-calendars.ts'
import { loadInterviews } from './rows.ts'

export const missing = 'Interview not found'
const noApplication = 'Application not found'

/** The application with its job. Names it in the audit trail. */
export async function loadApplication(c: Context<Env>) {
  const id = idOf(c, noApplication)
  const [found] = await c.var.db
    .select({
      application_id: applications.id,
      job_id: applications.job_id,
      job_title: jobs.title,
      candidate_title: titleForCandidate,
      first_name: applications.first_name,
      last_name: applications.last_name,
      email: applications.email,
      given_email: applications.given_email,
      language: applications.language,
      withdrawn_at: applications.withdrawn_at,
      status: applications.status,
      deleted_at: jobs.deleted_at,
    })
    .from(applications)
    .innerJoin(jobs, sql`${jobs.id} = ${applications.job_id}`)
    .where(sql`${applications.id} = ${id}`)
  const row = orNotFound(found, noApplication)
  c.set('auditTarget', { id, first_name: row.first_name, last_name: row.last_name })
  return row
}

/** SQL: the interview in the path, of the application in the path. */
export const interviewOf = (c: Context<Env>) =>
  sql`${table.id} = ${idOf(c, missing, 'interview_id')}
    and ${table.application_id} = ${idOf(c, missing)}`

export const loadOne = async (services: WithCalendars, which: SQL) =>
  orNotFound((await loadInterviews(services, which))[0], missing)

/** An answer to a call that changed nothing: without an entry in the history. */
export function unrecorded<Answer>(c: Context<Env>, answer: Answer) {
  c.set('actionOnSuccess', undefined)
  return answer
}
