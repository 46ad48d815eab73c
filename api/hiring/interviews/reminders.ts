import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { interviewMails, type MailServices } from '#api/core/letters/interview-mails.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import { interviewEndings, now as sqlNow, interviews as table } from '#db/schema.ts'
import { removeLeavers } from './leavers.ts'
import { attendees, loadForMail } from './rows.ts'

type Options = MailServices & { log: Logger; outbox: { wake: () => void }; pollMs?: number }

const atOnce = 50

/**
 * SQL: the interview begins within a day, and was booked earlier than that; nobody was reminded yet.
 * The reminder is the mark and the emails in one batch, so that nobody is reminded twice.
 */
const isDue = and(
  eq(table.state, 'booked'),
  isNull(table.reminded_at),
  // Those who withdrew get no more emails. Of a rejection nothing shows before its end is due.
  sql`not exists (select 1 from ${interviewEndings}
    where ${interviewEndings.interview_id} = ${table.id} and ${interviewEndings.cause} <> 'rejected')`,
  sql`${table.time} > ${sqlNow} and ${table.time} <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 day')
    and ${table.answered_at} < strftime('%Y-%m-%dT%H:%M:%fZ', ${table.time}, '-1 day')`,
)

/** Reminds candidates and interviewers. Returns how many interviews it was about. */
export async function remind(services: MailServices) {
  const { db } = services
  const due = await db
    .select({ id: table.id })
    .from(table)
    .where(isDue)
    .orderBy(asc(table.time))
    .limit(atOnce)
  if (!due.length) return 0
  const { toCandidate, toStaff } = await interviewMails(services)
  for (const { id } of due) {
    const interview = await loadForMail(db, eq(table.id, id))
    if (!interview) continue
    const ids = interview.people.map((person) => person.id)
    const about = { ...interview, attendees: await attendees(db, ids, interview.job_id) }
    const still = sql`exists (
      select 1 from ${table} where ${table.id} = ${id}
        and ${table.updated_at} = ${interview.updated_at} and ${isDue})`
    await db.batch([
      toCandidate('reminder', about, { condition: still }),
      toStaff('reminder', about, ids, { condition: still }),
      // Not `updated_at`: a change that somebody is writing is still based on what they see.
      db
        .update(table)
        .set({ reminded_at: sqlNow })
        .where(and(eq(table.id, id), eq(table.updated_at, interview.updated_at), isDue)),
    ])
  }
  return due.length
}

/** Once a minute: reminds of the interviews of the next day, and removes interviewers who lost access. */
export const startReminders = ({ log, outbox, pollMs = 60_000, ...services }: Options) =>
  startWorker({
    name: 'interview_reminders',
    every: pollMs,
    async tick() {
      const removed = await removeLeavers(services)
      if ((await remind(services)) + removed) outbox.wake()
    },
    log,
    failure: 'could not remind of interviews',
  })
