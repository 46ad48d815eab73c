import { sql } from 'drizzle-orm'
import { now } from '#db/schema.ts'

const isEnding = sql`exists (select 1 from interview_endings where interview_id = interviews.id)`

/** SQL: `application_id` and `time` of the interviews that are booked and ahead. */
export const bookedAhead = sql`
  select application_id, time from interviews indexed by interviews_booked
  where state = 'booked' and time > ${now} and not ${isEnding}`

/** SQL: `application_id` of those with proposed times of which one is ahead. */
export const proposedAhead = sql`
  select interviews.application_id from interview_times indexed by interview_times_time
  cross join interviews on interviews.id = interview_times.interview_id
  where interview_times.time > ${now} and state = 'proposed' and not ${isEnding}`
