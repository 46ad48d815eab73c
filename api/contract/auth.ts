import { z } from 'zod'
import { basedOn, email, line } from './fields.ts'

export const credentials = z.strictObject({
  email,
  password: z.string('Password is required').min(1, 'Password is required').max(1000, 'Too long'),
})

/** NIST SP 800-63B-4 §3.1.1.2: length counts, rules of composition do not help. */
export const newPassword = z
  .string('Password is required')
  .min(12, 'Use at least 12 characters')
  .max(128, 'Use at most 128 characters')
  .refine((value) => value.isWellFormed(), 'Contains a broken character')

export const passwordChange = z.strictObject({
  currentPassword: z.string('Enter your current password').min(1, 'Enter your current password'),
  newPassword,
})

export const profileChange = z.strictObject({
  first_name: line(100, 'First name is required').optional(),
  last_name: line(100, 'Last name is required').optional(),
  email: email.optional(),
  /** Needed when the e-mail address changes: whoever finds an open screen must not take the account (ASVS 7.5.1). */
  currentPassword: z.string('Must be text').max(1000).optional(),
  updated_at: basedOn,
})
