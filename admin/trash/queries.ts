import type { InferResponseType } from 'hono/client'
import { api, readList } from '../lib/api/api.ts'
import { listQuery } from '../lib/api/entity-queries.ts'

export type Deleted = InferResponseType<typeof api.trash.$get, 200>[number]

export const trashKey = ['trash'] as const

export const trashListQuery = (page: number) =>
  listQuery<Deleted>([...trashKey, 'list'], page, (query) => readList(api.trash.$get({ query })))
