import { queryOptions } from '@tanstack/react-query'
import { api, read } from '../../../lib/api/api.ts'
import { parseSearch } from '../../../lib/text/search-params.ts'

/** `query` is that of the list's address. */
export type SavedFilter = { id: number; name: string; query: string }

/** One's own saved filters by name. */
export const savedFiltersQuery = queryOptions({
  queryKey: ['views'],
  queryFn: (): Promise<SavedFilter[]> => read(api.views.$get()),
})

/** The list with a saved filter. */
export const linkToSaved = ({ query }: Pick<SavedFilter, 'query'>) =>
  ({ to: '/applications', search: parseSearch(query) }) as const
