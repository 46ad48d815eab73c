import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { keepPerson, storedPerson } from '../session/session.ts'
import { api, read } from './api.ts'

/** The stored person at once, checked by the server in the background; a 401 there ends the session. */
export const profile = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => {
    const person = await read(api.auth.profile.$get())
    keepPerson(person)
    return person
  },
  initialData: () => storedPerson() ?? undefined,
  initialDataUpdatedAt: 0,
  staleTime: 60_000,
})

export const useProfile = () => useQuery(profile)

/** Who is signed in; only below BackOffice, which shows nothing before it knows. */
export const usePerson = () => useSuspenseQuery(profile).data
