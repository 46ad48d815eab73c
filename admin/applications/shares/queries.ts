import type { InferRequestType } from 'hono/client'
import type { Share } from '#api/hiring/shares/contract/row.ts'
import { api, checked, read, readList } from '../../lib/api/api.ts'
import { listQuery } from '../../lib/api/entity-queries.ts'

export type { Share }

export const sharesKey = ['shares']

export const sharesQuery = (page: number) =>
  listQuery<Share>(sharesKey, page, (query) => readList(api.shares.$get({ query })))

export const createShare = (json: InferRequestType<typeof api.shares.$post>['json']) =>
  read(api.shares.$post({ json }))

export const revokeShare = (id: number) =>
  checked(api.shares[':id'].$delete({ param: { id: String(id) } }))
