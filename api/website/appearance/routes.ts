import { and, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { basedOn } from '#api/core/http/contract/fields.ts'
import { paging } from '#api/core/http/contract/paging.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { anyone, can, route } from '#api/core/route/route.ts'
import { appearances, touched } from '#db/schema.ts'
import {
  appearanceRow,
  pastAppearanceRow,
  previewTokenRow,
  publishedAppearanceRow,
  restoredAppearanceRow,
} from './contract/row.ts'
import { appearanceChange, pictureIn } from './contract.ts'
import {
  changed,
  discardDraft,
  isUnmoved,
  latestMove,
  publishLayoutOfDraft,
  staleTheme,
  withExistingPictures,
  writeDraft,
} from './draft.ts'
import { createPreviewToken, isPreviewToken } from './preview-token.ts'
import {
  fieldsWithExistingPictures,
  isDraft,
  isPublished,
  loadCurrent,
  loadDraft,
  loadHistory,
  loadPast,
  loadPublished,
  namedPictures,
  recordPublishedUses,
} from './rows.ts'

const manageSettings = can('manage_settings')

export const appearance = new Hono<Env>()

  .get(
    '/published',
    route(
      {
        summary: 'Read the look of the site',
        // The maintenance page has it too.
        access: anyone({ inMaintenance: true }),
        answers: { 200: publishedAppearanceRow },
      },
      async (c) => c.json(await loadPublished(c.var.db)),
    ),
  )

  .get(
    '/preview',
    route(
      {
        summary: 'Read the look of a preview',
        description: 'The draft and its images. Needs a preview token instead of a session.',
        access: anyone({ inMaintenance: true }),
        query: { token: z.string('Token is required').max(200, 'Must be at most 200 characters') },
        answers: { 200: publishedAppearanceRow, 404: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        if (!(await isPreviewToken(db, c.req.valid('query').token)))
          throw new Problem(404, 'This preview has ended')
        return c.json(await loadDraft(db))
      },
    ),
  )

  .post(
    '/preview',
    route(
      {
        summary: 'Create a token for previews',
        description: 'The site is shown with the draft at `/preview/{token}/` for an hour.',
        access: manageSettings,
        answers: { 201: previewTokenRow },
      },
      async (c) => c.json(await createPreviewToken(c.var.db, signedInUser(c).id), 201),
    ),
  )

  .get(
    '/',
    route(
      {
        summary: 'Read the draft of the look',
        description: 'While there is no draft: what is published, or else the default.',
        access: manageSettings,
        answers: { 200: appearanceRow },
      },
      async (c) => c.json(await loadCurrent(c.var.db)),
    ),
  )

  .put(
    '/',
    route(
      {
        summary: 'Change the draft of the look',
        description: 'Creates the draft if necessary. Visitors see it once it is published.',
        access: manageSettings,
        json: {
          schema: appearanceChange,
          example: { brand_color: '#8a1c3b', hero: { text: 'We bake.' } },
          readOnly: ['is_draft', 'published_at', 'missing'],
        },
        answers: { 200: appearanceRow, 409: conflictWith(appearanceRow) },
        audit: 'appearance.changed',
      },
      async (c) => {
        const { db } = c.var
        const { updated_at, ...change } = c.req.valid('json')
        const before = await latestMove(db)
        const [{ rowsAffected }] = await withExistingPictures(db, change, () =>
          db.batch(writeDraft(db, updated_at, (fields) => changed(fields, change))),
        )
        if (!rowsAffected) throw await staleTheme(c)
        // The screen saves every few seconds: one event for successive changes by one person.
        if (before?.action === 'appearance.changed' && before.id === signedInUser(c).id)
          c.set('actionOnSuccess', undefined)
        return c.json(await loadCurrent(db))
      },
    ),
  )

  .post(
    '/publish',
    route(
      {
        summary: 'Publish the draft of the look',
        description:
          'With `updated_at`, only the draft of that time: refused if it has changed since.',
        access: manageSettings,
        query: { updated_at: basedOn },
        answers: { 200: appearanceRow, 409: conflictWith(appearanceRow) },
        audit: 'appearance.published',
      },
      async (c) => {
        const { db } = c.var
        const ready = and(isDraft, isUnmoved(c.req.valid('query').updated_at))
        const [, , , { rowsAffected }] = await db.batch([
          ...recordPublishedUses(db, ready),
          publishLayoutOfDraft(db, ready),
          db
            .update(appearances)
            .set({
              published_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
              published_by: signedInUser(c).id,
              updated_at: touched(appearances.updated_at),
            })
            .where(ready),
        ])
        const current = await loadCurrent(db)
        if (!rowsAffected && current.is_draft) throw await staleTheme(c)
        if (!rowsAffected) throw new Problem(409, 'There is no draft to publish.')
        return c.json(current)
      },
    ),
  )

  .post(
    '/discard',
    route(
      {
        summary: 'Discard the draft of the look',
        description: 'Answers with what is published, also when there was no draft.',
        access: manageSettings,
        answers: { 200: appearanceRow },
        audit: 'appearance.discarded',
      },
      async (c) => {
        await discardDraft(c.var.db)
        return c.json(await loadCurrent(c.var.db))
      },
    ),
  )

  .get(
    '/history',
    route(
      {
        summary: 'List the published looks, newest first',
        description: 'The first one is what visitors see.',
        access: manageSettings,
        query: paging,
        answers: { 200: pastAppearanceRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const rows = pageOf(c, db.$count(appearances, isPublished), (limit, offset) =>
          loadHistory(db, { limit, offset }),
        )
        return c.json(await rows)
      },
    ),
  )

  .post(
    '/history/:id/restore',
    route(
      {
        summary: 'Copy a published look to the draft',
        description: 'Replaces the draft. Images that have been deleted since are `missing`.',
        access: manageSettings,
        answers: { 200: restoredAppearanceRow, 404: 'refused' },
        audit: 'appearance.restored',
      },
      async (c) => {
        const { db } = c.var
        const notFound = 'Look not found'
        const id = idOf(c, notFound)
        const past = orNotFound(await loadPast(db, id), notFound)
        await db.batch(writeDraft(db, undefined, () => fieldsWithExistingPictures(id)))
        const current = await loadCurrent(db)
        const missing = namedPictures(past).flatMap(({ field }) =>
          pictureIn(current, field) === null ? [field] : [],
        )
        return c.json({ ...current, missing })
      },
    ),
  )
