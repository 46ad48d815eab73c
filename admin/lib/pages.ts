import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { z } from 'zod'
import type { pageInput } from '#api/contract/pages.ts'
import { ApiError, api, read, readList } from './api.ts'

const one = api.pages[':id']

/** A page as the list has it, without its content. */
export type ListedPage = InferResponseType<typeof api.pages.$get, 200>[number]
export type Page = ListedPage & { content: string }
export type PageInput = z.output<typeof pageInput>
export type PagesPage = { rows: ListedPage[]; total: number }

/** The page with this slug is the content of Home. */
export const homeSlug = 'home'

export const perPage = 50

/** Every query about pages of the site starts with this key. */
export const pagesKey = ['pages'] as const
export const pageListKey = [...pagesKey, 'list'] as const

export const pageListQuery = (page: number) =>
  queryOptions({
    queryKey: [...pageListKey, page],
    queryFn: (): Promise<PagesPage> =>
      readList(api.pages.$get({ query: { page: String(page), per_page: String(perPage) } })),
    placeholderData: keepPreviousData,
  })

/** Read anew each time a form opens, and not again while it is open: what is being typed stays. */
export const pageFormQuery = (id: string) =>
  queryOptions({
    queryKey: [...pagesKey, 'form', id],
    queryFn: async () => (await read(one.$get({ param: { id } }))) as Page,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const setPublished = (id: number, published: boolean) => {
  const param = { id: String(id) }
  return read(published ? one.publish.$post({ param }) : one.unpublish.$post({ param }))
}

/**
 * Creates a page, or changes the one with `id`. With `basedOn` (its `updated_at` when it was read)
 * the server refuses, 409, when somebody else has changed it since.
 */
export const savePage = (input: PageInput, id?: number, basedOn?: string): Promise<unknown> =>
  id === undefined
    ? read(api.pages.$post({ json: input }))
    : read(
        one.$put({
          param: { id: String(id) },
          json: { ...input, ...(basedOn && { updated_at: basedOn }) },
        }),
      )

/** The page as it is now, when a save was refused because somebody else had changed it. */
export const currentPage = (error: unknown): Page | undefined =>
  error instanceof ApiError && error.status === 409
    ? (error.body.current as Page | undefined)
    : undefined
