import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api, read } from '../api/api.ts'
import { keepPerson, storedPerson } from '../session.ts'

/** The stored user immediately, verified by the server in the background. */
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

/** The signed-in user. Use only below BackOffice, which waits for it. */
export const usePerson = () => useSuspenseQuery(profile).data
