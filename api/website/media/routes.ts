import { and, eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { paging } from '#api/core/http/contract/paging.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { errorCode } from '#db/errors.ts'
import { media as table, touched } from '#db/schema.ts'
import { mediaInUse, mediaRow, uploadedRow } from './contract/row.ts'
import { accepted, mediaChange, mediaFilter, mediaForm } from './contract.ts'
import { exclusive } from './exclusive.ts'
import { list, load, matching } from './rows.ts'
import { missing, upload } from './upload.ts'

const access = can('edit_pages', 'manage_settings')

const readOnly = [
  'id',
  'hash',
  'name',
  'url',
  'width',
  'height',
  'transparent',
  'color',
  'variants',
  'slow_formats',
  'used_on',
  'created_at',
]

const form = mediaForm.extend({
  file: z.file().meta({
    description: `At most 15 MB and 50 megapixels (AVIF 16): ${accepted.replaceAll(',', ', ')}. An SVG is drawn, and never served itself.`,
  }),
})

/** 404 for a missing picture, even when the body is invalid. */
async function requirePicture(c: Context<Env>) {
  orNotFound(await load(c.var.db, idOf(c, missing)), missing)
}

/** Deletes the row, then the files; the reaper removes what is left after a crash. */
async function remove({ db, store, log }: Context<Env>['var'], id: number, hash: string) {
  const [row] = await db
    .delete(table)
    .where(eq(table.id, id))
    .returning({ source_key: table.source_key })
  if (!row) return
  const { source_key } = row
  await Promise.all([store.removePublic(`media/${hash}`), source_key && store.remove(source_key)])
    // The row is gone: an error would make the client delete it again.
    .catch((err) => log.warn({ err, hash }, 'files of a deleted image are left for the reaper'))
}

export const media = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List images',
        description:
          'Newest first. `q` searches names and alt texts; `unused` lists what nothing uses.',
        access,
        query: { ...paging, ...mediaFilter },
        answers: { 200: mediaRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const where = matching(db, c.req.valid('query'))
        const rows = pageOf(c, db.$count(table, where), (limit, offset) =>
          list(db, where, { limit, offset }),
        )
        return c.json(await rows)
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Upload an image',
        description:
          'Answers once JPEG (PNG where transparent) and WebP are stored; AVIF follows. The same file again answers 200 with the image that is there.',
        access,
        form,
        answers: {
          200: uploadedRow,
          201: uploadedRow,
          400: 'refused',
          413: 'refused',
          415: 'refused',
          429: 'refused',
        },
        audit: 'media.uploaded',
      },
      upload,
    ),
  )

  .get(
    '/:id',
    route(
      { summary: 'Read an image', access, answers: { 200: mediaRow, 404: 'refused' } },
      async (c) => c.json(orNotFound(await load(c.var.db, idOf(c, missing)), missing)),
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Change alt text and focal point of an image',
        access,
        beforeInput: requirePicture,
        json: {
          schema: mediaChange,
          example: { alt: 'Bakers', focal: { x: 30, y: 60 } },
          readOnly,
        },
        answers: { 200: mediaRow, 404: 'refused', 409: conflictWith(mediaRow) },
        audit: 'media.changed',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { updated_at, focal, alt, decorative } = c.req.valid('json')
        const changed = await db
          .update(table)
          .set({
            alt,
            decorative,
            updated_at: touched(table.updated_at),
            ...(focal && { focal_x: Math.round(focal.x), focal_y: Math.round(focal.y) }),
          })
          .where(and(eq(table.id, id), updated_at ? eq(table.updated_at, updated_at) : undefined))
          .returning({ id: table.id })
        const picture = orNotFound(await load(db, id), missing)
        if (!changed.length) throw stale(picture)
        c.set('auditTarget', { id, subject: picture.name })
        return c.json(picture)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete an image that nothing uses',
        access,
        answers: { 204: null, 404: 'refused', 409: mediaInUse },
        audit: 'media.deleted',
      },
      async (c) => {
        const { db } = c.var
        const { id, hash, name } = orNotFound(await load(db, idOf(c, missing)), missing)
        c.set('auditTarget', { id, subject: name })
        try {
          await exclusive(db, hash, () => remove(c.var, id, hash))
        } catch (error) {
          if (errorCode(error) !== 'SQLITE_CONSTRAINT_FOREIGNKEY') throw error
          const { used_on } = orNotFound(await load(db, id), missing)
          throw new Problem(409, 'This image is in use. Take it out there first.', { used_on })
        }
        return c.body(null, 204)
      },
    ),
  )
