import { z } from 'zod'
import { basedOn, email, line } from './fields.ts'
import { passwordFault, passwordLength } from './password.ts'

/** A password that somebody types to prove who they are: as long as any rule ever allowed, and no longer. */
const typedPassword = z.string('Must be text').max(1000, 'Must be at most 1000 characters')

const required = (sentence: string) => z.string(sentence).min(1, sentence).pipe(typedPassword)

export const credentials = z.strictObject({ email, password: required('Password is required') })

/** What every new password must be; the lengths once more for whoever reads the schema alone. */
export const newPassword = z
  .string('Password is required')
  .superRefine((value, context) => {
    const fault = passwordFault(value)
    if (fault) context.addIssue(fault)
  })
  .meta({ minLength: passwordLength.min, maxLength: passwordLength.max })

export const passwordChange = z.strictObject({
  currentPassword: required('Enter your current password'),
  newPassword,
})

export const profileChange = z.strictObject({
  first_name: line(100, 'First name is required').optional(),
  last_name: line(100, 'Last name is required').optional(),
  email: email.optional(),
  /** Needed when the e-mail address changes: whoever finds an open screen must not take the account (ASVS 7.5.1). */
  currentPassword: typedPassword.optional(),
  updated_at: basedOn,
})

export const forgottenPassword = z.strictObject({ email })

export const passwordReset = z.strictObject({
  /** From the fragment of the mailed link. */
  token: z
    .string('Token is required')
    .min(1, 'Token is required')
    .max(200, 'Must be at most 200 characters'),
  newPassword,
})
