import { z } from 'zod'
import { email, emailLine } from '#api/core/http/contract/fields.ts'
import type { ErrorKey } from '#api/core/words/contract/form-error.ts'
import { alertCadences } from '#db/enums.ts'

export { alertCadences } from '#db/enums.ts'

const keys = {
  notText: 'notText',
  brokenCharacter: 'brokenCharacter',
  invisible: 'invisible',
  tooLong: 'tooLong',
} satisfies Record<string, ErrorKey>

const cadence = z.enum(alertCadences, `Must be one of ${alertCadences.join(', ')}`)

/** In characters, as an address has them. */
export const maxSearch = 4000

/** What a visitor asks for. The messages of the address are keys. */
export const newAlert = z.strictObject({
  email: emailLine('emailRequired' satisfies ErrorKey, 'emailMalformed' satisfies ErrorKey, keys),
  search: z
    .string('Must be text')
    .max(maxSearch, `Must be at most ${maxSearch} characters`)
    .default('')
    .meta({ description: 'The query of /jobs, such as `q=baker&team=kitchen`; empty: all jobs.' }),
  cadence: cadence.default('daily'),
  language: z.string('Must be text').max(35, 'Must be at most 35 characters').optional().meta({
    description:
      'One of the site’s languages, such as `de`. Without it, or with another one, that of the call.',
  }),
})
export type NewAlert = z.output<typeof newAlert>

export const alertChange = z.strictObject({ cadence })

export const alertsOf = z.strictObject({ email })

/** Alerts of one mailbox; the oldest that is not confirmed makes room for the next. */
export const maxPerMailbox = 10

/** Of all mailboxes. Further ones are answered alike, and not kept. */
export const maxAlerts = 50_000

/** How long an alert can be confirmed, in ms. */
export const confirmableMs = 7 * 24 * 60 * 60_000
