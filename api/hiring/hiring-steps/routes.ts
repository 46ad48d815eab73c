import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { may } from '#api/accounts/auth/contract/access.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { givenTag, ifMatch, tagOf } from '#api/core/http/if-match.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { isAmong, reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { type Access, can, canWriteTexts, route } from '#api/core/route/route.ts'
import type { Db } from '#db/client.ts'
import {
  applicationSteps,
  applications,
  jobs,
  hiringSteps as table,
  templates,
} from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { jobStepRow, stepRow } from './contract/row.ts'
import { type Steps, steps } from './contract.ts'
import { isForJob } from './placement.ts'

const missing = 'Job not found'
const rows = stepRow.array()
const staff = ['review_applications', 'manage_jobs', 'manage_settings'] as const
const readers: Access = { kind: 'can', anyOf: [...staff], members: 'of any job' }
const example = [{ name: 'Phone call', status: 'pending' as const, days: 7 }]

const titleOf = async (db: Db, id: number) => {
  const [job] = await db
    .select({ title: jobs.title })
    .from(jobs)
    .where(and(eq(jobs.id, id), isNull(jobs.deleted_at)))
  return orNotFound(job, missing).title
}

/** SQL: the steps of a job of its own; those of the company for null. */
const ofJob = (job: number | null) => sql`${table.job_id} is ${job}`

/** Members of hiring teams count their applications only. */
function listSteps(c: Context<Env>, which: SQL, job: number | null) {
  const me = signedInUser(c)
  const counted = and(
    sql`${applicationSteps.step_id} = ${table.id}`,
    job === null ? undefined : eq(applications.job_id, job),
    may(me, staff) ? undefined : reviewedBy(me),
  )
  return c.var.db
    .select({
      id: table.id,
      name: table.name,
      status: table.status,
      days: table.days,
      template_id: table.template_id,
      application_count: sql<number>`(
        select count(*) from ${applicationSteps}
        join ${applications} on ${applications.id} = ${applicationSteps.application_id}
        where ${counted})`,
    })
    .from(table)
    .where(which)
    .orderBy(asc(table.place))
}

/** SQL: the steps as text, the same for the same steps. */
const stateOf = (job: number | null) => sql<string>`(
  select json_group_array(json_array(id, name, status, days, template_id)) from (
    select id, name, status, days, template_id from ${table} where ${ofJob(job)} order by place))`

const readState = async (db: Db, job: number | null) =>
  (await db.all<{ state: string }>(sql`select ${stateOf(job)} as state`))[0]?.state ?? '[]'

async function answer(c: Context<Env>, job: number | null) {
  c.header('ETag', tagOf(await readState(c.var.db, job)))
  return listSteps(c, ofJob(job), job)
}

type Unknown = { ids: Set<number>; field: 'id' | 'template_id'; message: string }

async function refuseUnknown(db: Db, job: number | null, given: Steps) {
  const [known, letters] = await Promise.all([
    db.select({ id: table.id }).from(table).where(ofJob(job)),
    db.select({ id: templates.id }).from(templates),
  ])
  const idsOf = (rows: { id: number }[]) => new Set(rows.map(({ id }) => id))
  const step: Unknown = {
    ids: idsOf(known),
    field: 'id',
    message: 'This step no longer exists. Remove it, or add it again.',
  }
  const template: Unknown = {
    ids: idsOf(letters),
    field: 'template_id',
    message: 'This template no longer exists. Choose another.',
  }
  const details = given.flatMap((one, index) =>
    [step, template].flatMap(({ ids, field, message }) => {
      const id = one[field]
      return id == null || ids.has(id) ? [] : [{ path: [index, field], message }]
    }),
  )
  const [first] = details
  if (first) throw new Problem(400, first.message, { details })
}

/** SQL: null once the template is deleted. */
const existingTemplate = (given: SQL) =>
  sql`(select ${templates.id} from ${templates} where ${templates.id} = ${given} ->> 'template_id')`

/** SQL: a step that is given without one keeps its own. */
const givenTemplate = (given: SQL) => sql`case
  when json_type(${given}, '$.template_id') is null then ${table.template_id}
  else ${existingTemplate(given)} end`

const removed = -1

/**
 * A batch statement, once the new steps are there: applications in steps that are removed, or not
 * for their job any more, enter that of the same name and status; without one they are in none.
 */
function takeAlong(db: Db, job: number | null) {
  const left =
    job === null
      ? sql``
      : sql`and application_id in (
    select ${applications.id} from ${applications} where ${applications.job_id} = ${job})`
  return db.run(sql`
    with homes as (
      select * from ${table} where place <> ${removed} and job_id is (
        select own.job_id from ${table} as own
        where own.job_id is ${job} and own.place <> ${removed} limit 1)),
    moves as (
      select gone.id, homes.id as home from ${table} as gone
      left join homes on homes.status = gone.status and lower(homes.name) = lower(gone.name)
      where (gone.job_id is null or gone.job_id is ${job}) and gone.id not in (select id from homes))
    update ${applicationSteps} set step_id = moves.home,
      due_on = iif(moves.home is null, null, due_on)
    from moves where step_id = moves.id ${left}`)
}

