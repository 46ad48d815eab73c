import { z } from 'zod'
import { maxCounted } from '#api/core/http/contract/max-counted.ts'
import { count, html, id, time } from '#api/core/http/contract/row-parts.ts'
import { outcomes } from '#db/enums.ts'
import { maxNamed, privacyRules, retentionRules } from '../contract.ts'

const counts = { undecided: count, rejected: count, selected: count, withdrawn: count }

/** What a run would erase. */
export const retentionPreview = z
  .strictObject({
    ...counts,
    oldest: z
      .strictObject({
        id,
        name: z.string().nullable().meta({ description: 'Null without `review_applications`.' }),
        outcome: z.enum(outcomes),
        since: time,
      })
      .array()
      .meta({ description: `The ${maxNamed} that have been kept longest, the oldest first.` }),
  })
  .meta({
    ref: 'RetentionPreview',
    description: `Counts end at ${maxCounted.toLocaleString('en')}.`,
  })

export const privacyRow = z
  .strictObject({
    ...privacyRules.shape,
    pending: z
      .strictObject({
        ...z.strictObject(retentionRules).partial().shape,
        effective_at: time,
        requested_by: z.string(),
      })
      .nullable()
      .meta({ description: 'Shorter periods that can be taken back until they take effect.' }),
    updated_at: time.nullable(),
    preview: retentionPreview,
    runs: z
      .strictObject({
        id,
        started_at: time,
        ended_at: time.nullable(),
        ...counts,
        skipped: z.boolean().meta({
          description:
            'Nothing was looked for: the clock had moved by more than two days, or back.',
        }),
      })
      .array()
      .meta({ description: 'The last 20, the latest first.' }),
    next_run_at: time
      .nullable()
      .meta({ description: 'Null without rules, and while a run is at work or due.' }),
  })
  .meta({ ref: 'Privacy' })

export const retentionReasons = ['legal_hold', 'consent', 'rule', 'no_rule'] as const

/** Until when an application is kept, and why. */
export const retention = {
  kept_until: z
    .string()
    .nullable()
    .meta({ format: 'date', description: 'The day after which it is erased; null: no end.' }),
  kept_because: z.strictObject({
    reason: z.enum(retentionReasons),
    outcome: z.enum(outcomes),
    since: time.meta({ description: 'When the outcome came about.' }),
    days: count.nullable().meta({ description: 'How long the outcome is kept; null: no rule.' }),
  }),
}

/** A wording of the privacy notice that applicants were shown. */
export const privacyNoticeRow = z
  .strictObject({ id, title: z.string(), content: html, created_at: time })
  .meta({ ref: 'PrivacyNotice' })
