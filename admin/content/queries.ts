import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { z } from 'zod'
import type { Version, WholeVersion } from '#api/website/content/contract/row.ts'
import type { ContentKind } from '#api/website/content/contract.ts'
import type { translationRow } from '#api/website/translations/contract/row.ts'
import { api, checked, read, readList } from '../lib/api/api.ts'
import { save } from '../lib/api/download.ts'
import { listQuery } from '../lib/api/entity-queries.ts'

/** What the notices and screens of drafts say of a page or a job, and the prefix of its queries. */
export const thingOf = {
  page: { word: 'page', path: '/pages', key: ['pages'] },
  job: { word: 'job opening', path: '/jobs', key: ['jobs'] },
} as const

/** A page or job with its draft, as far as notices need it. */
export type Drafted = {
  id: number
  title: string
  updated_at: string
  has_draft: boolean
  draft_saved_at: string | null
  draft_saved_by: string | null
  draft_is_behind?: boolean | undefined
}

export type Translation = z.infer<typeof translationRow>

const at = { page: api.pages[':id'], job: api.jobs[':id'] }
const param = (id: number) => ({ param: { id: String(id) } })

export const discardDraft = (kind: ContentKind, id: number) =>
  kind === 'page' ? read(at.page.draft.$delete(param(id))) : read(at.job.draft.$delete(param(id)))

type PreviewLink = InferResponseType<(typeof at.page)['preview-links']['$get'], 200>[number]

/** Those that work. */
export const previewLinksQuery = (kind: ContentKind, id: number) =>
  queryOptions({
    queryKey: ['preview-links', kind, id],
    queryFn: (): Promise<PreviewLink[]> => read(at[kind]['preview-links'].$get(param(id))),
  })

export const createPreviewLink = (kind: ContentKind, id: number) =>
  read(at[kind]['preview-links'].$post(param(id)))

export const revokePreviewLink = (id: number) =>
  checked(api['preview-links'][':id'].$delete(param(id)))

/** Follows the key of pages or jobs: what is saved there makes translations older. */
export const translationsQuery = (kind: ContentKind, id: number) =>
  queryOptions({
    queryKey: [...thingOf[kind].key, 'translations', id],
    queryFn: (): Promise<Translation[]> => read(at[kind].translations.$get(param(id))),
  })

/** Follows the key of pages or jobs: a save adds a version. */
export const versionListQuery = (kind: ContentKind, id: number, page: number) =>
  listQuery<Version>([...thingOf[kind].key, 'versions', id], page, (query) =>
    readList(at[kind].versions.$get({ ...param(id), query })),
  )

/** A version never changes. */
export const versionQuery = (kind: ContentKind, id: number, version: number) =>
  queryOptions({
    queryKey: [...thingOf[kind].key, 'version', id, version],
    queryFn: async () =>
      (await read(
        at[kind].versions[':version'].$get({ param: { id: String(id), version: String(version) } }),
      )) as WholeVersion,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const restoreVersion = (kind: ContentKind, id: number, version: number) => {
  const where = { param: { id: String(id), version: String(version) } }
  return kind === 'page'
    ? read(at.page.versions[':version'].restore.$post(where))
    : read(at.job.versions[':version'].restore.$post(where))
}

/** Puts a deleted page or job back; for a page, under another slug. */
export const putBack = (kind: ContentKind, id: number, slug?: string) =>
  kind === 'page'
    ? read(api.trash.pages[':id'].restore.$post({ ...param(id), query: slug ? { slug } : {} }))
    : read(api.trash.jobs[':id'].restore.$post(param(id)))

export type Posting = InferResponseType<(typeof at.job)['postings']['$get'], 200>[number]

/** The latest ads of a job as they were published. Follows the key of jobs: a save adds one. */
export const postingsQuery = (id: number) =>
  listQuery<Posting>([...thingOf.job.key, 'postings', id], 1, (query) =>
    readList(at.job.postings.$get({ ...param(id), query })),
  )

export const downloadPosting = async (id: number, number: number) => {
  const answer = await checked(
    at.job.postings[':number'].$get({ param: { id: String(id), number: String(number) } }),
  )
  save(await answer.blob(), `job-${id}-ad-${number}.html`)
}
