import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { orNotFound, stale } from '#api/core/http/rows.ts'
import type { Db } from '#db/client.ts'
import type { AuditAction } from '#db/enums.ts'
import { pages as table, touched } from '#db/schema.ts'
import { noDraft, readDraft, saveDraft, withDraft } from '../content/draft.ts'
import type { Saver } from '../content/fields.ts'
import { picturesIn, refuseMissingPictures } from '../media/uses.ts'
import { changePage } from './change.ts'
import type { pageChange } from './contract.ts'
import {
  clean,
  contentOf,
  type LoadedPage,
  load,
  loadWithDraft,
  missing,
  refuseSlugOfAnother,
} from './rows.ts'
import { readSchedule, scheduledBy, scheduleNames } from './schedule.ts'

type Written = Record<string, unknown> & { content: string; language?: string | null }

const subject = (id: number) => ({ kind: 'page', id }) as const

/** Saves a draft beside the page and returns the page with it. Throws as `changePage` does. */
export async function savePageDraft(
  db: Db,
  id: number,
  change: z.output<typeof pageChange>,
  by: Saver,
) {
  const given = clean(givenOf(change))
  const { publish_at, unpublish_at } = change
  if (given.slug) await refuseSlugOfAnother(db, id, given.slug)
  const current = () => loadWithDraft(db, id)
  await withDraft(
    db,
    subject(id),
    change.draft_saved_at,
    async (draft) => {
      const row = orNotFound(await load(db, id), missing)
      if (change.updated_at && change.updated_at !== row.updated_at) throw stale(await current())
      const { language, ...changed } = { ...contentOf(row), ...draft?.fields, ...given } as Written
      // Null only where the page has one.
      const fields = { ...changed, ...((language || row.language) && { language }) }
      const { content } = fields
      // When the page is public is no part of a draft, but may be scheduled along with it.
      const schedule = await readSchedule(db, { publish_at, unpublish_at }, row)
      const isScheduled = scheduleNames.some(
        (name) => schedule[name] !== undefined && schedule[name] !== row[name],
      )
      return saveDraft(db, {
        ...subject(id),
        row: { fields: contentOf(row), updated_at: row.updated_at },
        fields,
        by,
        pictures: { draft: picturesIn(content), row: picturesIn(row.content) },
        isPublic: row.is_published,
        base: draft?.saved_at ?? null,
        also: (condition) =>
          isScheduled
            ? [
                db
                  .update(table)
                  .set({
                    ...schedule,
                    ...scheduledBy(schedule, row, by),
                    updated_at: touched(table.updated_at),
                  })
                  .where(and(eq(table.id, id), condition)),
              ]
            : [],
      }).catch(refuseMissingPictures(db, { content }))
    },
    current,
  )
  return current()
}

/** What of a change is content, without what it leaves out. */
const givenOf = ({
  title,
  slug,
  content,
  meta_description,
  language,
}: z.output<typeof pageChange>) =>
  Object.fromEntries(
    Object.entries({ title, slug, content, meta_description, language }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Pick<
    z.output<typeof pageChange>,
    'title' | 'slug' | 'content' | 'meta_description' | 'language'
  >

/** Publishes the draft and the page with it. Throws 404 without one, and as `changePage` does. */
export async function publishPageDraft(
  db: Db,
  id: number,
  by: Saver,
  {
    event,
    change: more = {},
  }: {
    event?: AuditAction
    /** What changes beside the content. */
    change?: z.output<typeof pageChange>
  } = {},
): Promise<LoadedPage> {
  orNotFound(await load(db, id), missing)
  const draft = await readDraft(db, subject(id))
  if (!draft) throw noDraft()
  const change = { ...draft.fields, ...more, is_published: true }
  return changePage(db, id, change, by, { ...(event && { event }), draft: draft.saved_at })
}
