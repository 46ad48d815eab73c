import { and, eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { jobs, applications as table } from '#db/schema.ts'
import { alsoAppliedRow } from './contract/row.ts'
import { readUpTo } from './contract.ts'
import { markAllRead, markUnread } from './read-marks.ts'
import { missing } from './rows.ts'
import { sameMailbox, samePhoneOnly } from './same-person.ts'

const access = canReview('of the application')

/** Their number is the list's `also_applied`. */
const maxOthers = 99

async function existing(c: Context<Env>) {
  const [row] = await c.var.db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.id, idOf(c, missing)))
  return orNotFound(row, missing).id
}

/** What a reviewer has read, and who has applied before. */
export const readRoutes = new Hono<Env>()

  .post(
    '/read',
    route(
      {
        summary: 'Mark all applications as read',
        description: 'For the caller; up to the id that was seen, so that later ones stay unread.',
        access: canReview('of any job'),
        scope: 'applications:write',
        json: { schema: readUpTo, example: { up_to: 1 } },
        answers: { 204: null },
      },
      async (c) => {
        await markAllRead(c.var.db, signedInUser(c).id, c.req.valid('json').up_to)
        return c.body(null, 204)
      },
    ),
  )

  .post(
    '/:id/unread',
    route(
      {
        summary: 'Mark an application as unread',
        description: 'For the caller.',
        access,
        scope: 'applications:write',
        answers: { 204: null, 404: 'refused' },
      },
      async (c) => {
        await markUnread(c.var.db, signedInUser(c).id, await existing(c))
        return c.body(null, 204)
      },
    ),
  )

  .get(
    '/:id/also-applied',
    route(
      {
        summary: 'List other applications of the same person',
        description: `With the same email address or phone number; the newest ${maxOthers}.`,
        access,
        scope: 'applications:read',
        answers: { 200: alsoAppliedRow.array(), 404: 'refused' },
      },
      async (c) => {
        const id = await existing(c)
        const others = c.var.db
          .select({
            id: table.id,
            job_id: table.job_id,
            job_title: jobs.title,
            first_name: table.first_name,
            last_name: table.last_name,
            status: table.status,
            created_at: table.created_at,
          })
          .from(table)
          .innerJoin(jobs, eq(jobs.id, table.job_id))
          .where(
            and(
              reviewedBy(signedInUser(c)),
              sql`${table.id} in (
              select other.id from applications as one join applications as other
                on ${sameMailbox('other', 'one')} where one.id = ${id}
              union all
              select other.id from applications as one join applications as other
                on ${samePhoneOnly('other', 'one')} where one.id = ${id})`,
            ),
          )
          .orderBy(sql`${table.id} desc`)
          .limit(maxOthers)
        return c.json(await others)
      },
    ),
  )
