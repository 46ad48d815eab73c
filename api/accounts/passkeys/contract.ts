import { z } from 'zod'
import { basedOn, line } from '#api/core/http/contract/fields.ts'
import { maxPasskeyName } from './contract/limits.ts'

const base64url = (max: number) =>
  z
    .string('Must be base64url')
    .max(max, `Must be at most ${max} characters`)
    .regex(/^[\w-]+$/, 'Must be base64url')

const word = z.string('Must be text').max(50, 'Must be at most 50 characters')
const notAnObject = 'Must be an object'

const name = line(maxPasskeyName, 'Enter a name')

/** What browsers send of a credential, whatever it is used for (WebAuthn Level 3 §5.1.1). */
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key', 'Must be public-key'),
  authenticatorAttachment: word.optional(),
  /** None was asked for. */
  clientExtensionResults: z.looseObject({}, notAnObject).optional(),
}

/** Starts adding one: asks for the password unless the sign-in is recent. */
export const passkeyStart = z.strictObject({
  currentPassword: z.string('Must be text').max(1000, 'Must be at most 1000 characters').optional(),
})

/** A RegistrationResponseJSON of the browser, and how its owner calls the passkey. */
export const newPasskey = z.strictObject({
  ...credential,
  response: z.object(
    {
      clientDataJSON: base64url(4000),
      attestationObject: base64url(20_000),
      transports: z.array(word, 'Must be a list').max(10, 'Must be at most 10').optional(),
    },
    notAnObject,
  ),
  name: name.default('Passkey'),
})

export const passkeyChange = z.strictObject({ name, updated_at: basedOn })

/** An AuthenticationResponseJSON of the browser. */
export const passkeySignIn = z.strictObject(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(4000),
        authenticatorData: base64url(2000),
        signature: base64url(2000),
        userHandle: base64url(200).optional(),
      },
      notAnObject,
    ),
  },
  { error: ({ code }) => (code === 'invalid_type' ? notAnObject : undefined) },
)

export type NewPasskey = z.infer<typeof newPasskey>
export type PasskeySignIn = z.infer<typeof passkeySignIn>
