import { and, asc, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { oldSlugs, pages as table, touched } from '#db/schema.ts'
import { paging } from '../http/contract/paging.ts'
import { visibleLength } from '../http/contract/text.ts'
import { body, query } from '../http/input.ts'
import { pageOf } from '../http/list.ts'
import { Problem } from '../http/problem.ts'
import { can, type Env, found, idOf, stale } from '../http.ts'
import { sanitise } from '../rich-text/rich-text.ts'
import { pageChange, pageInput } from './contract.ts'

const missing = 'Page not found'
const readOnly = ['id', 'created_at']
const input = { readOnly, limitKb: 512 }

const columns = getTableColumns(table)
const { content: _, ...listed } = columns
const published = eq(table.is_published, true)

const load = async (db: Db, id: number) =>
  (await db.select(columns).from(table).where(eq(table.id, id)))[0]

/** What is not there is 404, whatever is sent to it. */
const there = createMiddleware<Env>(async function there(c, next) {
  found(await load(c.var.db, idOf(c, missing)), missing)
  await next()
})

/** Rich text is sanitised on its way in; 400 when nothing to read is left of it. */
function clean<T extends { content?: string }>(page: T): T {
  if (page.content === undefined) return page
  const content = sanitise(page.content)
  if (visibleLength(content) === 0) throw Problem.field(400, 'content', 'Content is required')
  return { ...page, content }
}

function refuseTakenSlug(error: unknown): never {
  if (isUniqueViolation(error, 'pages.slug'))
    throw Problem.field(409, 'slug', 'Another page has this slug already')
  throw error
}

const setPublished = async (db: Db, id: number, is_published: boolean) => {
  await db
    .update(table)
    .set({ is_published, updated_at: touched(table.updated_at) })
    .where(and(eq(table.id, id), ne(table.is_published, is_published)))
  return found(await load(db, id), missing)
}

export const pages = new Hono<Env>()

  .get('/published', query(paging), async (c) => {
    const { db } = c.var
    const rows = pageOf(c, db.$count(table, published), (limit, offset) =>
      db
        .select(listed)
        .from(table)
        .where(published)
        .orderBy(asc(table.id))
        .limit(limit)
        .offset(offset),
    )
    return c.json(await rows)
  })

  // Also by a slug that it had before: whoever is led here that way sees it by the `slug` of the answer.
  .get('/slug/:slug', async (c) => {
    const slug = c.req.param('slug')
    const id = sql`coalesce(
      (select id from ${table} where slug = ${slug}),
      (select page_id from ${oldSlugs} where slug = ${slug}))`
    const [page] = await c.var.db
      .select(columns)
      .from(table)
      .where(and(eq(table.id, id), published))
    return c.json(found(page, missing))
  })

  .use(can('edit_pages')) // Who edits pages, below this line.

  .get('/', query(paging), async (c) => {
    const { db } = c.var
    const rows = pageOf(c, db.$count(table), (limit, offset) =>
      db
        .select(listed)
        .from(table)
        .orderBy(desc(table.created_at), desc(table.id))
        .limit(limit)
        .offset(offset),
    )
    return c.json(await rows)
  })

  .get('/:id', async (c) => c.json(found(await load(c.var.db, idOf(c, missing)), missing)))

  .post('/', body(pageInput, { ...input, readOnly: [...readOnly, 'updated_at'] }), async (c) => {
    const [page] = await c.var.db
      .insert(table)
      .values(clean(c.req.valid('json')))
      .returning()
      .catch(refuseTakenSlug)
    return c.json(found(page, missing), 201)
  })

  .put('/:id', there, body(pageChange, input), async (c) => {
    const { db } = c.var
    const id = idOf(c, missing)
    const { updated_at, ...change } = c.req.valid('json')
    const changed = await db
      .update(table)
      .set({ ...clean(change), updated_at: touched(table.updated_at) })
      .where(and(eq(table.id, id), updated_at ? eq(table.updated_at, updated_at) : undefined))
      .returning({ id: table.id })
      .catch(refuseTakenSlug)
    const page = found(await load(db, id), missing)
    if (!changed.length) throw stale(page)
    return c.json(page)
  })

  .post('/:id/publish', async (c) => c.json(await setPublished(c.var.db, idOf(c, missing), true)))

  .post('/:id/unpublish', async (c) =>
    c.json(await setPublished(c.var.db, idOf(c, missing), false)),
  )

  .delete('/:id', async (c) => {
    const deleted = await c.var.db
      .delete(table)
      .where(eq(table.id, idOf(c, missing)))
      .returning({ id: table.id, subject: table.title })
    c.set('concerns', found(deleted[0], missing))
    return c.body(null, 204)
  })
