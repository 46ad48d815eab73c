import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, checked, deleted, read } from '../lib/api/api.ts'
import { formQuery } from '../lib/api/entity-queries.ts'
import type { Person } from '../lib/session.ts'

export type Session = InferResponseType<typeof api.auth.sessions.$get, 200>[number]

export const accountFormQuery = formQuery(['account'], 'own', () => read(api.auth.profile.$get()))

export type AccountValues = {
  first_name: string
  last_name: string
  email: string
  /** Required when the email changes, of people who have one. */
  currentPassword: string
}

/** Throws a 409 when the account has changed since `updated_at`. */
export const saveAccount = (
  values: Partial<AccountValues> &
    Partial<Pick<Person, 'notify_applications' | 'notify_messages' | 'tell'>>,
  updated_at?: string,
) => read(api.auth.profile.$put({ json: { ...values, updated_at } }))

/** Also ends all other sessions. Throws a 400 when `currentPassword` is wrong. */
export const changePassword = ({
  currentPassword,
  newPassword,
}: {
  currentPassword?: string | undefined
  newPassword: string
}) =>
  checked(
    api.auth['change-password'].$post({
      json: { newPassword, ...(currentPassword && { currentPassword }) },
    }),
  )

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => read(api.auth.sessions.$get()),
})

/** Ends one session; without an id, all except the current one. */
export const endSessions = (id?: string) =>
  id === undefined
    ? checked(api.auth.sessions.$delete())
    : deleted(api.auth.sessions[':id'].$delete({ param: { id } }))
