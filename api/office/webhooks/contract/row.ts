import { z } from 'zod'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'
import { applicationStatuses, deliveryStates, webhookEvents, webhookFormats } from '#db/enums.ts'

const webhook = {
  id,
  url: z.string(),
  events: z.enum(webhookEvents).array(),
  format: z.enum(webhookFormats),
  is_active: z.boolean(),
  old_secret_until: time.nullable().meta({
    description: 'Until then the secret before the last rotation signs too.',
  }),
  waiting: count.meta({ description: 'Deliveries that wait for their next attempt.' }),
  failed: count.meta({ description: 'Deliveries that were given up.' }),
  delivered_at: time.nullable().meta({ description: 'When one arrived last.' }),
  created_at: time,
  updated_at: time,
}

export const webhookRow = z.strictObject(webhook).meta({ ref: 'Webhook' })

export const webhookWithSecret = z
  .strictObject({
    ...webhook,
    secret: z.string().meta({ description: 'Signs what is sent. It is not shown again.' }),
  })
  .meta({ ref: 'WebhookWithSecret' })

export const deliveryRow = z
  .strictObject({
    id,
    event: z.enum(webhookEvents),
    state: z.enum(deliveryStates),
    attempts: count,
    status: z.int().nullable().meta({ description: 'The HTTP status of the last attempt.' }),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    message_id: z.string().meta({ description: 'The header `webhook-id` of each attempt.' }),
    created_at: time,
    next_at: time.nullable().meta({ description: 'When it is tried next; null: not again.' }),
    ended_at: time.nullable(),
  })
  .meta({ ref: 'Delivery' })

export const testDeliveryRow = z
  .strictObject({
    delivered: z.boolean(),
    status: z.int().nullable(),
    response: z.string().nullable().meta({ description: 'The beginning of what it answered.' }),
    error: z.string().nullable().meta({ description: 'Why it counts as not delivered.' }),
  })
  .meta({ ref: 'TestDelivery' })

export const retriedRow = z.strictObject({ retried: count }).meta({ ref: 'RetriedDeliveries' })

/** The body of what is sent. */
export const webhookMessage = z
  .strictObject({
    type: z.enum(webhookEvents),
    timestamp: time.meta({ description: 'When it happened.' }),
    data: z.strictObject({
      application_id: id.optional(),
      reference: z.string().optional().meta({ description: 'What people call the application.' }),
      job_id: id.optional(),
      status: z.enum(applicationStatuses).optional(),
      step_id: id.optional().meta({ description: 'Left out where it is in no step.' }),
      interview_id: id.optional(),
      time: time.optional().meta({ description: 'When the interview is.' }),
    }),
  })
  .meta({ ref: 'WebhookMessage' })
