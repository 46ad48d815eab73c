import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, read, readAll, readList } from '../lib/api/api.ts'

export type ListedPage = InferResponseType<typeof api.pages.$get, 200>[number]

/** Prefix of all page queries. */
export const pagesKey = ['pages'] as const

/** All pages, drafts too: for the names and states of a menu's items. */
export const allPagesQuery = queryOptions({
  queryKey: [...pagesKey, 'all'],
  queryFn: () => readAll<ListedPage>((query) => readList(api.pages.$get({ query }))),
})

/** The ids of published pages that nothing links to. */
export const unlinkedQuery = queryOptions({
  queryKey: [...pagesKey, 'unlinked'],
  queryFn: () => read(api.pages.unlinked.$get()),
})
