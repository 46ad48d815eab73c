import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import type { AppearanceRow, PastAppearance } from '#api/website/appearance/contract/row.ts'
import { api, read, readList } from '../lib/api/api.ts'
import { listQuery } from '../lib/api/entity-queries.ts'

const { appearance } = api

/** Prefix of all queries of the appearance. */
export const appearanceKey = ['appearance'] as const

export const appearanceQuery = queryOptions({
  queryKey: [...appearanceKey, 'current'],
  queryFn: (): Promise<AppearanceRow> => read(appearance.$get()),
})

export const historyQuery = (page: number) =>
  listQuery<PastAppearance>([...appearanceKey, 'history'], page, (query) =>
    readList(appearance.history.$get({ query })),
  )

const minute = 60_000

/** Renewed before the hour of its life is over. */
export const previewTokenQuery = queryOptions({
  queryKey: [...appearanceKey, 'preview'],
  queryFn: () => read(appearance.preview.$post()),
  staleTime: 45 * minute,
  refetchInterval: 45 * minute,
})

export type ThemeChange = InferRequestType<typeof appearance.$put>['json']

/** Throws a 409 when the appearance has changed since `updated_at`. */
export const saveDraft = (json: ThemeChange): Promise<AppearanceRow> =>
  read(appearance.$put({ json }))

/** Throws a 409 when the draft has changed since `updated_at`. */
export const publishDraft = (updated_at: string): Promise<AppearanceRow> =>
  read(appearance.publish.$post({ query: { updated_at } }))

export const discardDraft = (): Promise<AppearanceRow> => read(appearance.discard.$post())

export const restoreTheme = (id: number) =>
  read(appearance.history[':id'].restore.$post({ param: { id: String(id) } }))
