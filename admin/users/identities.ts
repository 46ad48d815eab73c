import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, checked, read, readAll, readList } from '../lib/api/api.ts'
import { type User, usersKey } from './queries.ts'

const one = api.identities[':id']

/** An account at the company's sign-in provider. */
export type Identity = InferResponseType<typeof api.identities.$get, 200>[number]

const identitiesKey = [...usersKey, 'identities'] as const

export const waitingQuery = queryOptions({
  queryKey: [...identitiesKey, 'waiting'],
  queryFn: () => read(api.identities.$get({ query: {} })),
})

export const identitiesOfQuery = (user: number) =>
  queryOptions({
    queryKey: [...identitiesKey, user],
    queryFn: () => read(api.identities.$get({ query: { user_id: String(user) } })),
  })

/** Whom an account can be connected to, by name. */
export const peopleQuery = queryOptions({
  queryKey: [...usersKey, 'people'],
  queryFn: async () => {
    const people = await readAll<User>((query) => readList(api.users.$get({ query })))
    return people
      .filter(({ is_active }) => is_active)
      .sort((a, b) => a.first_name.localeCompare(b.first_name))
  },
})

const param = (id: number) => ({ param: { id: String(id) } })

export const connect = ({ id, email }: Identity, user_id: number) =>
  read(one.confirm.$post({ ...param(id), json: { user_id, email } }))

export const disconnect = (id: number) => checked(one.disconnect.$post(param(id)))

export const removeIdentity = (id: number) => one.$delete(param(id))

/** What tells accounts apart on screen. */
export const nameOf = ({ name, email }: Identity) => name || email || 'Someone without a name'
