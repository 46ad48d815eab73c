import { z } from 'zod'
import { count, html, id, time } from '#api/core/http/contract/row-parts.ts'
import { resumeTypes } from '#db/enums.ts'
import { answer } from '../../applications/contract/row.ts'

/** The only answer with the address: the database keeps a hash. */
export const newShareRow = z
  .strictObject({ id, name: z.string(), url: z.string(), expires_at: time })
  .meta({ ref: 'NewShare' })
export type NewShare = z.output<typeof newShareRow>

const shareEndings = ['revoked', 'expired', 'deactivated', 'deleted'] as const
export type ShareEnding = (typeof shareEndings)[number]

export const shareRow = z
  .strictObject({
    id,
    name: z.string().meta({ description: 'Whom the link is for.' }),
    created_at: time,
    created_by: z.string().nullable().meta({ description: 'Null: the account is gone.' }),
    expires_at: time,
    has_ended: z.boolean(),
    ending: z.enum(shareEndings).nullable().meta({
      description:
        'Why it has ended. `deactivated` and `deleted` are about the account of the person who made it: once it is activated again, so is the link, unless it was revoked.',
    }),
    views: count.meta({ description: 'How often the page was opened.' }),
    viewed_at: time.nullable(),
    applications: z
      .strictObject({
        id,
        first_name: z.string(),
        last_name: z.string(),
        job_title: z.string(),
        views: count,
        viewed_at: time.nullable(),
      })
      .array(),
  })
  .meta({ ref: 'Share' })
export type Share = z.output<typeof shareRow>

const sharedName = {
  number: z.int().positive(),
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string(),
}

/** What the page of a link shows: all names, and one application with what the candidate sent. */
export const sharedRow = z
  .strictObject({
    name: z.string(),
    expires_at: time,
    shown_at: time,
    applications: z.strictObject(sharedName).array(),
    shown: z.strictObject({
      ...sharedName,
      motivation_letter: html,
      answers: answer.array(),
      resume_type: z.enum(resumeTypes).nullable(),
    }),
  })
  .meta({ ref: 'Shared' })
export type Shared = z.output<typeof sharedRow>
