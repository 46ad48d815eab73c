import { and, asc, count, eq, getTableColumns } from 'drizzle-orm'
import { Hono } from 'hono'
import { pages as table } from '#db/schema.ts'
import { paging } from '../contract/paging.ts'
import { type Env, found, paged, query } from '../http.ts'

const columns = getTableColumns(table)
const { content: _, ...listed } = columns
const published = eq(table.is_published, true)

export const pages = new Hono<Env>()

  .get('/published', query(paging), async (c) => {
    const { db } = c.var
    const { page, per_page } = c.req.valid('query')
    const [rows, [total]] = await db.batch([
      db
        .select(listed)
        .from(table)
        .where(published)
        .orderBy(asc(table.id))
        .limit(per_page)
        .offset((page - 1) * per_page),
      db.select({ count: count() }).from(table).where(published),
    ])
    paged(c, { page, per_page }, total?.count ?? 0)
    return c.json(rows)
  })

  .get('/slug/:slug', async (c) => {
    const [page] = await c.var.db
      .select(columns)
      .from(table)
      .where(and(eq(table.slug, c.req.param('slug')), published))
    return c.json(found(page, 'Page not found'))
  })
