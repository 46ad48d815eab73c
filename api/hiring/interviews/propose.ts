import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { z } from 'zod'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import {
  type About,
  type InterviewMails,
  interviewMails,
} from '#api/core/letters/interview-mails.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { checkIdempotencyKey } from '#api/core/route/idempotency-key.ts'
import { applications, jobs, interviews as table } from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import type { newInterview } from './contract.ts'
import { refuseClosed, refuseMore, refusePeople, refuseTimes, refuseTooMany } from './refusals.ts'
import { attendees, isOpen, loadInterviews, maxInterviews } from './rows.ts'
import { setPeople, setTimes } from './statements.ts'
import { offeredTimes } from './taken.ts'
import { loadApplication, loadOne, unrecorded } from './target.ts'

/** The event's UID; the same for a repeat of the person's request with its Idempotency-Key. */
function uidOf(c: Context<Env>, { domain }: InterviewMails, ...sent: unknown[]) {
  const header = c.req.header('idempotency-key')
  checkIdempotencyKey(header)
  if (!header) return `${randomUUID()}@${domain}`
  const hash = createHash('sha256').update(JSON.stringify([signedInUser(c).id, header, ...sent]))
  return `${hash.digest('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')}@${domain}`
}

export async function propose(c: Context<Env>, given: z.output<typeof newInterview>) {
  const { db } = c.var
  const me = signedInUser(c)
  const application = await loadApplication(c)
  const { application_id, job_id } = application
  const mails = await interviewMails(c.var)
  const uid = uidOf(c, mails, application_id, given)
  const which = sql`${table.application_id} = ${application_id}`
  const own = sql`${which} and ${table.uid} = ${uid}`
  const repeated = async () => (await loadInterviews(c.var, own))[0]
  const earlier = await repeated()
  if (earlier) return unrecorded(c, earlier)
  const { minutes, place, times, user_ids = [me.id] } = given
  refuseClosed(application)
  refuseTimes(times)
  await refusePeople(db, user_ids, job_id)
  await refuseMore(db, which)
  await refuseTooMany(c, application_id)
  const about: About = {
    ...application,
    uid,
    sequence: 0,
    time: null,
    times: await offeredTimes(c.var, [...times].sort(), { application_id, minutes, user_ids }),
    minutes,
    place,
    attendees: await attendees(db, user_ids, job_id),
  }
  const added = sql`(select id from ${table} where uid = ${uid})`
  const still = sql`exists (
    select 1 from ${applications} join ${jobs} on ${jobs.id} = ${applications.job_id}
    where ${applications.id} = ${application_id} and ${isOpen})
    and (select count(*) from ${table} where ${which}) < ${maxInterviews}
    and not exists (select 1 from ${table} where ${own})`
  const written = await writeIf(db, still, [
    db.insert(table).values({
      application_id,
      minutes,
      place,
      uid,
      proposed_by: me.id,
      proposed_name: fullName(me),
    }),
    ...setTimes(db, added, times),
    ...setPeople(db, added, user_ids, job_id),
    mails.toCandidate('proposed', about),
  ])
  if (!written) {
    const same = await repeated()
    if (same) return unrecorded(c, same)
    refuseClosed(await loadApplication(c))
    await refuseMore(db, which)
    throw new Problem(409, 'This application was changed meanwhile. Please try again.')
  }
  return loadOne(c.var, own)
}
