import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { oldSlugs, pages as table, touched } from '#db/schema.ts'
import type { Env } from '../context.ts'
import { columnsOf } from '../http/columns.ts'
import { paging } from '../http/contract/paging.ts'
import { conflictWith } from '../http/contract/problem-row.ts'
import { visibleLength } from '../http/contract/text.ts'
import { pageOf } from '../http/list.ts'
import { Problem } from '../http/problem.ts'
import { idOf, orNotFound, stale } from '../http/rows.ts'
import { sanitise } from '../rich-text/rich-text.ts'
import { anyone, can, route } from '../route.ts'
import { listedPageRow, pageRow } from './contract/row.ts'
import { pageChange, pageInput } from './contract.ts'

const missing = 'Page not found'
const readOnly = ['id', 'created_at']
const limitKb = 512

const editPages = can('edit_pages')

const columns = columnsOf(table, pageRow)
const listed = columnsOf(table, listedPageRow)
const published = eq(table.is_published, true)

const load = async (db: Db, id: number) =>
  (await db.select(columns).from(table).where(eq(table.id, id)))[0]

/** 404 for a missing page, even when the body is invalid. */
async function requirePage(c: Context<Env>) {
  orNotFound(await load(c.var.db, idOf(c, missing)), missing)
}

/** Sanitizes rich text; 400 when no visible text is left. */
function clean<T extends { content?: string }>(page: T): T {
  if (page.content === undefined) return page
  const content = sanitise(page.content)
  if (visibleLength(content) === 0) throw Problem.field(400, 'content', 'Content is required')
  return { ...page, content }
}

function refuseTakenSlug(error: unknown): never {
  if (isUniqueViolation(error, 'pages.slug'))
    throw Problem.field(409, 'slug', 'Another page has this web address already')
  throw error
}

const setPublished = async (db: Db, id: number, is_published: boolean) => {
  await db
    .update(table)
    .set({ is_published, updated_at: touched(table.updated_at) })
    .where(and(eq(table.id, id), ne(table.is_published, is_published)))
  return orNotFound(await load(db, id), missing)
}

export const pages = new Hono<Env>()

  .get(
    '/published',
    route(
      {
        summary: 'List published pages',
        access: anyone(),
        query: paging,
        answers: { 200: listedPageRow.array() },
      },
      async (c) => {
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
      },
    ),
  )

  .get(
    '/slug/:slug',
    route(
      {
        summary: 'Read a published page',
        access: anyone(),
        answers: { 200: pageRow, 404: 'refused' },
      },
      async (c) => {
        const slug = c.req.param('slug')
        // For an old slug, `slug` of the answer is the current one.
        const id = sql`coalesce(
          (select id from ${table} where slug = ${slug}),
          (select page_id from ${oldSlugs} where slug = ${slug}))`
        const [page] = await c.var.db
          .select(columns)
          .from(table)
          .where(and(eq(table.id, id), published))
        return c.json(orNotFound(page, missing))
      },
    ),
  )

  .get(
    '/',
    route(
      {
        summary: 'List all pages',
        access: editPages,
        query: paging,
        answers: { 200: listedPageRow.array() },
      },
      async (c) => {
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
      },
    ),
  )

  .get(
    '/:id',
    route(
      {
        summary: 'Read any page',
        access: editPages,
        answers: { 200: pageRow, 404: 'refused' },
      },
      async (c) => c.json(orNotFound(await load(c.var.db, idOf(c, missing)), missing)),
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create a page',
        access: editPages,
        json: { schema: pageInput, readOnly: [...readOnly, 'updated_at'], limitKb },
        answers: { 201: pageRow, 409: 'refused' },
        audit: 'page.created',
      },
      async (c) => {
        const [page] = await c.var.db
          .insert(table)
          .values(clean(c.req.valid('json')))
          .returning(columns)
          .catch(refuseTakenSlug)
        return c.json(orNotFound(page, missing), 201)
      },
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Change a page',
        access: editPages,
        beforeInput: requirePage,
        json: { schema: pageChange, readOnly, limitKb },
        answers: { 200: pageRow, 404: 'refused', 409: conflictWith(pageRow) },
        audit: 'page.changed',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { updated_at, ...change } = c.req.valid('json')
        const changed = await db
          .update(table)
          .set({ ...clean(change), updated_at: touched(table.updated_at) })
          .where(and(eq(table.id, id), updated_at ? eq(table.updated_at, updated_at) : undefined))
          .returning({ id: table.id })
          .catch(refuseTakenSlug)
        const page = orNotFound(await load(db, id), missing)
        if (!changed.length) throw stale(page)
        return c.json(page)
      },
    ),
  )

  .post(
    '/:id/publish',
    route(
      {
        summary: 'Publish a page',
        access: editPages,
        answers: { 200: pageRow, 404: 'refused' },
        audit: 'page.published',
      },
      async (c) => c.json(await setPublished(c.var.db, idOf(c, missing), true)),
    ),
  )

  .post(
    '/:id/unpublish',
    route(
      {
        summary: 'Unpublish a page',
        access: editPages,
        answers: { 200: pageRow, 404: 'refused' },
        audit: 'page.unpublished',
      },
      async (c) => c.json(await setPublished(c.var.db, idOf(c, missing), false)),
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete a page',
        access: editPages,
        answers: { 204: null, 404: 'refused' },
        audit: 'page.deleted',
      },
      async (c) => {
        const deleted = await c.var.db
          .delete(table)
          .where(eq(table.id, idOf(c, missing)))
          .returning({ id: table.id, subject: table.title })
        c.set('auditTarget', orNotFound(deleted[0], missing))
        return c.body(null, 204)
      },
    ),
  )
