import { setImmediate } from 'node:timers/promises'
import { and, type SQLWrapper, sql } from 'drizzle-orm'
import { fullName } from '#api/core/http/contract/text.ts'
import { seesEvaluations } from '#api/core/reviewers/evaluations.ts'
import { isAmong, type Reviewer, reviewedBy } from '#api/core/reviewers/scope.ts'
import { notDeleted } from '#api/website/jobs/rows.ts'
import type { Db } from '#db/client.ts'
import type { AuditAction } from '#db/enums.ts'
import { applicationCounts, applications, auditEvents as events, jobs } from '#db/schema.ts'
import type { ChangeKind, JobChanges } from './contract/row.ts'

const maxJobs = 20
/** Of the person's own jobs, the newest first. */
const maxEvents = 2000
const maxNames = 3

type Me = Reviewer & { id: number; team_jobs: readonly number[] }

/** SQL: an application of the person's own jobs, which are all they review while they are on no team. */
const amongOwn = (me: Me, job: SQLWrapper) =>
  me.team_jobs.length ? isAmong(job, me.team_jobs) : reviewedBy(me, job)

const isOf = (...actions: AuditAction[]) =>
  sql`${events.action} in (select value from json_each(${JSON.stringify(actions)}))`
const detail = (key: string) => sql`json_extract(${events.detail}, ${`$.${key}`})`

/** What an event counts as; null for what is no news. */
const kindOf = sql<ChangeKind | null>`case
  when ${isOf('message.received')} then 'message'
  when ${isOf('document.received')} then 'file'
  when ${isOf('interview.booked')} then 'booked'
  when ${isOf('interview.declined')} then 'declined'
  when ${isOf('application.withdrawn')} then 'withdrawn'
  when ${isOf('comment.created')} then 'comment'
  when ${isOf('evaluation.given')} then 'evaluation'
  when ${isOf('application.changed')} and ${detail('from')} <> ${detail('status')} then 'decided'
  when ${isOf('application.changed')}
    and (${detail('step')} is not null or ${detail('from_step')} is not null) then 'moved'
  end`

type Event = [target_id: number, job_id: number, kind: ChangeKind, at: string]
type Found = { job_id: number; kind: ChangeKind; count: number; at: string }

/** Events per statement: between two, others are answered; a server answers them meanwhile. */
const perSlice = ({ $client }: Db) => ($client.protocol === 'file' ? 10_000 : 1_000_000)

type Slice = { size: number; last: string | null; events: string }

/** Those that are news to the person, of the newest before `before` and their own jobs. */
const sliceOf = (db: Db, me: Me, since: string, before: string | null, limit: number) =>
  db.all<Slice>(sql`
    with slice as materialized (
      select id, at from ${events} indexed by audit_events_at where at > ${since} ${
        before ? sql`and (at, id) < (${before} ->> 0, ${before} ->> 1)` : sql``
      } order by at desc, id desc limit ${perSlice(db)})
    select (select count(*) from slice) as size,
      (select json_array(at, id) from slice order by at, id limit 1) as last,
      json_group_array(json_array(target_id, job_id, kind, at)) as events
    from (
      select ${events.target_id}, one.job_id, ${kindOf} as kind, slice.at
      from slice cross join ${events} on ${events.id} = slice.id
      cross join applications as one indexed by applications_by_id on one.id = ${events.target_id}
      where ${and(
        sql`${events.actor_id} is not ${me.id} and kind is not null`,
        amongOwn(me, sql`+one.job_id`),
        sql`(not ${isOf('evaluation.given')} or ${seesEvaluations(me, sql`one.id`)})`,
      )}
      order by slice.at desc, slice.id desc limit ${limit})`)

/** What candidates and colleagues did, without the person's own. */
async function done(db: Db, me: Me, since: string): Promise<Found[]> {
  const found: Event[] = []
  for (let before: string | null = null; found.length < maxEvents; await setImmediate()) {
    const [slice]: Slice[] = await sliceOf(db, me, since, before, maxEvents - found.length)
    found.push(...JSON.parse(slice?.events ?? '[]'))
    if (!slice?.last || slice.size < perSlice(db)) break
    before = slice.last
  }
  return Map.groupBy(found, ([, job_id, kind]) => `${job_id} ${kind}`)
    .values()
    .map((group) => {
      const [[, job_id, kind, at]] = group as [Event]
      return { job_id, kind, at, count: new Set(group.map(([id]) => id)).size }
    })
    .toArray()
}

type Fresh = { job_id: number; count: number; at: string }

/** New applications by job: of each, the index has those since then together. */
const received = (db: Db, me: Me, since: string) =>
  db.all<Fresh>(sql`
    select job.job_id, count(*) as count, max(created_at) as at
    from (select distinct job_id from ${applicationCounts}
      where ${amongOwn(me, applicationCounts.job_id) ?? sql`true`}) as job
    cross join ${applications} indexed by applications_job on ${applications.job_id} = job.job_id
    where ${applications.created_at} > ${since} group by job.job_id`)

type Newest = { id: number; job_id: number; first_name: string; last_name: string }

/** Of each of these jobs, the newest few. */
const newestOf = (db: Db, ids: number[], since: string): Promise<Newest[]> =>
  db.all<Newest>(sql`select applications.id, job_id, first_name, last_name
    from json_each(${JSON.stringify(ids)}) as job
    join applications on applications.id in (
      select one.id from applications as one
      where one.job_id = job.value and one.created_at > ${since}
      order by one.created_at desc, one.id desc limit ${maxNames})
    order by created_at desc, applications.id desc`)

const titles = (db: Db, ids: number[]): Promise<{ id: number; title: string }[]> =>
  db
    .select({ id: jobs.id, title: jobs.title })
    .from(jobs)
    .where(and(notDeleted, isAmong(jobs.id, ids)))

/** By job, what changed since then; the job of the latest change first. */
export async function changesSince(db: Db, me: Me, since: string): Promise<JobChanges[]> {
  const [fresh, others] = await Promise.all([received(db, me, since), done(db, me, since)])
  const freshOf = new Map(fresh.map((one) => [one.job_id, one]))
  const othersOf = Map.groupBy(others, ({ job_id }) => job_id)
  const ids = [...new Set([...freshOf.keys(), ...othersOf.keys()])]
  if (!ids.length) return []
  const latest = (await titles(db, ids))
    .map(({ id, title }) => {
      const [applied, rest] = [freshOf.get(id), othersOf.get(id) ?? []]
      const all = [applied, ...rest].flatMap((one) => one?.at ?? []).sort()
      return {
        job_id: id,
        job_title: title,
        at: all.at(-1) ?? since,
        new_applications: applied?.count ?? 0,
        changes: rest.map(({ kind, count }) => ({ kind, count })),
      }
    })
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxJobs)
  const shown = latest.flatMap((job) => (job.new_applications ? job.job_id : []))
  const newest = Map.groupBy(await newestOf(db, shown, since), ({ job_id }) => job_id)
  return latest.map((job) => ({
    ...job,
    newest: (newest.get(job.job_id) ?? []).map((one) => ({ id: one.id, name: fullName(one) })),
  }))
}
