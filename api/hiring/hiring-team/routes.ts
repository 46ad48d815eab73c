import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { givenTag, ifMatch, tagOf } from '#api/core/http/if-match.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { queueToNewMembers } from '#api/core/letters/joined-mail.ts'
import { reviewsSome } from '#api/core/reviewers/scope.ts'
import type { Env } from '#api/core/route/context.ts'
import { type Access, can, route } from '#api/core/route/route.ts'
import type { Db } from '#db/client.ts'
import { calendars, jobs, hiringTeams as table, users } from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { colleagueRow, memberRow } from './contract/row.ts'
import { type HiringTeam, hiringTeam } from './contract.ts'

const missing = 'Job not found'
const rows = memberRow.array()
const readers: Access = {
  kind: 'can',
  anyOf: ['manage_jobs', 'review_applications'],
  members: 'of the job',
}

const titleOf = async (db: Db, id: number) => {
  const [job] = await db
    .select({ title: jobs.title })
    .from(jobs)
    .where(and(eq(jobs.id, id), isNull(jobs.deleted_at)))
  return orNotFound(job, missing).title
}

/** Owners first. */
const members = (db: Db, job: number) =>
  db
    .select({
      user_id: table.user_id,
      owner: table.owner,
      first_name: users.first_name,
      last_name: users.last_name,
      is_active: users.is_active,
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.user_id))
    .where(eq(table.job_id, job))
    .orderBy(sql`${table.owner} desc`, asc(users.first_name), asc(users.last_name), asc(users.id))

/** SQL: the team as text, the same for the same team. */
const stateOf = (job: number) => sql<string>`(
  select json_group_array(json_array(user_id, owner)) from (
    select user_id, owner from ${table} where job_id = ${job} order by user_id))`

async function answer(c: Context<Env>, job: number) {
  const [team, [state]] = await c.var.db.batch([
    members(c.var.db, job),
    c.var.db.all<{ state: string }>(sql`select ${stateOf(job)} as state`),
  ])
  c.header('ETag', tagOf(state?.state ?? '[]'))
  return team
}

/** Members may stay without an active account. */
async function refuseUnknown(db: Db, job: number, given: HiringTeam) {
  const ids = given.map(({ user_id }) => user_id)
  const known = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, ids),
        sql`(${users.is_active} or ${users.id} in (select user_id from ${table} where job_id = ${job}))`,
      ),
    )
  const message = 'This person has no active account'
  const details = given.flatMap(({ user_id }, index) =>
    known.some(({ id }) => id === user_id) ? [] : [{ path: [index, 'user_id'], message }],
  )
  if (details.length) throw new Problem(400, message, { details })
}

/** Below `/jobs`. */
export const hiringTeamOfJob = new Hono<Env>()

  .get(
    '/:id/hiring-team',
    route(
      {
        summary: 'List the hiring team of a job',
        description:
          'Its members review the applications of this job, whatever their permissions. The ETag names the team, for If-Match.',
        access: readers,
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
    '/:id/hiring-team',
    route(
      {
        summary: 'Change the hiring team of a job',
        description:
          'Replaces the team. Requires both `manage_jobs` and `review_applications`. With If-Match, a team that someone else has changed since is answered with 409.',
        access: { kind: 'can', anyOf: ['manage_jobs'], and: ['review_applications'] },
        scope: 'jobs:write',
        headers: ifMatch,
        beforeInput: async (c) => {
          await titleOf(c.var.db, idOf(c, missing))
        },
        json: { schema: hiringTeam, example: [{ user_id: 2, owner: true }] },
        answers: { 200: rows, 404: 'refused', 409: conflictWith(rows) },
        audit: 'job.hiring_team_changed',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const given = c.req.valid('json')
        await refuseUnknown(db, id, given)
        const title = await titleOf(db, id)
        c.set('auditTarget', { id, subject: title })
        const [state] = await db.all<{ state: string }>(sql`select ${stateOf(id)} as state`)
        const base = state?.state ?? '[]'
        const match = givenTag(c)
        const isFree = match === undefined
        if (!isFree && match !== tagOf(base)) throw stale(await answer(c, id))
        const ids = given.map(({ user_id }) => user_id)
        const mails = await queueToNewMembers(c, { id, title }, ids)
        const written = await writeIf(db, isFree ? sql`1` : sql`(${stateOf(id)} = ${base})`, [
          ...mails,
          db.delete(table).where(eq(table.job_id, id)),
          db.run(sql`
              insert into ${table} (job_id, user_id, owner)
              select jobs.id, users.id, value ->> 'owner'
              from jobs, json_each(${JSON.stringify(given)}), users
              where jobs.id = ${id} and deleted_at is null and users.id = value ->> 'user_id'`),
          // Whoever reviews nothing any more has no calendar address, also not once they do again.
          db.run(sql`
              delete from ${calendars} where user_id in (
                select users.id from ${users} where not ${reviewsSome})`),
        ])
        if (!written) throw stale(await answer(c, id))
        return c.json(await answer(c, id))
      },
    ),
  )

  .get(
    '/:id/hiring-team/colleagues',
    route(
      {
        summary: 'List who can be put on the hiring team of a job',
        access: can('manage_jobs'),
        scope: 'jobs:read',
        answers: { 200: colleagueRow.array(), 404: 'refused' },
      },
      async (c) => {
        await titleOf(c.var.db, idOf(c, missing))
        return c.json(
          await c.var.db
            .select({
              user_id: users.id,
              first_name: users.first_name,
              last_name: users.last_name,
            })
            .from(users)
            .where(eq(users.is_active, true))
            .orderBy(asc(users.first_name), asc(users.last_name), asc(users.id)),
        )
      },
    ),
  )
