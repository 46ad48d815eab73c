import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, checked, read } from '../../lib/api/api.ts'
import { bulkFilterOf } from '../filter-queries.ts'
import type { Selection } from './selection.ts'

const start = api.applications.bulk

export type Bulk = InferResponseType<(typeof api.bulk)[':id']['$get'], 200>
export type BulkPreview = InferResponseType<typeof start.preview.$post, 200>
type BulkRequest = InferRequestType<typeof start.$post>['json']
/** What to do, without the selection. */
export type BulkTask = Omit<BulkRequest, 'ids' | 'filter' | 'except'>

/** The selection as the API takes it. */
export function selected(selection: Selection): Pick<BulkRequest, 'ids' | 'filter' | 'except'> {
  if ('ids' in selection) return { ids: selection.ids }
  return { filter: bulkFilterOf(selection.filter), except: selection.except }
}

export const bulkKey = ['bulk'] as const

export const isAtWork = ({ state }: Bulk) => state === 'running' || state === 'undoing'

/** One's own latest actions, read again while one of them is at work. */
export const ownBulkQuery = queryOptions({
  queryKey: bulkKey,
  queryFn: () => read(api.bulk.$get()),
  refetchInterval: ({ state: { data } }) => (data?.some(isAtWork) ? 700 : false),
})

export const previewQuery = (selection: Selection, task: BulkTask) =>
  queryOptions({
    queryKey: [...bulkKey, 'preview', selection, task],
    queryFn: () => read(start.preview.$post({ json: { ...selected(selection), ...task } })),
    gcTime: 0,
  })

/** A second call with the same key begins nothing. */
export const startBulk = (selection: Selection, task: BulkTask, key: string) =>
  checked(
    start.$post(
      { json: { ...selected(selection), ...task } },
      { headers: { 'Idempotency-Key': key } },
    ),
  )

const one = api.bulk[':id']
/** What Undo would do by now. */
export const undoPreviewQuery = ({ id }: Bulk) =>
  queryOptions({
    queryKey: [...bulkKey, 'undo', id],
    queryFn: () => read(one.undo.$get({ param: { id: String(id) } })),
    refetchInterval: 5_000,
  })

export const undoBulk = ({ id }: Bulk) => checked(one.undo.$post({ param: { id: String(id) } }))
export const retryBulk = ({ id }: Bulk) => checked(one.retry.$post({ param: { id: String(id) } }))
