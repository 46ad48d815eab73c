import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { UserChange, UserInput } from '#api/contract/users.ts'
import type { Permission } from '#db/enums.ts'
import { ApiError, api, read, readList } from './api.ts'

const one = api.users[':id']

export type User = InferResponseType<typeof api.users.$get, 200>[number]
export type UserPage = { rows: User[]; total: number }

export const perPage = 50

/** Every query about users starts with this key. */
export const usersKey = ['users'] as const

export const permissionLabels: Record<Permission, string> = {
  manage_users: 'Manage users',
  edit_pages: 'Edit pages',
  review_applications: 'Review applications',
  manage_jobs: 'Manage jobs',
  manage_settings: 'Manage settings',
}

export const userPageQuery = (page: number) =>
  queryOptions({
    queryKey: [...usersKey, 'list', page],
    queryFn: (): Promise<UserPage> =>
      readList(api.users.$get({ query: { page: String(page), per_page: String(perPage) } })),
    placeholderData: keepPreviousData,
  })

/** Read anew each time a form opens, and not again while it is open: what is being typed stays. */
export const userFormQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, 'form', id],
    queryFn: () => read(one.$get({ param: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const createUser = (json: UserInput) => read(api.users.$post({ json }))

/** With `updated_at` the server refuses, 409, when somebody else has changed the user since. */
export const changeUser = (id: number, json: UserChange) =>
  read(one.$put({ param: { id: String(id) }, json }))

/** The user as it is now, when a save was refused because somebody else had changed it. */
export const currentUser = (error: unknown): User | undefined =>
  error instanceof ApiError && error.status === 409
    ? (error.body.current as User | undefined)
    : undefined
