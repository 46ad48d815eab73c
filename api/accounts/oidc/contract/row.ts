import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'

export const companySignInRow = z
  .strictObject({
    label: z.string().nullable().meta({
      description: 'Who to sign in with; null where the company’s sign-in is not set up.',
    }),
    only: z.boolean().meta({ description: 'Whether only admins sign in with a password.' }),
  })
  .meta({ ref: 'CompanySignIn' })

export const identityRow = z
  .strictObject({
    id,
    issuer: z.string(),
    email: z.string().nullable(),
    email_verified: z.boolean().meta({
      description: 'What the provider says. Anyone may have typed an address that is not.',
    }),
    name: z.string(),
    user_id: id.nullable().meta({ description: 'Null while it waits for an admin.' }),
    suggested_user_id: id.nullable().meta({
      description: 'The active person with this address, if it is verified and the identity waits.',
    }),
    created_at: time,
    last_used_on: z.string().nullable(),
  })
  .meta({ ref: 'Identity' })
