import { and, eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { columnsOf } from '#api/core/http/columns.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { byName } from '#db/folded-name.ts'
import { savedViews as table, touched } from '#db/schema.ts'
import { viewRow } from './contract/row.ts'
import { maxViews, view, viewChange } from './contract.ts'

const access = canReview('of any job')
const missing = 'View not found'
const columns = columnsOf(table, viewRow)

const own = (c: Context<Env>) =>
  and(eq(table.id, idOf(c, missing)), eq(table.user_id, signedInUser(c).id))

const nameTaken = (error: unknown) => {
  if (!isUniqueViolation(error)) throw error
  throw Problem.field(409, 'name', 'You have a view with this name already')
}

/** One's own views of the list of applications. */
export const views = new Hono<Env>()

  .get(
    '/',
    route(
      { summary: 'List your saved views', access, answers: { 200: viewRow.array() } },
      async (c) =>
        c.json(
          (
            await c.var.db
              .select(columns)
              .from(table)
              .where(eq(table.user_id, signedInUser(c).id))
              .limit(maxViews)
          ).sort(byName),
        ),
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Save a view',
        description: `At most ${maxViews}.`,
        access,
        json: { schema: view, example: { name: 'To do', query: 'status=pending' } },
        answers: { 201: viewRow, 409: 'refused' },
      },
      async (c) => {
        const { name, query } = c.req.valid('json')
        const { id } = signedInUser(c)
        const [saved] = await c.var.db
          .all<{ id: number }>(
            sql`insert into saved_views (user_id, name, query) select ${id}, ${name}, ${query}
              where (select count(*) from saved_views where user_id = ${id}) < ${maxViews}
              returning id`,
          )
          .catch(nameTaken)
        if (!saved)
          throw new Problem(409, `You have ${maxViews} views. Delete one to save another.`)
        const [row] = await c.var.db.select(columns).from(table).where(eq(table.id, saved.id))
        return c.json(orNotFound(row, missing), 201)
      },
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Rename or replace a view',
        access,
        json: {
          schema: viewChange,
          example: { name: 'To read' },
          readOnly: ['id', 'created_at', 'updated_at'],
        },
        answers: { 200: viewRow, 404: 'refused', 409: 'refused' },
      },
      async (c) => {
        const { name, query } = c.req.valid('json')
        const [row] = await c.var.db
          .update(table)
          .set({
            ...(name && { name }),
            ...(query !== undefined && { query }),
            updated_at: touched(table.updated_at),
          })
          .where(own(c))
          .returning(columns)
          .catch(nameTaken)
        return c.json(orNotFound(row, missing))
      },
    ),
  )

  .delete(
    '/:id',
    route(
      { summary: 'Delete a view', access, answers: { 204: null, 404: 'refused' } },
      async (c) => {
        const [row] = await c.var.db.delete(table).where(own(c)).returning({ id: table.id })
        orNotFound(row, missing)
        return c.body(null, 204)
      },
    ),
  )
