import { z } from 'zod'
import { permissions, roles } from '#db/enums.ts'
import { id, time } from './parts.ts'

const user = {
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(roles),
  is_active: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  created_at: time,
  updated_at: time,
}

export const userRow = z.strictObject(user).meta({ ref: 'User' })

/** A user as who manages users sees them. */
export const accountRow = z
  .strictObject({
    ...user,
    invited: z.boolean().meta({ description: 'Has yet to choose the first password.' }),
  })
  .meta({ ref: 'Account' })

export const signedInRow = z
  .strictObject({
    token: z.string().meta({ description: 'Send it as `Authorization: Bearer …`.' }),
    user: userRow,
  })
  .meta({ ref: 'SignedIn' })

export const sessionRow = z
  .strictObject({
    id: z.string(),
    created_at: time,
    expires_at: time,
    user_agent: z.string().nullable(),
    current: z.boolean().meta({ description: 'Whether it is the session that asks.' }),
  })
  .meta({ ref: 'Session' })
