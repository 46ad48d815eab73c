import { z } from 'zod'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'
import { notifyOptions, permissions, roles } from '#db/enums.ts'

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

/** The signed-in user. */
export const ownRow = z
  .strictObject({
    ...user,
    notify_applications: z
      .boolean()
      .meta({ description: 'Gets an email for each new application, while permitted to review.' }),
    notify_messages: z.boolean().meta({
      description: 'Gets an email when a candidate writes, while permitted to review.',
    }),
    tell: z.enum(notifyOptions).nullable().meta({
      description:
        'When this person’s decisions are told to candidates, unless the job says so; null: never.',
    }),
    company_sign_in: z
      .strictObject({ label: z.string(), only: z.boolean() })
      .nullable()
      .meta({ description: 'Who to sign in with, and whether only admins have a password too.' }),
    has_password: z.boolean().meta({
      description: 'False for people who only sign in with the company so far.',
    }),
    team_jobs: z.array(id).meta({ description: 'The jobs on whose hiring team the person is.' }),
    second_factor_missing: z.literal(true).optional().meta({
      description: 'There when two-step sign-in has to be set up before anything else.',
    }),
  })
  .meta({ ref: 'OwnUser' })

/** A user for user management. */
export const accountRow = z
  .strictObject({
    ...user,
    invited: z.boolean().meta({ description: 'Has yet to choose the first password.' }),
    second_factor: z.boolean().meta({ description: 'Has two-step sign-in on, or a passkey.' }),
  })
  .meta({ ref: 'Account' })

/** A link that staff pass on themselves, returned only once: only its hash is stored. */
export const passwordLinkRow = z
  .strictObject({
    url: z.url().meta({ description: 'Choose a password here. It is never shown again.' }),
    expires_at: time,
  })
  .meta({ ref: 'PasswordLink' })

export const createdAccountRow = z
  .strictObject({
    ...accountRow.shape,
    invitation: passwordLinkRow.optional().meta({
      description: 'With `invite`, where no mail server is set up: pass it on yourself.',
    }),
  })
  .meta({ ref: 'CreatedAccount' })

export const signedInRow = z
  .strictObject({
    token: z.string().meta({ description: 'Send it as `Authorization: Bearer …`.' }),
    user: ownRow,
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

export const secondFactorRow = z
  .strictObject({
    confirmed_at: time
      .nullable()
      .meta({ description: 'Since when an authenticator app is asked for; null without one.' }),
    recovery_codes_left: count,
    required: z.boolean().meta({ description: 'Whether everyone here must have it.' }),
    passkeys: count.meta({ description: 'How many passkeys sign in without password and code.' }),
    signed_in_recently: z.boolean().meta({
      description: 'Within ten minutes: passkeys can then be added and removed.',
    }),
    has_password: z.boolean(),
    by_sign_in: z.boolean().meta({
      description:
        'Whether this session needs none: its sign-in, with the company, had a second step.',
    }),
  })
  .meta({ ref: 'SecondFactor' })

export const secondFactorSecret = z
  .strictObject({
    secret: z.string().meta({ description: 'In base32, to be typed in. It is never shown again.' }),
    address: z.string().meta({ description: 'The same as an otpauth address, to be scanned.' }),
  })
  .meta({ ref: 'SecondFactorSecret' })

export const recoveryCodesRow = z
  .strictObject({
    recovery_codes: z
      .array(z.string())
      .meta({ description: 'Each works once. They are never shown again.' }),
  })
  .meta({ ref: 'RecoveryCodes' })
