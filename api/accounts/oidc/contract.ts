import { z } from 'zod'
import { passkeySignIn } from '../passkeys/contract.ts'

export const codeExchange = z.strictObject({
  /** For people with two-step sign-in of their own, as at sign-in with a password. */
  code: z.string('Enter the code').max(100, 'Must be at most 100 characters').optional(),
  /** In place of the code: the AuthenticationResponseJSON of the browser, as at sign-in with a passkey. */
  passkey: passkeySignIn.optional(),
})

export const confirmation = z.strictObject({
  user_id: z.int('Choose a person').positive('Choose a person'),
  /** The address that was shown: a sign-in meanwhile may have changed it. */
  email: z.string('Must be text').max(254, 'Must be at most 254 characters').nullable().optional(),
})
