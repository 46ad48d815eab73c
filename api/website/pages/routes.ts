import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { columnsOf } from '#api/core/http/columns.ts'
import { paging } from '#api/core/http/contract/paging.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { id } from '#api/core/http/contract/row-parts.ts'
import { pageOf } from '#api/core/http/list.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, can, route } from '#api/core/route/route.ts'
import { readSiteSettings, siteAddress } from '#api/core/site-settings/site-settings.ts'
import { oldSlugs, pages as table } from '#db/schema.ts'
import { withDraftQuery } from '../content/contract/fields.ts'
import { discardDraft } from '../content/draft.ts'
import { draftColumns, saverOf } from '../content/fields.ts'
import { versionOf, versionRoutes } from '../content/version-routes.ts'
import { withPicturesOf } from '../media/shown.ts'
import { previewLinksOf } from '../preview-links/routes.ts'
import { translationRoutes } from '../translations/routes.ts'
import { withTranslations } from '../translations/rows.ts'
import {
  inReadersLanguage,
  notHidden,
  notHiddenIn,
  refuseOtherLanguage,
} from '../translations/shown.ts'
import { changePage, insertPage } from './change.ts'
import { editedPageRow, listedPageRow, pageRow, publicPageRow } from './contract/row.ts'
import { pageChange, pageInput } from './contract.ts'
import { publishPageDraft, savePageDraft } from './draft.ts'
import { load, loadWithDraft, missing, pageContent } from './rows.ts'
import { pageTranslations, readOriginals } from './translations.ts'
import { deletePage } from './trash.ts'
import { withPlaceholder } from './unfinished.ts'
import { unlinkedPages } from './unlinked.ts'

const readOnly = [
  'id',
  'created_at',
  'changed_by',
  'has_draft',
  'draft_saved_by',
  'languages',
  'translations',
]
const limitKb = 512

const editPages = can('edit_pages')

const columns = columnsOf(table, publicPageRow)
const listed = columnsOf(table, listedPageRow)
const forEditors = { ...columnsOf(table, editedPageRow), ...draftColumns('page') }
const published = eq(table.is_published, true)

/** SQL: who made the page's latest change. Earlier events are about earlier changes. */
const changedBy = sql<string | null>`(
  select nullif(actor_name, '') from audit_events
  where target_id = pages.id and at >= pages.updated_at
    and action in ('page.created', 'page.changed', 'page.published', 'page.unpublished')
  order by audit_events.id desc limit 1)`

/** 404 for a missing page, even when the body is invalid. */
async function requirePage(c: Context<Env>) {
  orNotFound(await load(c.var.db, idOf(c, missing)), missing)
}

/** Without a change, `updated_at` stays. */
async function setPublished(c: Context<Env>, is_published: boolean) {
  const id = idOf(c, missing)
  const page = orNotFound(await load(c.var.db, id), missing)
  if (page.is_published === is_published) return page
  return changePage(c.var.db, id, { is_published }, saverOf(c))
}

