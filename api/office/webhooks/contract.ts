import { z } from 'zod'
import { basedOn, line } from '#api/core/http/contract/fields.ts'
import { paging } from '#api/core/http/contract/paging.ts'
import { deliveryStates, webhookEvents, webhookFormats } from '#db/enums.ts'

/** Each can have two requests at once, so this bounds them all. */
export const maxWebhooks = 20

const fields = {
  url: line(2_000, 'Enter the address').meta({ format: 'uri' }),
  events: z
    .array(z.enum(webhookEvents, 'Must be one of the events'), 'Must be a list of events')
    .min(1, 'Choose at least one event')
    .max(webhookEvents.length, `At most ${webhookEvents.length} events`)
    .overwrite((events) => webhookEvents.filter((event) => events.includes(event))),
  format: z.enum(webhookFormats, 'Must be standard, slack or teams'),
  is_active: z.boolean('Must be true or false'),
}

export const newWebhook = z.strictObject({
  ...fields,
  format: fields.format.default('standard'),
  is_active: fields.is_active.default(true),
})

export const webhookChange = z.strictObject({ ...fields, updated_at: basedOn }).partial()

export const deliveryFilter = {
  ...paging,
  state: z
    .enum([...deliveryStates, 'all'], `Must be ${deliveryStates.join(', ')} or all`)
    .default('all'),
}
