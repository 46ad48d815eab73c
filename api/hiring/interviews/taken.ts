import { type SQL, sql } from 'drizzle-orm'
import { applications, interviewPeople, interviews } from '#db/schema.ts'
import { isBusy, type WithCalendars } from '../busy-calendars/busy-calendars.ts'
import { loadCalendars } from '../busy-calendars/rows.ts'
import { minutesRange } from './contract.ts'

/** A meeting, as SQL. */
type Meeting = {
  start: SQL
  minutes: SQL
  application_id: SQL
  /** The ids of its interviewers, in parentheses. */
  people: SQL
  /** The interview itself. */
  except: SQL
}

const later = (time: SQL, minutes: SQL) =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, (${minutes}) || ' minutes')`

/** SQL: an interviewer or the candidate has another interview booked during the meeting. */
export const isTaken = ({ start, minutes, application_id, people, except }: Meeting) => sql`exists (
  select 1 from ${interviews} as other
  where other.state = 'booked' and other.id is not ${except}
    and other.time > ${later(start, sql`-${minutesRange.max}`)}
    and other.time < ${later(start, minutes)}
    and ${later(sql`other.time`, sql`other.minutes`)} > ${start}
    and (other.application_id = ${application_id}
      or exists (select 1 from ${interviewPeople} as busy
        where busy.interview_id = other.id and busy.user_id in ${people})
      or exists (select 1 from ${applications} as theirs join ${applications} as own
        on theirs.mailbox = own.mailbox
        where theirs.id = other.application_id and own.id = ${application_id})))`

/** Those of the times that can be picked; all of them if none can, for an email that lists some. */
export async function offeredTimes(
  services: WithCalendars,
  times: string[],
  meeting: { minutes: number; application_id: number; user_ids: readonly number[]; id?: number },
): Promise<string[]> {
  const { db } = services
  const readCalendars = async () =>
    services.busyCalendars.read(services, await loadCalendars(db, meeting.user_ids), 'proposal')
  const untaken = db.all<{ time: string }>(sql`
    select value as time from json_each(${JSON.stringify(times)}) as given
    where not ${isTaken({
      start: sql`given.value`,
      minutes: sql`${meeting.minutes}`,
      application_id: sql`${meeting.application_id}`,
      people: sql`(select value from json_each(${JSON.stringify(meeting.user_ids)}))`,
      except: sql`${meeting.id ?? null}`,
    })}
    order by time`)
  const [rows, known] = await Promise.all([untaken, readCalendars()])
  const free = rows
    .map(({ time }) => time)
    .filter((time) => !isBusy(known.values(), time, meeting.minutes))
  return free.length ? free : times
}
