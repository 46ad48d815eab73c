import { type SQL, sql } from 'drizzle-orm'
import { applications, interviewPeople, interviews, interviewTimes } from '../schema.ts'

/** At that hour in UTC, so many days from now. */
const at = (days: number, hour: number) => {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`
}

/** The first and second shortlisted application. */
const shortlisted = (place: number) => sql`(
  select id from ${applications} where status = 'shortlisted' and withdrawn_at is null
  order by id limit 1 offset ${place})`

/** One interview is booked for tomorrow, for another one times are proposed. */
export const interviewRows = (administrator: SQL): SQL[] => {
  const uids = ['booked@foyer.example', 'proposed@foyer.example'] as const
  const times = [[at(1, 9)], [at(3, 9), at(3, 13), at(4, 10)]]
  const of = (uid: string) => sql`(select id from ${interviews} where uid = ${uid})`
  return [
    sql`insert into ${interviews} (application_id, state, time, answered_at, minutes, place, uid, proposed_by, proposed_name)
      select ${shortlisted(0)}, 'booked', ${at(1, 9)}, ${at(-1, 8)}, 45, 'Harbor office, second floor',
        ${uids[0]}, ${administrator}, first_name || ' ' || last_name
      from users where id = ${administrator} and ${shortlisted(0)} is not null`,
    sql`insert into ${interviews} (application_id, minutes, place, uid, proposed_by, proposed_name)
      select ${shortlisted(1)}, 30, 'https://meet.example.com/trial', ${uids[1]}, ${administrator},
        first_name || ' ' || last_name
      from users where id = ${administrator} and ${shortlisted(1)} is not null`,
    ...uids.flatMap((uid, index) => [
      ...(times[index] ?? []).map(
        (time) => sql`insert into ${interviewTimes} (interview_id, time)
          select id, ${time} from ${interviews} where uid = ${uid}`,
      ),
      sql`insert into ${interviewPeople} (interview_id, user_id)
        select ${of(uid)}, ${administrator} where ${of(uid)} is not null`,
    ]),
  ]
}
