import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { orNotFound } from '#api/core/http/rows.ts'
import { hashOfGiven } from '#api/core/links/candidate-links.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, route } from '#api/core/route/route.ts'
import { contentKinds } from '#db/enums.ts'
import { previewLinks } from '#db/schema.ts'
import { shownJobRow } from '../jobs/contract/row.ts'
import { loadWithDraft as loadJob } from '../jobs/rows.ts'
import { shownJob } from '../jobs/shown.ts'
import { withPicturesOf } from '../media/shown.ts'
import { publicPageRow } from '../pages/contract/row.ts'
import { type LoadedPage, loadWithDraft as loadPage } from '../pages/rows.ts'
import { isAlive } from '../preview-links/routes.ts'
import { inReadersLanguage, type Shown } from '../translations/shown.ts'

const draftRow = z
  .strictObject({
    kind: z.enum(contentKinds),
    page: publicPageRow.optional(),
    job: shownJobRow.optional(),
  })
  .meta({ ref: 'Draft' })

/** What a preview link shows. Triggers of the database end links that no longer should. */
export const drafts = new Hono<Env>().get(
  '/:token',
  route(
    {
      summary: 'Read what a preview link shows',
      description:
        'The latest saved draft, as visitors would see it, with `lang` in that language. Also in maintenance.',
      access: anyone({ inMaintenance: true }),
      params: { token: z.string() },
      answers: { 200: draftRow, 404: 'refused', 429: 'refused' },
    },
    async (c) => {
      const { db } = c.var
      await c.var.limits.candidate(c.env?.ip ?? '')
      const hash = hashOfGiven(c.req.param('token') ?? '')
      const [link] = hash
        ? await db
            .select({ kind: previewLinks.kind, id: previewLinks.subject_id })
            .from(previewLinks)
            .where(and(eq(previewLinks.token_hash, hash), isAlive))
        : []
      const { kind, id } = orNotFound(link, 'This link is not valid or has expired')
      if (kind === 'job')
        return c.json({ kind, job: await shownJob(db, await loadJob(db, id), true) })
      const original = await loadPage(db, id)
      const all = await inReadersLanguage<LoadedPage & Shown>(
        db,
        'page',
        [original],
        undefined,
        true,
      )
      const { shown_language, languages, ...page } = all[0] ?? original
      const {
        title,
        slug,
        content,
        meta_description,
        is_published,
        language,
        created_at,
        updated_at,
      } = page
      const shown = { id, title, slug, content, meta_description, is_published, language }
      const times = { created_at, updated_at }
      const inLanguage = languages && { shown_language, languages }
      return c.json({
        kind,
        page: { ...shown, ...times, ...inLanguage, ...(await withPicturesOf(db, content)) },
      })
    },
  ),
)