export const pages = new Hono<Env>()

  .get(
    '/published',
    route(
      {
        summary: 'List published pages',
        access: anyone(),
        scope: 'pages:read',
        query: paging,
        answers: { 200: listedPageRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const which = and(published, await notHidden(db, 'page'))
        const rows = pageOf(c, db.$count(table, which), (limit, offset) =>
          db
            .select(listed)
            .from(table)
            .where(which)
            .orderBy(asc(table.id))
            .limit(limit)
            .offset(offset),
        )
        return c.json(await inReadersLanguage(db, 'page', await rows))
      },
    ),
  )

  .get(
    '/slug/:slug',
    route(
      {
        summary: 'Read a published page',
        access: anyone(),
        scope: 'pages:read',
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
          .where(and(eq(table.id, id), published, await notHiddenIn(c, 'page')))
        const { db } = c.var
        const [found] = await inReadersLanguage(db, 'page', [orNotFound(page, missing)])
        const shown = orNotFound(found, missing)
        return c.json({ ...shown, ...(await withPicturesOf(db, shown.content)) })
      },
    ),
  )

  .get(
    '/',
    route(
      {
        summary: 'List all pages',
        access: editPages,
        scope: 'pages:read',
        query: paging,
        answers: { 200: editedPageRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const rows = pageOf(c, db.$count(table), (limit, offset) =>
          db
            .select({ ...forEditors, changed_by: changedBy })
            .from(table)
            .orderBy(desc(table.created_at), desc(table.id))
            .limit(limit)
            .offset(offset),
        )
        return c.json(
          await withTranslations(db, 'page', await rows, (ids) => readOriginals(db, ids)),
        )
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
        scope: 'pages:read',
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
        scope: 'pages:read',
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
        scope: 'pages:read',
        query: withDraftQuery,
        answers: { 200: pageRow, 404: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const isDraft = c.req.valid('query').draft === 'true'
        return c.json(
          isDraft ? await loadWithDraft(db, id) : orNotFound(await load(db, id), missing),
        )
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create a page',
        access: editPages,
        scope: 'pages:write',
        json: {
          schema: pageInput,
          example: { title: 'Team', slug: 'team', content: '<p>We.</p>' },
          readOnly: [...readOnly, 'updated_at', 'draft_saved_at'],
          limitKb,
        },
        answers: { 201: pageRow, 409: 'refused' },
        audit: 'page.created',
      },
      async (c) => c.json(await insertPage(c.var.db, c.req.valid('json'), saverOf(c)), 201),
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Change a page',
        access: editPages,
        scope: 'pages:write',
        beforeInput: requirePage,
        json: { schema: pageChange, example: { title: 'About us' }, readOnly, limitKb },
        answers: { 200: pageRow, 404: 'refused', 409: conflictWith(pageRow) },
        audit: 'page.changed',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { draft, draft_saved_at, shown_language, ...change } = c.req.valid('json')
        if (shown_language) refuseOtherLanguage(db, await load(db, id), shown_language)
        const options = draft_saved_at ? { draft: draft_saved_at } : {}
        if (!draft) return c.json(await changePage(db, id, change, saverOf(c), options))
        c.set('actionOnSuccess', 'page.draft_saved')
        return c.json(await savePageDraft(db, id, { ...change, draft_saved_at }, saverOf(c)))
      },
    ),
  )

  .post(
    '/:id/publish-draft',
    route(
      {
        summary: 'Publish the unpublished changes of a page',
        description: 'The page itself too, if it is not published.',
        access: editPages,
        scope: 'pages:write',
        answers: { 200: pageRow, 404: 'refused', 409: conflictWith(pageRow) },
        audit: 'page.draft_published',
      },
      async (c) => c.json(await publishPageDraft(c.var.db, idOf(c, missing), saverOf(c))),
    ),
  )

  .delete(
    '/:id/draft',
    route(
      {
        summary: 'Discard the unpublished changes of a page',
        access: editPages,
        scope: 'pages:write',
        answers: { 200: pageRow, 404: 'refused' },
        audit: 'page.draft_discarded',
      },
      async (c) => {
        const id = idOf(c, missing)
        await discardDraft(c.var.db, { kind: 'page', id })
        return c.json(orNotFound(await load(c.var.db, id), missing))
      },
    ),
  )

  .post(
    '/:id/versions/:version/restore',
    route(
      {
        summary: 'Restore an earlier version of a page',
        description:
          'As a new version; whether it is published, and its address, stay as they are.',
        access: editPages,
        scope: 'pages:write',
        answers: { 200: pageRow, 404: 'refused' },
        audit: 'page.version_restored',
      },
      async (c) => {
        const { fields, translations } = await versionOf(c, pageContent)
        const {
          slug: _,
          language = null,
          ...given
        } = fields as { language?: string | null } & Record<string, unknown>
        const change = { ...given, language }
        const options = { translations }
        return c.json(await changePage(c.var.db, idOf(c, missing), change, saverOf(c), options))
      },
    ),
  )

  .route('/', versionRoutes(pageContent))
  .route('/', previewLinksOf(pageContent))
  .route('/', translationRoutes(pageTranslations))

  .post(
    '/:id/publish',
    route(
      {
        summary: 'Publish a page',
        access: editPages,
        scope: 'pages:write',
        answers: { 200: pageRow, 404: 'refused' },
        audit: 'page.published',
      },
      async (c) => c.json(await setPublished(c, true)),
    ),
  )

  .post(
    '/:id/unpublish',
    route(
      {
        summary: 'Unpublish a page',
        access: editPages,
        scope: 'pages:write',
        answers: { 200: pageRow, 404: 'refused' },
        audit: 'page.unpublished',
      },
      async (c) => c.json(await setPublished(c, false)),
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete a page',
        access: editPages,
        scope: 'pages:write',
        answers: { 204: null, 404: 'refused' },
        audit: 'page.deleted',
      },
      async (c) => {
        const deleted = await deletePage(c.var.db, idOf(c, missing), saverOf(c))
        c.set('auditTarget', deleted)
        return c.body(null, 204)
      },
    ),
  )
