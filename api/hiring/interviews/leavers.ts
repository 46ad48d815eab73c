import { and, asc, eq, sql } from 'drizzle-orm'
import { interviewMails, type MailServices } from '#api/core/letters/interview-mails.ts'
import { reviews, reviewsAll } from '#api/core/reviewers/scope.ts'
import type { Db } from '#db/client.ts'
import {
  applications,
  auditEvents,
  hiringTeams,
  interviewPeople as people,
  interviews as table,
  touched,
  users,
} from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { attendees, isAhead, loadForMail, parties } from './rows.ts'

const atOnce = 50

/** SQL: an interview is ahead, and one of its people can no longer review its job. */
const hasLeaver = sql`(${isAhead} and exists (
  select 1 from ${people} join ${users} on ${users.id} = ${people.user_id}
  join ${applications} on ${applications.id} = ${table.application_id}
  where ${people.interview_id} = ${table.id}
    and not (${users.is_active} = 1 and ${reviews(sql`${applications.job_id}`)})))`

/** The job's owners and these users; everyone who reviews all applications if none of them can. */
async function whoIsTold(db: Db, job: number, ids: (number | null)[]) {
  const owners = await db
    .select({ id: hiringTeams.user_id })
    .from(hiringTeams)
    .where(and(eq(hiringTeams.job_id, job), eq(hiringTeams.owner, true)))
  const asked = [...owners.map(({ id }) => id), ...ids.filter((id) => id !== null)]
  const able = await attendees(db, asked, job)
  if (able.length) return able.map(({ id }) => id)
  const all = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.is_active} = 1 and ${reviewsAll}`)
    .limit(atOnce)
  return all.map(({ id }) => id)
}

/**
 * Removes interviewers who can no longer review the job from interviews that are ahead, and notifies
 * the proposer, the job's owners and the other interviewers. Whoever still has an account gets the
 * file that removes the event. Returns how many interviews it was about.
 */
export async function removeLeavers(services: MailServices) {
  const { db } = services
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(hasLeaver)
    .orderBy(asc(table.id))
    .limit(atOnce)
  if (!found.length) return 0
  const { toRemoved, toStaff } = await interviewMails(services)
  for (const { id } of found) {
    const before = await loadForMail(db, eq(table.id, id))
    if (!before) continue
    const { application_id, job_id, proposed_by, state, updated_at } = before
    const all = before.people.map((person) => person.id)
    const staying = await attendees(db, all, job_id)
    const left = all.filter((one) => !staying.some((stays) => stays.id === one))
    const leaving = await parties(db, left)
    const told = await whoIsTold(db, job_id, [proposed_by, ...staying.map((stays) => stays.id)])
    const sequence = before.sequence + 1
    const about = { ...before, sequence, attendees: staying }
    const names = new Intl.ListFormat('en-GB').format(leaving.map(({ name }) => name))
    const rest = staying.length ? '' : ' It has no interviewers left. Choose some, or cancel it.'
    const more = `${names} can no longer review this job.${rest}`
    const isBooked = state === 'booked'
    const unmoved = sql`exists (select 1 from ${table}
      where ${table.id} = ${id} and ${table.updated_at} = ${updated_at} and ${hasLeaver})`
    await writeIf(db, unmoved, [
      db.run(sql`delete from ${people} where interview_id = ${id}
          and user_id in (select value from json_each(${JSON.stringify(left)}))`),
      db
        .update(table)
        .set({ sequence, updated_at: touched(table.updated_at) })
        .where(eq(table.id, id)),
      db.run(sql`
          insert into ${auditEvents} (action, target_id, target_name, detail)
          select 'interview.changed', id, first_name || ' ' || last_name, '{"changed":"people"}'
          from ${applications} where id = ${application_id}`),
      ...(isBooked ? [toRemoved(about, leaving)] : []),
      toStaff('left', about, told, { more }),
    ])
  }
  return found.length
}
