import { desc, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { may } from '#api/accounts/auth/contract/access.ts'
import type { JsonBody } from '#api/core/http/input.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { idempotencyKey } from '#api/core/route/idempotency-key.ts'
import { canReview, route } from '#api/core/route/route.ts'
import type { BulkState } from '#db/enums.ts'
import { applications, bulkItems, now, bulk as table, touched } from '#db/schema.ts'
import { nameOfStep } from '../hiring-steps/placement.ts'
import { namesOfTags } from '../tags/tagged.ts'
import { begin } from './begin.ts'
import { bulkPreview, bulkRow, bulkStarted, undoPreview } from './contract/row.ts'
import { type BulkRequest, bulkRequest } from './contract.ts'
import { preview } from './preview.ts'
import { wasDeleted } from './reasons.ts'
import { forMembers } from './sender.ts'
import { countUndoable, isUndoable, maxChecked, nothing } from './undo.ts'

const access = canReview('of any job')
const missing = 'Bulk action not found'
const json = {
  schema: bulkRequest,
  example: { ids: [1], action: 'status', status: 'rejected', tell: 'later' },
  limitKb: 512,
} satisfies JsonBody<typeof bulkRequest>

const maxFailures = 100

/** SQL: applications that did not go as asked, also those done without the email. */
const hasError = sql`bulk_items.state in ('failed', 'done', 'undone') and error is not null`

/** The actions that the condition names, latest first, with what failed. */
async function read(c: Context<Env>, where: SQL): Promise<z.infer<typeof bulkRow>[]> {
  const { db } = c.var
  const actions = await db
    .select({
      id: table.id,
      action: table.action,
      params: table.params,
      state: table.state,
      done: table.done,
      total: table.total,
      user_name: table.user_name,
      created_at: table.created_at,
      finished_at: table.finished_at,
      failed_count: sql<number>`(
        select count(*) from bulk_items where bulk_id = bulk.id and ${hasError})`,
      left: sql<number>`(
        select count(*) from bulk_items where bulk_id = bulk.id and bulk_items.state =
          case bulk.state when 'running' then 'waiting' when 'undoing' then 'done' end)`,
    })
    .from(table)
    .where(where)
    .orderBy(desc(table.id))
  return Promise.all(
    actions.map(async ({ params, ...action }) => ({
      ...action,
      status: params.status ?? null,
      step_name: params.step_id ? await nameOfStep(c.var.db, params.step_id) : null,
      tagged: await namesOfTags(c.var.db, params.add ?? []),
      untagged: await namesOfTags(c.var.db, params.remove ?? []),
      failed: action.failed_count ? await failuresOf(c, action.id) : [],
    })),
  )
}

const failuresOf = ({ var: { db } }: Context<Env>, id: number) =>
  db.all<{ id: number; name: string | null; error: string }>(sql`
    select application_id as id, first_name || ' ' || last_name as name, error
    from ${bulkItems} left join ${applications} on applications.id = application_id
    where bulk_id = ${id} and ${hasError} order by application_id limit ${maxFailures}`)

/** SQL: members of hiring teams see their own actions, while they review all that is in them. */
function isSeen(c: Context<Env>): SQL {
  const user = signedInUser(c)
  const reviewed = reviewedBy(user)
  if (!reviewed) return sql`1`
  return sql`(${table.user_id} = ${user.id} and not exists (
    select 1 from ${bulkItems} join ${applications} on ${applications.id} = application_id
    where bulk_id = ${table.id} and not (${reviewed})))`
}

const readOne = async (c: Context<Env>, id: number) =>
  orNotFound((await read(c, sql`${table.id} = ${id} and ${isSeen(c)}`))[0], missing)

function refuseMembers(c: Context<Env>, { action }: BulkRequest) {
  if (!forMembers.includes(action) && !may(signedInUser(c), 'review_applications'))
    throw new Problem(403, 'Only people who review all applications can do this to many at once')
}

/** Below `/applications`. */
export const bulkOfApplications = new Hono<Env>()

  .post(
    '/bulk',
    route(
      {
        summary: 'Change, tag, email or delete many applications',
        description:
          'The applications are fixed now; the action goes on after the answer. `GET /bulk/{id}` tells how far it is. Each application is recorded in the audit trail.',
        access,
        scope: 'applications:write',
        headers: idempotencyKey,
        json,
        answers: { 202: bulkStarted },
      },
      async (c) => {
        const request = c.req.valid('json')
        refuseMembers(c, request)
        const id = await begin(c, request)
        c.var.bulk?.wake()
        return c.json({ id }, 202)
      },
    ),
  )

  .post(
    '/bulk/preview',
    route(
      {
        summary: 'Preview a bulk action',
        access,
        scope: 'applications:write',
        json,
        answers: { 200: bulkPreview },
      },
      async (c) => {
        const request = c.req.valid('json')
        refuseMembers(c, request)
        return c.json(await preview(c, request))
      },
    ),
  )

/** Starts an ended action once more; `items` runs only then. */
async function restart(
  c: Context<Env>,
  { state, done, condition, items }: { state: BulkState; done: SQL; condition: SQL; items: SQL },
  refusal: string,
) {
  const { db } = c.var
  const id = idOf(c, missing)
  const user = signedInUser(c)
  const [changed] = await db.batch([
    db
      .update(table)
      .set({
        state,
        done,
        user_id: user.id,
        user_name: `${user.first_name} ${user.last_name}`,
        ip: c.env.ip,
        finished_at: null,
        updated_at: touched(table.updated_at),
      })
      .where(sql`${table.id} = ${id} and ${table.state} = 'done' and ${condition} and ${isSeen(c)}`)
      .returning({ id: table.id }),
    db.run(sql`update ${bulkItems} ${items} and changes() > 0 and bulk_id = ${id}`),
  ])
  const action = await readOne(c, id)
  if (!changed.length) throw new Problem(409, refusal)
  c.var.bulk?.wake()
  return c.json(action, 202)
}

export const bulk = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'Read one’s own latest bulk actions',
        description: 'At most five of the last week.',
        access,
        answers: { 200: bulkRow.array() },
      },
      async (c) =>
        c.json(
          await read(
            c,
            sql`${isSeen(c)} and ${table.id} in (
              select id from bulk where user_id = ${signedInUser(c).id}
                and coalesce(finished_at, ${now}) > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-7 days')
              order by id desc limit 5)`,
          ),
        ),
    ),
  )

  .get(
    '/:id',
    route(
      {
        summary: 'Read how far a bulk action is',
        access,
        answers: { 200: bulkRow, 404: 'refused' },
      },
      async (c) => c.json(await readOne(c, idOf(c, missing))),
    ),
  )

  .get(
    '/:id/undo',
    route(
      {
        summary: 'Preview the undoing of a bulk change of status',
        description: `Looks at the first ${maxChecked.toLocaleString('en')} applications.`,
        access,
        answers: { 200: undoPreview, 404: 'refused' },
      },
      async (c) => {
        const { id, state, action } = await readOne(c, idOf(c, missing))
        if (state !== 'done' || action !== 'status') return c.json(nothing)
        return c.json(await countUndoable(c.var.db, id))
      },
    ),
  )

  .post(
    '/:id/undo',
    route(
      {
        summary: 'Undo a bulk change of status',
        description:
          'Puts the status back and removes the emails that are held. Applications whose status has changed since, whose email has left, or is kept by a legal hold, stay as they are and are named in `failed`; 409 when no other is left.',
        access,
        answers: { 202: bulkRow, 404: 'refused', 409: 'refused' },
      },
      (c) =>
        restart(
          c,
          {
            state: 'undoing',
            done: sql`0`,
            condition: sql`action = 'status' and exists (
              select 1 from bulk_items where bulk_id = bulk.id and ${isUndoable})`,
            items: sql`set state = 'undone', error = null where state = 'failed'`,
          },
          'There is nothing to undo: the action has not ended, was undone, or has emailed every candidate, legal holds keep its emails, or others have changed the status since',
        ),
    ),
  )

  .post(
    '/:id/retry',
    route(
      {
        summary: 'Repeat a bulk action where it failed',
        access,
        answers: { 202: bulkRow, 404: 'refused', 409: 'refused' },
      },
      (c) =>
        restart(
          c,
          {
            state: 'running',
            done: sql`${table.done}`,
            condition: sql`exists (
              select 1 from bulk_items
              where bulk_id = bulk.id and state = 'failed' and error <> ${wasDeleted})`,
            items: sql`set state = 'waiting', error = null, status_before = (
              select status from applications where applications.id = application_id)
              where state = 'failed' and error <> ${wasDeleted}`,
          },
          'Nothing to repeat',
        ),
    ),
  )
