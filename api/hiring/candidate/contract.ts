import { z } from 'zod'
import { basedOn, emailLine, optionalPhone } from '#api/core/http/contract/fields.ts'
import type { ErrorKey } from '#api/core/words/contract/form-error.ts'
import { undoWithdrawalMinutes, withdrawalNoticeMinutes } from '#db/enums.ts'

/** In ms: an interview that is further ahead comes back whenever its withdrawal is undone. */
export const undoRestoresAfter = (undoWithdrawalMinutes + withdrawalNoticeMinutes) * 60_000

/** How long a new address or an erasure can be confirmed, in ms. */
export const confirmableFor = 24 * 60 * 60_000

/** How long the earlier address can be restored, in ms; erasures are confirmed there until then. */
export const restorableFor = 3 * 24 * 60 * 60_000

const keys = {
  notText: 'notText',
  brokenCharacter: 'brokenCharacter',
  invisible: 'invisible',
  tooLong: 'tooLong',
} satisfies Record<string, ErrorKey>

const address = emailLine(
  'emailRequired' satisfies ErrorKey,
  'emailMalformed' satisfies ErrorKey,
  keys,
)

/** What candidates can change. A new address counts once it is confirmed. Messages are keys. */
export const candidateChange = z.strictObject({
  phone: optionalPhone('phoneMalformed' satisfies ErrorKey, keys),
  email: address.optional(),
  language: z
    .string('notText' satisfies ErrorKey)
    .optional()
    .meta({ description: 'One of the site’s languages, such as `de`.' }),
  updated_at: basedOn,
})

/** For those who have lost their link. */
export const linkRequest = z.strictObject({ email: address })
