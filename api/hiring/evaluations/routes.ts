import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { may } from '#api/accounts/auth/contract/access.ts'
import { recordLook } from '#api/core/audit/looks.ts'
import { columnsOf } from '#api/core/http/columns.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { givenTag, ifMatch, tagOf } from '#api/core/http/if-match.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { seesEvaluations } from '#api/core/reviewers/evaluations.ts'
import { stillReviews } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { canReview, route } from '#api/core/route/route.ts'
import type { Db } from '#db/client.ts'
import { applications, hiringTeams, jobs, evaluations as table, touched } from '#db/schema.ts'
import { notOnHold, onHold } from '../applications/hold.ts'
import { evaluationRow, type OwnEvaluation, ownEvaluationRow } from './contract/row.ts'
import type { Verdict } from './contract/verdict.ts'
import { type EvaluationInput, evaluation } from './contract.ts'

const missing = 'Application not found'
const access = canReview('of the application')
const columns = columnsOf(table, evaluationRow)
/** Far beyond the number of reviewers of one application. */
const maxListed = 500

/** SQL: how many evaluations the application has, and how many people give one: not those who have left the company. */
const givenCount = sql`(select count(*) from evaluations as one
  where one.application_id = ${applications.id} and one.verdict is not null)`.mapWith(Number)
const expectedCount = sql`(select count(*) from (
  select user_id from ${hiringTeams} where job_id = ${applications.job_id}
    and user_id in (select id from users where is_active = 1)
  union select user_id from evaluations as one
    where one.application_id = ${applications.id} and one.verdict is not null
      and user_id is not null))`.mapWith(Number)

/** With what the audit trail names, and the criteria of the job. */
async function readOwn(db: Db, application: number, user: number) {
  const [row] = await db
    .select({
      id: applications.id,
      first_name: applications.first_name,
      last_name: applications.last_name,
      names: jobs.evaluation_criteria,
      given: givenCount,
      expected: expectedCount,
      own: {
        // First: drizzle takes the whole for missing when the first one is null.
        updated_at: table.updated_at,
        verdict: table.verdict,
        text: table.text,
        criteria: table.criteria,
        waived: table.waived,
      },
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.job_id))
    .leftJoin(table, and(eq(table.application_id, applications.id), eq(table.user_id, user)))
    .where(eq(applications.id, application))
  const { own, names, given, expected, ...about } = orNotFound(row, missing)
  return { about, own, names: names ?? [], counts: { given, expected } }
}
type Found = Awaited<ReturnType<typeof readOwn>>

function shown({ own, names, counts }: Found): OwnEvaluation {
  const scored = own?.criteria ?? []
  const former = scored.filter(({ name }) => !names.includes(name))
  const score = (name: string) => scored.find((one) => one.name === name)?.score ?? null
  return {
    verdict: (own?.verdict ?? null) as Verdict | null,
    text: own?.text ?? '',
    criteria: [
      ...names.map((name) => ({ name, score: score(name) as Verdict | null })),
      ...(former as { name: string; score: Verdict }[]),
    ],
    waived: own?.waived ?? false,
    ...counts,
    updated_at: own?.updated_at ?? null,
  }
}

const tag = ({ own }: Found) => tagOf(own?.updated_at ?? '')

async function answer(c: Context<Env>) {
  const found = await readOwn(c.var.db, idOf(c, missing), signedInUser(c).id)
  c.header('ETag', tag(found))
  return shown(found)
}

function refuseUnknown({ own, names }: Found, { criteria }: EvaluationInput) {
  const known = new Set([...names, ...(own?.criteria.map(({ name }) => name) ?? [])])
  const message = 'This is not one of the job’s criteria'
  const details = criteria.flatMap(({ name }, index) =>
    known.has(name) ? [] : [{ path: ['criteria', index, 'name'], message }],
  )
  if (details.length) throw new Problem(400, message, { details })
}

/** Keeps an evaluation that is there already. */
const waive = (c: Context<Env>, id: number) => {
  const me = signedInUser(c)
  return c.var.db.all(sql`
    insert into ${table} (application_id, user_id, author_name, waived)
    select ${applications.id}, ${me.id}, ${fullName(me)}, 1 from ${applications}
    where ${applications.id} = ${id} and ${stillReviews(me, applications.job_id)}
    on conflict (application_id, user_id) do nothing returning id`)
}

