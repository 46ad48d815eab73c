import { z } from 'zod'
import { permissions, roles } from '#db/enums.ts'
import { newPassword } from './auth.ts'
import { basedOn, email, flag, line } from './fields.ts'

const granted = z
  .array(z.enum(permissions, 'Unknown permission'), 'Must be a list of permissions')
  .refine((list) => new Set(list).size === list.length, 'Names a permission twice')

const missing = 'Password is required'

export const userInput = z.strictObject({
  first_name: line(100, 'First name is required'),
  last_name: line(100, 'Last name is required'),
  /** Addresses are compared in lower case, so they are kept in it. */
  email: email.transform((address) => address.toLowerCase()),
  password: z.string(missing).min(1, missing).pipe(newPassword),
  role: z.enum(roles, 'Role must be admin or user'),
  is_active: flag.optional(),
  permissions: granted.optional(),
})

export const userChange = userInput.partial().extend({
  /** Blank keeps the password there is. */
  password: z
    .string('Must be text')
    .transform((typed) => typed || undefined)
    .pipe(newPassword.optional())
    .optional(),
  updated_at: basedOn,
})

export type UserInput = z.output<typeof userInput>
export type UserChange = z.output<typeof userChange>
