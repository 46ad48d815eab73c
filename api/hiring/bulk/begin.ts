import { createHash } from 'node:crypto'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { checkedText, checkSharedAddress } from '#api/core/letters/decision-email.ts'
import { reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { checkIdempotencyKey } from '#api/core/route/idempotency-key.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { noTemplateFor, templateFor } from '#api/core/templates/template-for.ts'
import type { ApplicationStatus, BulkParams } from '#db/enums.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { applications, bulk, bulkItems, hiringSteps } from '#db/schema.ts'
import { filterOf } from '../applications/filter.ts'
import { matchingIds } from '../applications/matching.ts'
import { stepIdOf } from '../hiring-steps/placement.ts'
import { nameOfReason } from '../rejection-reasons/reasons.ts'
import { checkTags, hasTag } from '../tags/tagged.ts'
import { type BulkRequest, maxApplications, paramsOf } from './contract.ts'
import { wasDeleted } from './reasons.ts'

/** SQL: the ids of the selected applications, of which some may not exist. */
export async function selectedIds(
  c: Context<Env>,
  { ids, filter, except = [] }: Pick<BulkRequest, 'ids' | 'filter' | 'except'>,
): Promise<SQL> {
  const without = except.length
    ? sql`id not in (select value from json_each(${JSON.stringify(except)}))`
    : undefined
  const reviewed = reviewedBy(signedInUser(c))
  if (ids) {
    const theirs = reviewed && sql`id in (select id from ${applications} where ${reviewed})`
    return sql`select id from (select distinct value as id from json_each(${JSON.stringify(ids)}))
      where ${and(without, theirs) ?? sql`1`}`
  }
  const { answers = {}, job_id = 'all', ...rest } = filter ?? { q: '' }
  const parameters = Object.entries(answers).map(([id, value]) => [`answer_${id}`, [value]])
  const found = await filterOf(c, { ...rest, job_id }, Object.fromEntries(parameters))
  return sql`select id from (${matchingIds(found)}) where ${without ?? sql`1`}`
}

/** What the action does, as it is kept. Throws 400 when its email can't be written. */
export async function checkedParams(c: Context<Env>, request: BulkRequest) {
  const { db } = c.var
  const params = paramsOf(request)
  const { step_id, reason_id, tell, subject, body, reply_to } = params
  if (reason_id) await nameOfReason(db, reason_id)
  if (request.action === 'tag') {
    await checkTags(db, params.add ?? [], 'add')
    await checkTags(db, params.remove ?? [], 'remove')
  }
  const status = step_id ? await statusOfStep(c, step_id, params.status) : params.status
  if (reply_to === 'shared') checkSharedAddress(await readSiteSettings(db))
  if (subject && body) return { ...params, ...checkedText({ subject, body }) }
  // A step without a template sends nothing.
  if (
    status &&
    !step_id &&
    (tell === 'now' || tell === 'later') &&
    !(await templateFor(db, status, null, reason_id))
  )
    throw Problem.field(400, 'tell', noTemplateFor(status))
  return status ? { ...params, status } : params
}

async function statusOfStep(c: Context<Env>, step: number, given: ApplicationStatus | undefined) {
  const { id, name, job_id, status } = hiringSteps
  const ofTheirs = reviewedBy(signedInUser(c), job_id)
  const [found] = await c.var.db
    .select({ name, status })
    .from(hiringSteps)
    .where(and(eq(id, step), ofTheirs && or(isNull(job_id), ofTheirs)))
  if (!found) throw Problem.field(400, 'step_id', 'This step no longer exists')
  if (given && given !== found.status)
    throw Problem.field(
      400,
      'step_id',
      `Choose a step of this status: “${found.name}” belongs to another`,
    )
  return found.status
}

/** SQL: whether the application already is what the action makes of it. */
export function isUnchanged({ status, step_id, reason_id, add, remove }: BulkParams, current: SQL) {
  if (add || remove) return hasTags({ add, remove }, sql`applications.id`)
  return status
    ? sql`(${current} is ${status} and ${step_id ? sql`${stepIdOf(sql`applications.id`)} is ${step_id}` : sql`1`}
        and ${reason_id ? sql`applications.reason_id is ${reason_id}` : sql`1`})`
    : sql`0`
}

/** SQL: the application has all tags of `add` and none of `remove`. */
export const hasTags = ({ add = [], remove = [] }: BulkParams, application: SQL) => {
  const all = [
    ...add.map((tag) => hasTag(application, tag)),
    ...remove.map((tag) => sql`not ${hasTag(application, tag)}`),
  ]
  return sql`(${sql.join(all, sql` and `)})`
}

/** The same for a repeat of the person's request; null without an Idempotency-Key. */
function keyOf(c: Context<Env>): string | null {
  const header = c.req.header('idempotency-key')
  checkIdempotencyKey(header)
  const parts = JSON.stringify([signedInUser(c).id, header])
  return header ? createHash('sha256').update(parts).digest('hex') : null
}

/**
 * Stores the action with its applications, in one transaction: who applies later is not part of it.
 * Returns its id, for a repeated request that of the first.
 */
export async function begin(c: Context<Env>, request: BulkRequest): Promise<number> {
  const key = keyOf(c)
  const earlier = () => (key ? idBy(c, key) : undefined)
  try {
    return (await earlier()) ?? (await store(c, request, key))
  } catch (error) {
    const id = isUniqueViolation(error, 'bulk.idempotency_key') && (await earlier())
    if (id) return id
    throw error
  }
}

async function idBy({ var: { db } }: Context<Env>, key: string): Promise<number | undefined> {
  const [found] = await db.select({ id: bulk.id }).from(bulk).where(eq(bulk.idempotency_key, key))
  return found?.id
}

async function store(c: Context<Env>, request: BulkRequest, idempotency_key: string | null) {
  const { db } = c.var
  const user = signedInUser(c)
  const params = await checkedParams(c, request)
  const ids = await selectedIds(c, request)
  const inserted = sql`(select max(id) from bulk)`
  const isDone = isUnchanged(params, sql`applications.status`)
  const [, , , [stored]] = await db.batch([
    db.insert(bulk).values({
      user_id: user.id,
      user_name: `${user.first_name} ${user.last_name}`,
      ip: c.env.ip,
      action: request.action,
      params,
      total: 0,
      idempotency_key,
    }),
    db.run(sql`
      insert into ${bulkItems} (bulk_id, application_id, state, error, status_before, reason_before)
      select ${inserted}, selected.id,
        case when applications.id is null then 'failed' when ${isDone} then 'done' else 'waiting' end,
        case when applications.id is null then ${wasDeleted} end,
        applications.status,
        (select reason_id from applications where id = selected.id)
      from (${ids} limit ${maxApplications + 1}) as selected
      left join applications indexed by applications_by_id on applications.id = selected.id`),
    db
      .update(bulk)
      .set({
        total: sql`(select count(*) from bulk_items where bulk_id = bulk.id)`,
        done: sql`(select count(*) from bulk_items where bulk_id = bulk.id and state = 'done')`,
      })
      .where(sql`${bulk.id} = ${inserted}`),
    db.select({ id: bulk.id, total: bulk.total }).from(bulk).where(sql`${bulk.id} = ${inserted}`),
    db
      .delete(bulk)
      .where(sql`${bulk.id} = ${inserted} and ${bulk.total} not between 1 and ${maxApplications}`),
  ])
  refuseSize(stored?.total ?? 0)
  return stored!.id
}

export function refuseSize(total: number) {
  if (!total) throw new Problem(400, 'No matching applications are left. Reload the list.')
  if (total > maxApplications)
    throw new Problem(
      400,
      `Select at most ${maxApplications.toLocaleString('en')} applications at a time`,
    )
}
