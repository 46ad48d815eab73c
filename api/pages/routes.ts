import { and, asc, desc, eq, exists, ne, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { oldSlugs, pages as table, touched } from '#db/schema.ts'
import type { Env } from '../context.ts'
import { columnsOf } from '../http/columns.ts'
import { paging } from '../http/contract/paging.ts'
import { conflictWith } from '../http/contract/problem-row.ts'
import { id } from '../http/contract/row-parts.ts'
import { visibleLength } from '../http/contract/text.ts'
import { pageOf } from '../http/list.ts'
import { Problem } from '../http/problem.ts'
import { idOf, orNotFound, stale } from '../http/rows.ts'
import { withPicturesOf } from '../media/shown.ts'
import { picturesIn, refuseMissingPictures, setUses } from '../media/uses.ts'
import { keepNotice } from '../privacy/notice.ts'
import { hasPicture } from '../rich-text/contract/figures.ts'
import { sanitizeWithPictures } from '../rich-text/rich-text.ts'
import { anyone, can, route } from '../route.ts'
import { readSiteSettings, siteAddress } from '../site-settings/site-settings.ts'
import { editedPageRow, listedPageRow, pageRow, publicPageRow } from './contract/row.ts'
import { pageChange, pageInput } from './contract.ts'
import { withPlaceholder } from './unfinished.ts'
import { unlinkedPages } from './unlinked.ts'

const missing = 'Page not found'
const readOnly = ['id', 'created_at', 'changed_by']
const limitKb = 512

const editPages = can('edit_pages')

const columns = columnsOf(table, pageRow)
const listed = columnsOf(table, listedPageRow)
const published = eq(table.is_published, true)

/** SQL: who made the page's latest change. Earlier events are about earlier changes. */
const changedBy = sql<string | null>`(
  select nullif(actor_name, '') from audit_events
  where target_id = pages.id and at >= pages.updated_at
    and action in ('page.created', 'page.changed', 'page.published', 'page.unpublished')
  order by audit_events.id desc limit 1)`

const load = async (db: Db, id: number) =>
  (await db.select(columns).from(table).where(eq(table.id, id)))[0]

/** 404 for a missing page, even when the body is invalid. */
async function requirePage(c: Context<Env>) {
  orNotFound(await load(c.var.db, idOf(c, missing)), missing)
}

/** Sanitizes rich text; 400 when neither visible text nor a picture is left. */
function clean<T extends { content?: string }>(page: T): T {
  if (page.content === undefined) return page
  const content = sanitizeWithPictures(page.content)
  if (visibleLength(content) === 0 && !hasPicture(content))
    throw Problem.field(400, 'content', 'Content is required')
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
        answers: { 200: publicPageRow, 404: 'refused' },
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
        const found = orNotFound(page, missing)
        return c.json({ ...found, ...(await withPicturesOf(c.var.db, found.content)) })
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
        answers: { 200: editedPageRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const rows = pageOf(c, db.$count(table), (limit, offset) =>
          db
            .select({ ...listed, changed_by: changedBy })
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
    '/unlinked',
    route(
      {
        summary: 'List published pages that nothing links to',
        description:
          'The ids of those of the newest 500 that no menu and no text of a page or job links to.',
        access: editPages,
        answers: { 200: id.array() },
      },
      async (c) => {
        const { db, publicUrl, ownAddress } = c.var
        const site = siteAddress(publicUrl, await readSiteSettings(db))
        return c.json(await unlinkedPages(db, [site || ownAddress(), ownAddress()]))
      },
    ),
  )

  .get(
    '/unfinished',
    route(
      {
        summary: 'List pages with text to fill in',
        description: 'The ids of those in which text of a template was left as it is.',
        access: editPages,
        answers: { 200: id.array() },
      },
      async (c) => {
        const rows = await c.var.db
          .select({ id: table.id })
          .from(table)
          .where(withPlaceholder)
          .orderBy(asc(table.id))
        return c.json(rows.map((row) => row.id))
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
        json: {
          schema: pageInput,
          example: { title: 'Team', slug: 'team', content: '<p>We.</p>' },
          readOnly: [...readOnly, 'updated_at'],
          limitKb,
        },
        answers: { 201: pageRow, 409: 'refused' },
        audit: 'page.created',
      },
      async (c) => {
        const { db } = c.var
        const given = clean(c.req.valid('json'))
        const subject = { kind: 'page', id: sql`(select max(id) from ${table})` } as const
        const [[page]] = await db
          .batch([
            db.insert(table).values(given).returning(columns),
            ...setUses(db, subject, picturesIn(given.content)),
          ])
          .catch(refuseMissingPictures(db, { content: given.content }))
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
        json: { schema: pageChange, example: { title: 'About us' }, readOnly, limitKb },
        answers: { 200: pageRow, 404: 'refused', 409: conflictWith(pageRow) },
        audit: 'page.changed',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { updated_at, ...given } = c.req.valid('json')
        const change = clean(given)
        await keepNotice(db)
        const unmoved = and(
          eq(table.id, id),
          updated_at ? eq(table.updated_at, updated_at) : undefined,
        )
        const update = db
          .update(table)
          .set({ ...change, updated_at: touched(table.updated_at) })
          .where(unmoved)
          .returning({ id: table.id })
        const condition = exists(db.select({ id: table.id }).from(table).where(unmoved))
        const { content } = change
        const uses =
          content === undefined
            ? ([] as const)
            : setUses(db, { kind: 'page', id, condition }, picturesIn(content))
        const changed = await db
          .batch([...uses, update])
          .then((results) => results.at(-1) as Awaited<typeof update>)
          .catch(refuseMissingPictures(db, { content }))
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
      async (c) => {
        await keepNotice(c.var.db)
        return c.json(await setPublished(c.var.db, idOf(c, missing), false))
      },
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
        await keepNotice(c.var.db)
        const deleted = await c.var.db
          .delete(table)
          .where(eq(table.id, idOf(c, missing)))
          .returning({ id: table.id, subject: table.title })
        c.set('auditTarget', orNotFound(deleted[0], missing))
        return c.body(null, 204)
      },
    ),
  )
