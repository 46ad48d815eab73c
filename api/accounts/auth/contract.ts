import { z } from 'zod'
import { basedOn, email, flag, line } from '#api/core/http/contract/fields.ts'
import { notifyChoice } from '#api/hiring/applications/contract/tell.ts'
import { passwordError, passwordLength } from './contract/password.ts'

/** A current password; may be as long as any earlier rule allowed. */
const typedPassword = z.string('Must be text').max(1000, 'Must be at most 1000 characters')

const required = (sentence: string) => z.string(sentence).min(1, sentence).pipe(typedPassword)

/** A code from an authenticator app or a recovery code; spaces and hyphens are ignored. */
const typedCode = z.string('Enter the code').max(100, 'Must be at most 100 characters')

export const credentials = z.strictObject({
  email,
  password: required('Password is required'),
  /** Required with two-step sign-in, once the password was right. */
  code: typedCode.optional(),
})

const neededCode = typedCode
  .refine((code) => code.trim() !== '', 'Enter the code')
  .meta({ minLength: 1 })

/** Left out by people who have none: a recent sign-in with the company stands for it. */
const ownPassword = required('Enter your current password').optional()

/** Starts two-step setup; asks for the password in case the screen was left unattended. */
export const secondFactorStart = z.strictObject({ currentPassword: ownPassword })

/** Shows that the authenticator app has the secret. */
export const secondFactorCode = z.strictObject({ code: neededCode })

/** Required to turn off two-step sign-in or renew recovery codes. */
export const secondFactorProof = secondFactorStart.extend({ code: neededCode })

/** Rules of every new password; repeats the lengths for readers of the schema. */
export const newPassword = z
  .string('Password is required')
  .superRefine((value, context) => {
    const fault = passwordError(value)
    if (fault) context.addIssue(fault)
  })
  .meta({ minLength: passwordLength.min, maxLength: passwordLength.max })

export const passwordChange = z.strictObject({
  currentPassword: ownPassword,
  newPassword,
})

export const profileChange = z.strictObject({
  first_name: line(100, 'First name is required').optional(),
  last_name: line(100, 'Last name is required').optional(),
  email: email.optional(),
  /** Required to change the email: an unattended screen must not cost the account (ASVS 7.5.1). */
  currentPassword: typedPassword.optional(),
  notify_applications: flag.optional(),
  notify_messages: flag.optional(),
  tell: notifyChoice.optional(),
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