/** Replaces the steps; false if they are no longer those of `base` (undefined: whatever they are). */
function write(db: Db, job: number | null, given: Steps, base: string | undefined) {
  const list = JSON.stringify(given)
  const isSame = base === undefined ? sql`1` : sql`(${stateOf(job)} = ${base})`
  return writeIf(db, isSame, [
    db.run(sql`
      update ${table} set place = ${removed} where ${ofJob(job)} and id not in (
        select value ->> 'id' from json_each(${list}) where value ->> 'id' is not null)`),
    // A step of another status is another step.
    db.run(sql`
      update ${applicationSteps} set step_id = null, due_on = null where step_id in (
        select ${table.id} from ${table}, json_each(${list}) as given
        where ${table.id} = given.value ->> 'id' and ${table.status} <> given.value ->> 'status')`),
    db.run(sql`
      update ${table} set place = given.key, name = given.value ->> 'name',
        status = given.value ->> 'status', days = given.value ->> 'days',
        template_id = ${givenTemplate(sql`given.value`)}
      from json_each(${list}) as given
      where ${ofJob(job)} and ${table.id} = given.value ->> 'id'`),
    db.run(sql`
      insert into ${table} (job_id, place, name, status, days, template_id)
      select ${job}, key, value ->> 'name', value ->> 'status', value ->> 'days',
        ${existingTemplate(sql`value`)}
      from json_each(${list}) where value ->> 'id' is null order by key`),
    takeAlong(db, job),
    db.run(sql`delete from ${table} where ${ofJob(job)} and place = ${removed}`),
  ])
}

async function save(c: Context<Env>, job: number | null, given: Steps) {
  const { db } = c.var
  await refuseUnknown(db, job, given)
  const match = givenTag(c)
  const base = match === undefined ? undefined : await readState(db, job)
  if (base !== undefined && match !== tagOf(base)) throw stale(await answer(c, job))
  if (!(await write(db, job, given, base))) throw stale(await answer(c, job))
  return answer(c, job)
}

const basis = {
  description:
    'One without an id is new, one that is left out is removed: applications in it enter that of the same name and status, or are in none and keep their status. The same goes for those in steps of the company once a job has its own. With If-Match, the ETag of the steps that the change was based on, steps that someone else has changed since are answered with 409.',
  headers: ifMatch,
}

/** Members of hiring teams read those of their jobs only. */
const stepsOfJobs = (c: Context<Env>) => {
  const me = signedInUser(c)
  const { job_id, id, name, status, template_id } = table
  return c.var.db
    .select({ job_id: jobs.id, id, name, status, template_id })
    .from(table)
    .innerJoin(jobs, eq(jobs.id, job_id))
    .where(and(isNull(jobs.deleted_at), may(me, staff) ? undefined : isAmong(job_id, me.team_jobs)))
    .orderBy(asc(job_id), asc(table.place))
}

export const hiringSteps = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List the hiring steps',
        description:
          'Those of the company; with `job_id` those for that job, which may have its own. The ETag names the version of the company’s, for If-Match.',
        access: readers,
        query: {
          job_id: z
            .string('Must be a job id')
            .regex(/^[1-9]\d{0,15}$/, 'Must be a job id')
            .transform(Number)
            .optional(),
        },
        answers: { 200: rows },
      },
      async (c) => {
        const { job_id } = c.req.valid('query')
        if (job_id === undefined) return c.json(await answer(c, null))
        const me = signedInUser(c)
        const isTheirs = may(me, staff, job_id)
        return c.json(isTheirs ? await listSteps(c, isForJob(sql`${job_id}`), job_id) : [])
      },
    ),
  )

  .get(
    '/of-jobs',
    route(
      {
        summary: 'List the hiring steps of jobs with steps of their own',
        description: 'Of one job after the other, in the order of the steps.',
        access: readers,
        answers: { 200: jobStepRow.array() },
      },
      async (c) => c.json(await stepsOfJobs(c)),
    ),
  )

  .put(
    '/',
    route(
      {
        summary: 'Change the hiring steps of the company',
        ...basis,
        access: canWriteTexts,
        json: { schema: steps, example },
        answers: { 200: rows, 409: conflictWith(rows) },
        audit: 'hiring_steps.changed',
      },
      async (c) => c.json(await save(c, null, c.req.valid('json'))),
    ),
  )

/** Below `/jobs`. */
export const hiringStepsOfJob = new Hono<Env>()

  .get(
    '/:id/hiring-steps',
    route(
      {
        summary: 'List the hiring steps that a job has of its own',
        description: 'None if it has those of the company. The ETag names the version.',
        access: can('manage_jobs', 'review_applications'),
        scope: 'jobs:read',
        answers: { 200: rows, 404: 'refused' },
      },
      async (c) => {
        const id = idOf(c, missing)
        await titleOf(c.var.db, id)
        return c.json(await answer(c, id))
      },
    ),
  )

  .put(
    '/:id/hiring-steps',
    route(
      {
        summary: 'Give a job hiring steps of its own',
        ...basis,
        access: can('manage_jobs'),
        scope: 'jobs:write',
        beforeInput: async (c) => {
          await titleOf(c.var.db, idOf(c, missing))
        },
        json: { schema: steps, example },
        answers: { 200: rows, 404: 'refused', 409: conflictWith(rows) },
        audit: 'job.hiring_steps_changed',
      },
      async (c) => {
        const id = idOf(c, missing)
        c.set('auditTarget', { id, subject: await titleOf(c.var.db, id) })
        return c.json(await save(c, id, c.req.valid('json')))
      },
    ),
  )
