import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'
import { contentKinds } from '#db/enums.ts'

/** What pages and jobs say of their draft. */
export const draftFields = {
  has_draft: z.boolean().meta({ description: 'Whether there are changes not published yet.' }),
  draft_saved_at: time.nullable(),
  draft_saved_by: z.string().nullable().meta({ description: 'A name; null: not known.' }),
  draft_is_behind: z.boolean().optional().meta({
    description: 'With `?draft=true`: what is published has changed since the draft was begun.',
  }),
}

export const versionRow = z
  .strictObject({
    version: z.int().positive(),
    saved_at: time,
    saved_by: z.string().nullable().meta({ description: 'A name; null: not known.' }),
    is_draft: z.boolean().meta({ description: 'It was not public when it was saved.' }),
    languages: z
      .string()
      .array()
      .optional()
      .meta({ description: 'Those of the translations that were saved with it, if any.' }),
  })
  .meta({ ref: 'Version' })
export type Version = z.infer<typeof versionRow>

/** A version with what was saved: the fields of a PUT. */
export const wholeVersionRow = versionRow
  .extend({
    fields: z.record(z.string(), z.unknown()),
    translations: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .nullable()
      .optional()
      .meta({ description: 'The fields of its translations by language, if any.' }),
    previous: z.int().positive().nullable().meta({ description: 'The version before it.' }),
  })
  .meta({ ref: 'WholeVersion' })
export type WholeVersion = z.infer<typeof wholeVersionRow>

export const previewLinkRow = z
  .strictObject({ id, created_at: time, created_by: z.string(), expires_at: time })
  .meta({ ref: 'PreviewLink' })

/** The only answer with the address: the database keeps a hash. */
export const newPreviewLinkRow = z
  .strictObject({ id, url: z.string(), expires_at: time })
  .meta({ ref: 'NewPreviewLink' })

export const trashRow = z
  .strictObject({
    kind: z.enum(contentKinds),
    id,
    title: z.string(),
    deleted_at: time,
    deleted_by: z.string().nullable().meta({ description: 'A name; null: not known.' }),
    kept_until: time,
  })
  .meta({ ref: 'Deleted' })
