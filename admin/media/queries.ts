import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Media } from '#api/website/media/contract/row.ts'
import { address } from '#api/website/media/contract.ts'
import { api, read, readList } from '../lib/api/api.ts'
import { listQuery } from '../lib/api/entity-queries.ts'

const { media } = api
const one = media[':id']

/** Prefix of all picture queries. */
export const mediaKey = ['media'] as const

export type MediaFilters = { q: string; unused: boolean }

const asQuery = ({ q, unused }: MediaFilters) => ({ q, ...(unused && { unused: 'true' as const }) })

export const mediaListQuery = (filters: MediaFilters, page: number) =>
  listQuery<Media>([...mediaKey, 'list', filters], page, (paging) =>
    readList(media.$get({ query: { ...asQuery(filters), ...paging } })),
  )

const perScroll = 24

/** The library, newest first, for a list that grows. */
export const mediaScrollQuery = (filters: MediaFilters) =>
  infiniteQueryOptions({
    queryKey: [...mediaKey, 'scroll', filters],
    queryFn: ({ pageParam }) => {
      const paging = { page: String(pageParam), per_page: String(perScroll) }
      return readList(media.$get({ query: { ...asQuery(filters), ...paging } }))
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * perScroll < total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  })

export const pictureQuery = (id: number) =>
  queryOptions({
    queryKey: [...mediaKey, 'one', id],
    queryFn: () => read(one.$get({ param: { id: String(id) } })),
  })

type PictureChange = {
  alt: string
  decorative: boolean
  focal: Media['focal']
  updated_at?: string
}

export const savePicture = (id: number, json: PictureChange) =>
  read(one.$put({ param: { id: String(id) }, json }))

export const deletePicture = (id: number) => one.$delete({ param: { id: String(id) } })

/** The smallest file of a picture. */
export function thumbnail({ hash, variants }: Pick<Media, 'hash' | 'variants'>) {
  const smallest = [...variants].sort((a, b) => a.width - b.width || a.bytes - b.bytes)[0]
  return smallest && { src: address(hash, smallest), ...smallest }
}
