import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { respondBy } from '#api/core/calendar/waiting.ts'
import { columnsOf } from '#api/core/http/columns.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { candidateLanguage } from '#api/core/words/contract/names.ts'
import { answersIn } from '#api/website/jobs/answers-in.ts'
import { databaseTime } from '#db/clock.ts'
import { undoWithdrawalMinutes } from '#db/enums.ts'
import { applications, candidateRequests, documentRequests, jobs, now } from '#db/schema.ts'
import { titleForCandidate } from '../applications/job-title.ts'
import type { WithCalendars } from '../busy-calendars/busy-calendars.ts'
import { candidateDocumentRequestRow } from '../document-requests/contract/row.ts'
import { candidateInterviews } from '../interviews/rows.ts'
import { type CandidateApplication, candidateRow } from './contract/row.ts'
import { historyOf, readEvents } from './history.ts'

/** SQL: changes with what the candidate sees, not with what staff note or decide. */
export const candidateVersion = sql<string>`coalesce(${applications.candidate_updated_at}, ${applications.created_at})`

/** SQL: the application's job was deleted. */
export const hasJobEnded = sql`exists (select 1 from ${jobs}
  where ${jobs.id} = ${applications.job_id} and ${jobs.deleted_at} is not null)`

/** SQL: the candidate was told no decision other than pending. */
export const isOpenToCandidate = sql`(${applications.withdrawn_at} is null
  and coalesce(${applications.told_status}, 'pending') = 'pending')`

/** SQL: until when the withdrawal can be undone. */
export const undoUntil = sql<
  string | null
>`strftime('%Y-%m-%dT%H:%M:%fZ', ${applications.withdrawn_at}, ${`+${undoWithdrawalMinutes} minutes`})`

const columns = {
  ...columnsOf(applications, candidateRow),
  job_title: titleForCandidate,
  job_ended: sql`${jobs.deleted_at} is not null`.mapWith(Boolean),
  updated_at: candidateVersion,
  on_hold: sql`${applications.legal_hold} is not null`.mapWith(Boolean),
  told_status: applications.told_status,
  answered_at: applications.answered_at,
  can_replace_resume: isOpenToCandidate.mapWith(Boolean),
  undo_until: sql<string | null>`iif(${undoUntil} > ${now}, ${undoUntil}, null)`,
}

/** The application that `which` selects, as its candidate sees it; undefined without one. */
export async function load(
  services: WithCalendars,
  which: SQL,
): Promise<CandidateApplication | undefined> {
  const { db } = services
  const [[found], events, [request], document_requests, interviews, settings] = await Promise.all([
    db
      .select(columns)
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.job_id))
      .where(sql`${applications.id} in ${which}`),
    readEvents(db, which),
    db
      .select({ email: candidateRequests.email })
      .from(candidateRequests)
      .where(
        and(
          sql`${candidateRequests.application_id} in ${which}`,
          eq(candidateRequests.kind, 'email'),
          gt(candidateRequests.expires_at, databaseTime(db)),
        ),
      ),
    db
      .select(columnsOf(documentRequests, candidateDocumentRequestRow))
      .from(documentRequests)
      .where(sql`${documentRequests.application_id} in ${which}`)
      .orderBy(asc(documentRequests.id)),
    candidateInterviews(services, which),
    readSiteSettings(db),
  ])
  if (!found) return
  const { told_status, answered_at, public_id, reference, can_replace_resume, ...row } = found
  const { withdrawn_at, created_at, job_ended } = row
  // Not the status: a decision that is not told must not show.
  const isUnanswered = !told_status && !answered_at && !withdrawn_at && !job_ended
  const answer_by = isUnanswered ? await respondBy(db, new Date(created_at), settings) : null
  const language = candidateLanguage(settings, row)
  return {
    ...row,
    language,
    answers: await answersIn(db, row.job_id, language, row.answers),
    public_id: public_id ?? '',
    requested_email: request?.email ?? null,
    status: told_status ?? 'pending',
    answer_by,
    late: answer_by !== null && answer_by < dayIn(settings.site_time_zone),
    reference: reference ?? '',
    can_replace_resume: can_replace_resume && !job_ended && !row.on_hold,
    document_requests,
    interviews,
    history: historyOf(events, row),
  }
}
