import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import { applicationsKey } from '../applications/queries.ts'
import { api, readAll, readList } from '../lib/api/api.ts'

export type ListedInterview = InferResponseType<typeof api.interviews.$get, 200>[number]

/** Those of the week from this Monday on. Whatever changes an application loads them again. */
export const weekQuery = (monday: string, mine: boolean) =>
  queryOptions({
    queryKey: [...applicationsKey, 'interviews', 'week', monday, mine],
    // Candidates book and colleagues evaluate meanwhile.
    staleTime: 0,
    queryFn: () => {
      const search = {
        from: monday,
        to: daysLater(monday, 6),
        ...(mine && { mine: 'true' as const }),
      }
      return readAll((query) => readList(api.interviews.$get({ query: { ...query, ...search } })))
    },
  })
