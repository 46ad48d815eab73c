import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { loadWords } from '#api/core/words/contract/load.ts'
import type { JobTranslation, PageTranslation } from '#api/website/translations/contract/row.ts'
import type {
  jobTranslationInput,
  pageTranslationInput,
} from '#api/website/translations/contract.ts'
import { type Job, jobsKey } from '../jobs/queries.ts'
import { api, isMissing, read } from '../lib/api/api.ts'
import { formQuery } from '../lib/api/entity-queries.ts'
import { pagesKey } from '../menus/pages.ts'
import type { Page } from '../pages/queries.ts'

const ofPage = api.pages[':id'].translations[':language']
const ofJob = api.jobs[':id'].translations[':language']

/** As visitors see it: unpublished changes of the original are translated once they are published. */
export const originalPageQuery = (id: string) =>
  formQuery(
    [...pagesKey, 'original'],
    id,
    (): Promise<Page> => read(api.pages[':id'].$get({ param: { id }, query: {} })),
  )
export const originalJobQuery = (id: string) =>
  formQuery(
    [...jobsKey, 'original'],
    id,
    async () => (await read(api.jobs[':id'].$get({ param: { id }, query: {} }))) as Job,
  )

// The routes of pages and jobs are one function: its type says that either could be the answer.
const pageIn = (pending: Promise<PageTranslation | JobTranslation>) =>
  pending as Promise<PageTranslation>
const jobIn = (pending: Promise<PageTranslation | JobTranslation>) =>
  pending as Promise<JobTranslation>

/** Null before the first save. */
const orNone = <Row>(pending: Promise<Row>): Promise<Row | null> =>
  pending.catch((error) => {
    if (isMissing(error)) return null
    throw error
  })

const draft = { draft: 'true' } as const

export const pageTranslationQuery = (id: string, language: string) =>
  formQuery([...pagesKey, 'translation', language], id, () =>
    orNone(pageIn(read(ofPage.$get({ param: { id, language }, query: draft })))),
  )
export const jobTranslationQuery = (id: string, language: string) =>
  formQuery([...jobsKey, 'translation', language], id, () =>
    orNone(jobIn(read(ofJob.$get({ param: { id, language }, query: draft })))),
  )

type Where = { id: string; language: string }

/** Throw a 409 when the translation has changed since `updated_at`, or is there at all with null. */
export const putPageTranslation = (param: Where, json: z.input<typeof pageTranslationInput>) =>
  pageIn(read(ofPage.$put({ param, json })))
export const putJobTranslation = (param: Where, json: z.input<typeof jobTranslationInput>) =>
  jobIn(read(ofJob.$put({ param, json })))

export const discardPageDraft = (param: Where) => pageIn(read(ofPage.draft.$delete({ param })))
export const discardJobDraft = (param: Where) => jobIn(read(ofJob.draft.$delete({ param })))

export const deletePageTranslation = (param: Where) => ofPage.$delete({ param })
export const deleteJobTranslation = (param: Where) => ofJob.$delete({ param })

/** What the site says by itself in a language; undefined until it is loaded. */
export const useWords = (language: string) =>
  useQuery({
    queryKey: ['words', language],
    queryFn: () => loadWords(language),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
