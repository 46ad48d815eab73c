import { z } from 'zod'
import { basedOn, email, flag, line } from '#api/core/http/contract/fields.ts'
import { permissions, roles } from '#db/enums.ts'
import { newPassword } from '../auth/contract.ts'

/** A list longer than all permissions is refused before its elements cost time. */
const granted = z.preprocess(
  (value, issues) => {
    if (!Array.isArray(value) || value.length <= permissions.length) return value
    issues.addIssue({
      code: 'custom',
      message: `Must be at most ${permissions.length} permissions`,
    })
    return z.NEVER
  },
  z
    .array(z.enum(permissions, 'Unknown permission'), 'Must be a list of permissions')
    .refine((list) => new Set(list).size === list.length, 'Names a permission twice'),
)

/** Blank or missing: none is set. */
const optionalPassword = (wrongType: string) =>
  z
    .string(wrongType)
    .transform((typed) => typed || undefined)
    .pipe(newPassword.optional())
    .optional()

const fields = z.strictObject({
  first_name: line(100, 'First name is required'),
  last_name: line(100, 'Last name is required'),
  /** Stored in lower case, since addresses are compared that way. */
  email: email.transform((address) => address.toLowerCase()),
  role: z.enum(roles, 'Role must be admin or user'),
  is_active: flag.optional(),
  permissions: granted.optional(),
})

/** Reported together with all other issues. */
const always = { when: () => true }

/** Someone new, with a password or with an invitation to choose one. */
export const userInput = fields
  .extend({
    password: optionalPassword('Password is required'),
    /** Mails the person a link to choose their own password. */
    invite: flag.optional(),
    /** Neither: they sign in with the company. */
    company_sign_in: flag.optional(),
  })
  .refine(
    ({ password, invite, company_sign_in }) =>
      invite === true || company_sign_in === true || (password !== undefined && password !== ''),
    {
      ...always,
      path: ['password'],
      error: 'Password is required',
    },
  )
  .refine(({ invite, company_sign_in }) => !(invite && company_sign_in), {
    ...always,
    path: ['company_sign_in'],
    error: 'Invite them, or let them sign in with the company',
  })
  .refine(({ password, company_sign_in }) => !(company_sign_in && password), {
    ...always,
    path: ['password'],
    error: 'Leave the password out: they sign in with the company',
  })
  .refine(({ password, invite }) => !(invite && password), {
    ...always,
    path: ['password'],
    error: 'Leave the password out: invited users choose their own',
  })
  .refine(({ is_active, invite }) => !(invite && is_active === false), {
    ...always,
    path: ['is_active'],
    error: 'Only an active user can be invited',
  })

export const userChange = fields.partial().extend({
  /** Blank keeps the current password. */
  password: optionalPassword('Must be text'),
  updated_at: basedOn,
})

export type UserInput = z.output<typeof userInput>
export type UserChange = z.output<typeof userChange>
