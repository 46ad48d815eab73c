import { and, asc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { applications, candidateRequests, jobs, outbox } from '#db/schema.ts'
import { answerBy } from '../applications/waiting.ts'
import { columnsOf } from '../http/columns.ts'
import { readSiteSettings } from '../settings/site-settings.ts'
import { type CandidateApplication, candidateRow } from './contract/row.ts'
import { undoWithdrawalFor } from './contract.ts'

const columns = {
  ...columnsOf(applications, candidateRow),
  reference: applications.id,
  job_title: jobs.title,
  told_status: applications.told_status,
  answered_at: applications.answered_at,
}

type Event = CandidateApplication['history'][number]

/** The application that `which` selects, as its candidate sees it; undefined without one. */
export async function load(db: Db, which: SQL): Promise<CandidateApplication | undefined> {
  const [[found], mails, [request], settings] = await Promise.all([
    db
      .select(columns)
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.job_id))
      .where(sql`${applications.id} in ${which}`),
    db
      .select({ at: outbox.sent_at, subject: outbox.subject, tells: outbox.tells })
      .from(outbox)
      .where(
        and(
          sql`${outbox.application_id} in ${which}`,
          eq(outbox.kind, 'answer'),
          isNotNull(outbox.sent_at),
        ),
      )
      .orderBy(asc(outbox.sent_at)),
    db
      .select({ email: candidateRequests.email })
      .from(candidateRequests)
      .where(
        and(
          sql`${candidateRequests.application_id} in ${which}`,
          eq(candidateRequests.kind, 'email'),
          gt(candidateRequests.expires_at, new Date().toISOString()),
        ),
      ),
    readSiteSettings(db),
  ])
  if (!found) return
  const { told_status, answered_at, status, public_id, ...row } = found
  const { told_at, withdrawn_at, created_at } = row
  const written: Event[] = mails.map(({ at, subject, tells }) => ({
    event: tells ? 'decision' : 'email',
    at: at ?? '',
    subject,
  }))
  const isToldOtherwise = told_at && !written.some(({ at }) => at === told_at)
  const history: Event[] = [
    { event: 'received' as const, at: created_at, subject: null },
    ...written,
    ...(isToldOtherwise ? [{ event: 'decision' as const, at: told_at, subject: null }] : []),
    ...(withdrawn_at ? [{ event: 'withdrawn' as const, at: withdrawn_at, subject: null }] : []),
  ]
  // A decision is not an answer until it is told.
  const isUnanswered = !told_status && !answered_at && !withdrawn_at
  const undoable = withdrawn_at && Date.parse(withdrawn_at) + undoWithdrawalFor
  return {
    ...row,
    public_id: public_id ?? '',
    requested_email: request?.email ?? null,
    status: told_status ?? 'pending',
    answer_by: isUnanswered ? await answerBy(db, new Date(created_at), settings) : null,
    undo_until: undoable && undoable > Date.now() ? new Date(undoable).toISOString() : null,
    can_replace_resume: status === 'pending' && !withdrawn_at,
    history: history.sort((a, b) => a.at.localeCompare(b.at)),
  }
}