/** `base` is the `updated_at` that the change is based on; undefined: whatever it is. */
function give(
  c: Context<Env>,
  id: number,
  given: EvaluationInput,
  base: string | null | undefined,
) {
  const me = signedInUser(c)
  const criteria = JSON.stringify(given.criteria.filter(({ score }) => score !== null))
  return c.var.db.all(sql`
    insert into ${table} (application_id, user_id, author_name, verdict, text, criteria)
    select ${applications.id}, ${me.id}, ${fullName(me)}, ${given.verdict}, ${given.text},
      ${criteria}
    from ${applications}
    where ${applications.id} = ${id} and ${stillReviews(me, applications.job_id)}
    on conflict (application_id, user_id) do update
    set verdict = excluded.verdict, text = excluded.text, criteria = excluded.criteria,
      author_name = excluded.author_name, updated_at = ${touched(table.updated_at)}
    where (${table.verdict} is null or ${notOnHold(sql`excluded.application_id`)})
      and ${base === undefined ? sql`1` : sql`${table.updated_at} is ${base}`}
    returning id`)
}

/** Why nothing was written: the application is gone or of others, on legal hold, or it has changed. */
async function refuse(c: Context<Env>, id: number): Promise<never> {
  const me = signedInUser(c)
  const [row] = await c.var.db
    .select({ legal_hold: applications.legal_hold })
    .from(applications)
    .where(and(eq(applications.id, id), stillReviews(me, applications.job_id)))
  if (orNotFound(row, missing).legal_hold)
    throw onHold('you can give an evaluation, but not change it')
  throw stale(await answer(c))
}

export const evaluations = new Hono<Env>()

  .get(
    '/:id/evaluation',
    route(
      {
        summary: 'Read one’s own evaluation of an application',
        description:
          'Without one, `verdict` is null. The ETag names the version, for If-Match. `criteria` has those of the job.',
        access,
        scope: 'applications:read',
        answers: { 200: ownEvaluationRow, 404: 'refused' },
      },
      async (c) => c.json(await answer(c)),
    ),
  )

  .put(
    '/:id/evaluation',
    route(
      {
        summary: 'Give, change or waive one’s own evaluation',
        description:
          'A `verdict` gives it or changes it. `waived` without a verdict shows the evaluations of others before one’s own is given, which stays possible. With If-Match, an evaluation that was changed since is answered with 409.',
        access,
        scope: 'applications:write',
        headers: ifMatch,
        json: {
          schema: evaluation,
          example: { verdict: 3, text: 'Careful and curious.', criteria: [] },
        },
        answers: { 200: ownEvaluationRow, 404: 'refused', 409: conflictWith(ownEvaluationRow) },
        audit: 'evaluation.given',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const given = c.req.valid('json')
        const found = await readOwn(db, id, signedInUser(c).id)
        const match = givenTag(c)
        if (match !== undefined && match !== tag(found)) throw stale(await answer(c))
        refuseUnknown(found, given)
        c.set('auditTarget', found.about)
        if (given.verdict === null) {
          const [waived] = await waive(c, id)
          if (!waived && !found.own) return refuse(c, id)
          c.set('actionOnSuccess', waived ? 'evaluation.waived' : undefined)
        } else {
          const base = match === undefined ? undefined : (found.own?.updated_at ?? null)
          const [saved] = await give(c, id, given, base)
          if (!saved) return refuse(c, id)
          c.set('actionOnSuccess', found.own?.verdict ? 'evaluation.changed' : 'evaluation.given')
        }
        return c.json(await answer(c))
      },
    ),
  )

  .get(
    '/:id/evaluations',
    route(
      {
        summary: 'List the evaluations of an application',
        description: `Only once one’s own is in or waived; admins also before, which the audit trail records. At most ${maxListed}.`,
        access,
        scope: 'applications:read',
        answers: { 200: evaluationRow.array(), 403: 'refused', 404: 'refused' },
        audit: 'evaluations.seen',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const me = signedInUser(c)
        // Only the looks of admins are recorded, below.
        c.set('actionOnSuccess', undefined)
        const [about] = await db
          .select({ sees: seesEvaluations(me, id).mapWith(Boolean) })
          .from(applications)
          .where(eq(applications.id, id))
        const { sees } = orNotFound(about, missing)
        if (!sees && !may(me, 'admin'))
          throw new Problem(
            403,
            'Give your own evaluation first, or skip it, to see those of others',
          )
        if (!sees) await recordLook(c, [id])
        const rows = await db
          .select(columns)
          .from(table)
          .where(and(eq(table.application_id, id), isNotNull(table.verdict)))
          .orderBy(asc(table.created_at), asc(table.id))
          .limit(maxListed)
        return c.json(
          rows as (Omit<(typeof rows)[number], 'verdict' | 'criteria'> & {
            verdict: Verdict
            criteria: { name: string; score: Verdict }[]
          })[],
        )
      },
    ),
  )
