import { z } from 'zod'
import { basedOn, email, line } from './fields.ts'

/** A password that somebody types to prove who they are: as long as any rule ever allowed, and no longer. */
const typedPassword = z.string('Must be text').max(1000, 'Must be at most 1000 characters')

const required = (sentence: string) => z.string(sentence).min(1, sentence).pipe(typedPassword)

export const credentials = z.strictObject({ email, password: required('Password is required') })

/** NIST SP 800-63B-4 §3.1.1.2: length counts, rules of composition do not help. */
export const newPassword = z
  .string('Password is required')
  .min(12, 'Use at least 12 characters')
  .max(128, 'Use at most 128 characters')
  .refine((value) => value.isWellFormed(), 'Contains a broken character')

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
