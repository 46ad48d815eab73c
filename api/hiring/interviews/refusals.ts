import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import type { Db } from '#db/client.ts'
import { outbox, interviews as table } from '#db/schema.ts'
import { attendees, maxInterviews } from './rows.ts'

/** Emails about interviews to the candidate of one application, in 24 hours. */
const maxMailsADay = 20
const maxAhead = 366 * 86_400_000

/** Throws 409 unless candidates of such an application are interviewed. */
export function refuseClosed(row: {
  withdrawn_at: string | null
  status: string
  deleted_at: string | null
}) {
  if (row.withdrawn_at)
    throw new Problem(409, 'The candidate has withdrawn, so no interview can be proposed')
  if (row.status === 'rejected')
    throw new Problem(
      409,
      'This application is rejected, so no interview can be proposed. Change its status first.',
    )
  if (row.deleted_at)
    throw new Problem(409, 'This job was deleted, so no interview can be proposed')
}

/** Throws 409 when the application has as many interviews as it can have. */
export async function refuseMore(db: Db, which: SQL) {
  if ((await db.$count(table, which)) >= maxInterviews)
    throw new Problem(409, `An application can have at most ${maxInterviews} interviews`)
}

/** Throws 400 for times that have passed or are too far ahead, except `booked`. */
export function refuseTimes(times: readonly string[], booked?: string | null) {
  const details = times.flatMap((time, index) => {
    if (time === booked) return []
    const ahead = Date.parse(time) - Date.now()
    if (ahead > 0 && ahead <= maxAhead) return []
    const message = ahead <= 0 ? 'This time has passed' : 'Choose a time within a year'
    return [{ path: ['times', index], message }]
  })
  if (details[0]) throw new Problem(400, details[0].message, { details })
}

/** Throws 400 for people who can’t review the job, except those in `before`. */
export async function refusePeople(
  db: Db,
  ids: readonly number[],
  job: number,
  before: readonly number[] = [],
) {
  const known = new Set([...(await attendees(db, ids, job)).map(({ id }) => id), ...before])
  const message = 'This person can’t review applications for this job'
  const details = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: ['user_ids', index], message }],
  )
  if (details.length) throw new Problem(400, message, { details })
}

/** Throws 429 after too many emails to the candidate of this application, or from this person. */
export async function refuseTooMany(c: Context<Env>, application: number) {
  const sent = await c.var.db.$count(
    outbox,
    sql`${outbox.application_id} = ${application} and ${outbox.kind} = 'interview'
      and ${outbox.created_at} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')`,
  )
  if (sent >= maxMailsADay)
    throw new Problem(
      429,
      'This candidate has had many emails about interviews today. Nothing was changed; please try again tomorrow.',
      { headers: { 'Retry-After': '3600' } },
    )
  await c.var.limits.email(signedInUser(c).id)
}
