import { z } from 'zod'
import { count, html, id, time } from '#api/core/http/contract/row-parts.ts'
import { mailStates } from '#api/core/mail/contract.ts'
import { type AuditAction, applicationStatuses, notifyOptions } from '#db/enums.ts'
import { commentRow } from '../../comments/contract/row.ts'
import { interviewParts } from '../../interviews/contract.ts'

const status = z.enum(applicationStatuses)

const happening = {
  at: time,
  by: z.string().nullable().meta({ description: 'Null: the candidate, or the system.' }),
}

/** Of the audit trail: what the screen tells with time and person only, as it calls it. */
export const plainKinds = {
  'application.told': 'told',
  'application.invited': 'invited',
  'application.shared': 'shared',
  'application.viewed_by_link': 'viewed_by_link',
  'resume.viewed_by_link': 'resume_viewed_by_link',
  'application.hand_over_created': 'hand_over_created',
  'application.handed_over': 'handed_over',
  'evaluation.given': 'evaluated',
  'evaluation.changed': 'evaluation_changed',
  'evaluation.waived': 'evaluation_waived',
  'evaluations.seen': 'evaluations_seen',
  'application.email_taken_back': 'taken_back',
  'application.withdrawn': 'withdrawn',
  'application.withdrawal_undone': 'withdrawal_undone',
  'application.not_spam': 'not_spam',
  'application.spam': 'spam',
  'infected_file.removed': 'infected_removed',
  'interview.proposed': 'interview_proposed',
  'interview.canceled': 'interview_canceled',
  'interview.declined': 'interview_declined',
} as const satisfies Partial<Record<AuditAction, string>>

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
      step: z.string().nullable().meta({ description: 'The step that it entered with it.' }),
      reason: z.string().nullable().meta({ description: 'The name that the reason had.' }),
      tell: z.enum(notifyOptions).nullable(),
    }),
    z.strictObject({
      kind: z.literal('step'),
      ...happening,
      from: z.string().nullable().meta({ description: 'The names that the steps had.' }),
      to: z.string().nullable(),
    }),
    z.strictObject({
      kind: z.literal('tagged'),
      ...happening,
      added: z.string().nullable().meta({ description: 'The names that the tags had.' }),
      removed: z.string().nullable(),
    }),
    z.strictObject({
      kind: z.enum([
        ...Object.values(plainKinds),
        'changed',
        'hold_set',
        'hold_changed',
        'hold_lifted',
      ]),
      ...happening,
    }),
    z.strictObject({
      kind: z.literal('interview_changed'),
      ...happening,
      changed: z.enum(interviewParts).array(),
    }),
    z.strictObject({
      kind: z.literal('interview_booked'),
      ...happening,
      time: time.nullable().meta({ description: 'The start that the candidate picked.' }),
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
