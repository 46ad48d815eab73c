import type { InferResponseType } from 'hono/client'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { pageInput } from '#api/pages/contract.ts'
import { api, read, readList } from '../lib/api.ts'
import { formQuery, listQuery } from '../lib/entity-queries.ts'

const one = api.pages[':id']

export type ListedPage = InferResponseType<typeof api.pages.$get, 200>[number]
export type Page = ListedPage & { content: string }
export type PageValues = z.input<typeof pageInput>
type PageInput = z.output<typeof pageInput>
export type PageFormState = UseFormReturn<PageValues, unknown, PageInput>

/** Home shows the content of the page with this slug. */
export const homeSlug = 'home'

/** Prefix of all page queries. */
export const pagesKey = ['pages'] as const
const pageListKey = [...pagesKey, 'list'] as const

export const pageListQuery = (page: number) =>
  listQuery<ListedPage>(pageListKey, page, (query) => readList(api.pages.$get({ query })))

export const pageFormQuery = (id: string) =>
  formQuery(pagesKey, id, async () => (await read(one.$get({ param: { id } }))) as Page)

export const setPublished = (id: number, published: boolean) => {
  const param = { id: String(id) }
  return read(published ? one.publish.$post({ param }) : one.unpublish.$post({ param }))
}

/** Creates a page, or updates `id`; throws a 409 when it has changed since `updated_at`. */
export const savePage = (input: PageInput, id?: number, updated_at?: string): Promise<unknown> =>
  id === undefined
    ? read(api.pages.$post({ json: input }))
    : read(one.$put({ param: { id: String(id) }, json: { ...input, updated_at } }))

export const deletePage = (id: number) => one.$delete({ param: { id: String(id) } })
