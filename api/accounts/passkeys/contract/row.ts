import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'

export const passkeyRow = z
  .strictObject({
    id,
    name: z.string(),
    domain: z.string().meta({ description: 'The domain that it was made for.' }),
    works_here: z.boolean().meta({ description: 'Whether the site still has that domain.' }),
    created_at: time,
    updated_at: time,
    last_used_at: time.nullable(),
  })
  .meta({ ref: 'Passkey' })

/** WebAuthn Level 3 §5.4.5: what `navigator.credentials.create` takes, in JSON. */
export const creationOptions = z
  .strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int().meta({ description: 'In ms.' }),
    attestation: z.literal('none'),
    excludeCredentials: z.array(
      z.strictObject({
        id: z.string(),
        type: z.literal('public-key'),
        transports: z.array(z.string()),
      }),
    ),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  })
  .meta({ ref: 'PasskeyCreationOptions' })

/** WebAuthn Level 3 §5.5: what `navigator.credentials.get` takes, in JSON. */
export const requestOptions = z
  .strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int().meta({ description: 'In ms.' }),
    userVerification: z.literal('required'),
  })
  .meta({ ref: 'PasskeyRequestOptions' })
