import { asc, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import {
  hasNotWithdrawn,
  type InterviewMails,
  interviewMails,
  type MailServices,
} from '#api/core/letters/interview-mails.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import type { EndedInterview } from '#db/enums.ts'
import { interviewEndings, interviewTimes, now, interviews as table, touched } from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { attendees, isAhead, loadForMail } from './rows.ts'

const atOnce = 50

const isDue = sql`${interviewEndings.due_at} <= ${now}`

/**
 * Cancels the interviews whose end is due and emails everyone who must know: one batch for each, so
 * that nobody is emailed twice or not at all. Returns how many there were.
 */
export async function endInterviews(services: MailServices) {
  const { db } = services
  const due = await db
    .select({
      id: interviewEndings.id,
      interview_id: interviewEndings.interview_id,
      ended: interviewEndings.ended,
    })
    .from(interviewEndings)
    .where(isDue)
    .orderBy(asc(interviewEndings.due_at), asc(interviewEndings.id))
    .limit(atOnce)
  if (!due.length) return 0
  const mails = await interviewMails(services)
  for (const { id, interview_id, ended } of due) {
    // If it changed meanwhile, the next round ends whatever is still due.
    if (ended) await tellInterviewers(db, mails, id, ended)
    else if (interview_id) await endInterview(db, mails, id, interview_id)
  }
  return due.length
}

const stillDue = (id: number, more = sql`1`) =>
  sql`exists (select 1 from ${interviewEndings} where id = ${id} and ${isDue} and ${more})`

/** Of an interview that was deleted with its application. */
async function tellInterviewers(db: Db, mails: InterviewMails, id: number, ended: EndedInterview) {
  const { user_ids, job_id } = ended
  const about = {
    ...ended,
    application_id: null,
    candidate_title: ended.job_title,
    first_name: '',
    last_name: '',
    email: '',
    given_email: null,
    language: null,
    times: [],
    attendees: await attendees(db, user_ids, job_id),
  }
  await writeIf(db, stillDue(id), [
    db.delete(interviewEndings).where(eq(interviewEndings.id, id)),
    mails.cancelToStaff(about),
  ])
}

/** What candidates are emailed says nothing of the cause. */
async function endInterview(
  db: Db,
  { toCandidate, cancel }: InterviewMails,
  id: number,
  interview_id: number,
) {
  const before = await loadForMail(db, eq(table.id, interview_id))
  if (!before) return
  const removed = db.delete(interviewEndings).where(eq(interviewEndings.interview_id, interview_id))
  const unmoved = stillDue(
    id,
    sql`exists (select 1 from ${table} where id = ${interview_id}
      and updated_at = ${before.updated_at} and ${before.is_ahead ? isAhead : sql`not ${isAhead}`})`,
  )
  if (!before.is_ahead) {
    await writeIf(db, unmoved, [removed])
    return
  }
  const user_ids = before.people.map((person) => person.id)
  const about = { ...before, user_ids, attendees: await attendees(db, user_ids, before.job_id) }
  const isStillOffered = sql`exists (select 1 from ${interviewTimes}
    where interview_id = ${interview_id} and time > ${now})`
  const mails =
    before.state === 'booked'
      ? cancel(about)
      : [
          toCandidate('withdrawn', about, {
            condition: sql`${hasNotWithdrawn} and ${isStillOffered}`,
          }),
        ]
  await writeIf(db, unmoved, [
    ...mails,
    db
      .update(table)
      .set({
        state: 'canceled',
        sequence: before.sequence + 1,
        updated_at: touched(table.updated_at),
      })
      .where(eq(table.id, interview_id)),
    removed,
  ])
}

/** Cancels interviews within seconds of the end of Undo. */
export const startEndings = ({
  log,
  outbox,
  pollMs = 5_000,
  ...services
}: MailServices & { log: Logger; outbox: { wake: () => void }; pollMs?: number }) =>
  startWorker({
    name: 'interview_endings',
    every: pollMs,
    async tick() {
      const count = await endInterviews(services)
      if (count) outbox.wake()
      return count === atOnce ? 0 : pollMs
    },
    log,
    failure: 'could not end interviews',
  })
