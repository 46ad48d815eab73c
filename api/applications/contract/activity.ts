import { z } from 'zod'
import { applicationStatuses, notifyOptions } from '#db/enums.ts'
import { commentRow } from '../../comments/contract/row.ts'
import { count, html, id, time } from '../../http/contract/row-parts.ts'
import { mailStates } from '../../mail/contract.ts'

const status = z.enum(applicationStatuses)

const happening = {
  at: time,
  by: z.string().nullable().meta({ description: 'Null: the candidate, or the system.' }),
}

/** What happened to an application, in the order of the screen. */
export const activityRow = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('received'), ...happening }),
    z.strictObject({
      kind: z.enum(['viewed', 'downloaded', 'exported']),
      ...happening,
      times: count.meta({ description: 'How often, since something else happened.' }),
    }),
    z.strictObject({
      kind: z.literal('status'),
      ...happening,
      from: status.nullable(),
      to: status,
      tell: z.enum(notifyOptions).nullable(),
    }),
    z.strictObject({
      kind: z.enum([
        'changed',
        'told',
        'taken_back',
        'withdrawn',
        'withdrawal_undone',
        'hold_set',
        'hold_changed',
        'hold_lifted',
      ]),
      ...happening,
    }),
    z.strictObject({ kind: z.literal('comment'), ...happening, comment: commentRow }),
    z.strictObject({
      kind: z.enum(['email', 'receipt']),
      ...happening,
      email: z.strictObject({
        id,
        to_address: z.string(),
        subject: z.string(),
        body: html,
        state: z.enum(mailStates),
        held_until: time.nullable(),
        sent_at: time.nullable(),
        last_error: z.string().nullable(),
      }),
    }),
  ])
  .meta({ ref: 'Activity' })
export type Activity = z.output<typeof activityRow>
