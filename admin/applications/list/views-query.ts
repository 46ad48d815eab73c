import { queryOptions } from '@tanstack/react-query'
import { api, read } from '../../lib/api/api.ts'

/** The filters that the person has saved, with the query of the list each stands for. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: () => read(api.views.$get()),
})
