import type { InferResponseType } from 'hono/client'
import type { UseFormReturn } from 'react-hook-form'
import type { Permission, Role } from '#api/accounts/auth/contract/access.ts'
import { api, checked, read, readList } from '../lib/api/api.ts'
import { formQuery, listQuery } from '../lib/api/entity-queries.ts'

const one = api.users[':id']

export type User = InferResponseType<typeof api.users.$get, 200>[number]
/** For staff to pass on; the server returns it only once. */
export type PasswordLink = { url: string; expires_at: string }
export type UserValues = {
  first_name: string
  last_name: string
  email: string
  password: string
  /** New users only: whether to email an invitation. */
  invite?: boolean
  /** New users only: they sign in with the company. */
  company_sign_in?: boolean
  role: Role
  is_active: boolean
  permissions: Permission[]
}
export type UserFormState = UseFormReturn<UserValues, unknown, UserValues>

/** Prefix of all user queries. */
export const usersKey = ['users'] as const
/** Lists only, not open forms. */
export const userListKey = [...usersKey, 'list'] as const

export const permissionLabels: Record<Permission, string> = {
  manage_users: 'Manage users',
  edit_pages: 'Edit pages',
  review_applications: 'Review applications',
  manage_jobs: 'Manage jobs',
  manage_settings: 'Manage settings',
}

export const permissionHelp: Record<Permission, string> = {
  manage_users: 'Add, change and delete colleagues, except admins',
  edit_pages: 'Write, publish and delete all pages',
  review_applications: 'Read, decide on and delete all applications',
  manage_jobs: 'Create, change, close and delete all jobs',
  manage_settings: 'Change the site settings, except those for admins',
}

export const userListQuery = (page: number) =>
  listQuery<User>(userListKey, page, (query) => readList(api.users.$get({ query })))

export const userFormQuery = (id: string) =>
  formQuery<User>(usersKey, id, () => read(one.$get({ param: { id } })))

/**
 * Creates a user, or updates `id`; throws a 409 when it has changed since `updated_at`. Returns the
 * invitation link if no mail server is set up.
 */
export const saveUser = async (
  { invite, company_sign_in, ...input }: UserValues,
  id?: number,
  updated_at?: string,
): Promise<PasswordLink | undefined> => {
  if (id === undefined) {
    const json = {
      ...input,
      ...(invite !== undefined && { invite }),
      ...(company_sign_in && { company_sign_in }),
    }
    return (await read(api.users.$post({ json }))).invitation
  }
  await read(one.$put({ param: { id: String(id) }, json: { ...input, updated_at } }))
  return undefined
}

/** Emails a password link, or returns it if no mail server is set up. */
export async function sendLink(id: number): Promise<PasswordLink | undefined> {
  const response = await checked(one.invite.$post({ param: { id: String(id) } }))
  return response.status === 200 ? response.json() : undefined
}

/** Turns off the user's two-step sign-in and ends their sessions. */
export const resetSecondFactor = (id: number) =>
  checked(one['second-factor'].$delete({ param: { id: String(id) } }))

export const deleteUser = (id: number) => one.$delete({ param: { id: String(id) } })
