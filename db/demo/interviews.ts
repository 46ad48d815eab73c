import { type SQL, sql } from 'drizzle-orm'
import { applications, interviewPeople, interviews, interviewTimes, users } from '../schema.ts'
import { atHour } from './workdays.ts'

type Plan = {
  uid: string
  /** The candidate's address. */
  about: string
  /** In days before the seed. */
  proposed: number
  /** When the candidate picked the first of the times, likewise. */
  picked?: number
  /** Working days from now, and hours in UTC. */
  times: (readonly [days: number, hour: number])[]
  minutes: number
  place: string
  /** Beside the administrator. */
  with: string
}

/**
 * One was on the last working day and one is booked for the next, so that each week has one; for one
 * the candidate is to pick a time.
 */
export const interviewPlans: Plan[] = [
  {
    uid: 'over@foyer.example',
    about: 'tomasz.zielinski@example.com',
    proposed: 5.2,
    picked: 4.6,
    times: [
      [-1, 10],
      [1, 14],
    ],
    minutes: 60,
    place: 'The ice house, at the tank',
    with: 'joe.tierney@example.com',
  },
  {
    uid: 'booked@foyer.example',
    about: 'camille.rousseau@example.com',
    proposed: 3.8,
    picked: 3.1,
    times: [
      [1, 9],
      [2, 14],
    ],
    minutes: 45,
    place: 'The ice house, second floor',
    with: 'pam.osei@example.com',
  },
  {
    uid: 'proposed@foyer.example',
    about: 'kwame.boateng@example.com',
    proposed: 1.2,
    times: [
      [3, 9],
      [3, 13],
      [4, 10],
    ],
    minutes: 30,
    place: 'https://meet.example.com/trial',
    with: 'rita.marchetti@example.com',
  },
]

const starts = ({ times }: Plan) => times.map(([days, hour]) => atHour(days, hour))

/** The statements that insert them, after applications and users. */
export const interviewRows = (administrator: SQL, daysAgo: (days: number) => string): SQL[] =>
  interviewPlans.flatMap((plan) => {
    const { uid, about, proposed, picked, minutes, place } = plan
    const id = sql`(select id from ${interviews} where uid = ${uid})`
    const [time] = starts(plan)
    const answered = picked === undefined ? null : daysAgo(picked)
    return [
      sql`insert into ${interviews} (application_id, state, time, answered_at, minutes, place, uid,
          proposed_by, proposed_name, created_at, updated_at)
        select application.id, ${answered ? 'booked' : 'proposed'}, ${answered ? time : null},
          ${answered}, ${minutes}, ${place}, ${uid}, ${administrator},
          person.first_name || ' ' || person.last_name, ${daysAgo(proposed)},
          ${answered ?? daysAgo(proposed)}
        from ${applications} as application, ${users} as person
        where application.email = ${about} and person.id = ${administrator}`,
      ...starts(plan).map(
        (start) => sql`insert into ${interviewTimes} (interview_id, time) values (${id}, ${start})`,
      ),
      sql`insert into ${interviewPeople} (interview_id, user_id)
        select ${id}, id from ${users} where id = ${administrator} or email = ${plan.with}`,
    ]
  })
