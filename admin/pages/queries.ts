import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { pagePath } from '#api/website/menus/contract.ts'
import type { pageInput } from '#api/website/pages/contract.ts'
import type { Unfinished } from '../canvas/unfinished.ts'
import { api, read, readList } from '../lib/api/api.ts'
import { formQuery, listQuery } from '../lib/api/entity-queries.ts'
import { type ListedPage, pagesKey } from '../menus/pages.ts'

const one = api.pages[':id']

export type Page = InferResponseType<typeof one.$get, 200>
export type PageValues = z.input<typeof pageInput> & {
  /** Only of the form: the text while a block of it lacks something. */
  unfinished: Unfinished | null
}
export type PageInput = z.output<typeof pageInput>
export type PageFormState = UseFormReturn<PageValues, unknown, PageInput>

/** Home shows the content of the page with this slug. */
export const homeSlug = 'home'

/** Where visitors see the page. */
export const publicAddress = pagePath

const pageListKey = [...pagesKey, 'list'] as const

/** The ids of pages in which text of a template was left as it is. */
export const unfinishedQuery = queryOptions({
  queryKey: [...pagesKey, 'unfinished'],
  queryFn: () => read(api.pages.unfinished.$get()),
})

/** Whether nothing links to the published page. The page is saved, so a failure counts as no. */
export const isUnlinked = async ({ id, is_published }: Pick<ListedPage, 'id' | 'is_published'>) => {
  if (!is_published) return false
  const unlinked = await read(api.pages.unlinked.$get()).catch((): number[] => [])
  return unlinked.includes(id)
}

export const pageListQuery = (page: number) =>
  listQuery<ListedPage>(pageListKey, page, (query) => readList(api.pages.$get({ query })))

export const pageFormQuery = (id: string) =>
  formQuery(pagesKey, id, async () => read(one.$get({ param: { id }, query: { draft: 'true' } })))

export const setPublished = (id: number, published: boolean) => {
  const param = { id: String(id) }
  return read(published ? one.publish.$post({ param }) : one.unpublish.$post({ param }))
}

export const createPage = (input: PageInput) => read(api.pages.$post({ json: input }))

type Base = Pick<Page, 'updated_at' | 'draft_saved_at'>

/** Publishes the draft that the form began with; throws a 409 when either has changed since. */
export const savePage = (id: number, input: PageInput, base: Base | undefined) => {
  const draft = base?.draft_saved_at ? { draft_saved_at: base.draft_saved_at } : {}
  const json = { ...input, ...draft, updated_at: base?.updated_at }
  return read(one.$put({ param: { id: String(id) }, json }))
}

/** Saves beside the published page; throws a 409 when it or the draft has changed since. */
export const savePageDraft = (id: number, input: PageInput, base: Base | undefined) => {
  const basedOn = { draft_saved_at: base?.draft_saved_at ?? null, updated_at: base?.updated_at }
  const json = { ...input, draft: true, ...basedOn }
  return read(one.$put({ param: { id: String(id) }, json }))
}

/** Throws a 409 when the page has changed since `updated_at`. */
export const changePage = (id: number, change: Partial<PageInput>, updated_at?: string) =>
  read(one.$put({ param: { id: String(id) }, json: { ...change, updated_at } }))

export const deletePage = (id: number) => one.$delete({ param: { id: String(id) } })
