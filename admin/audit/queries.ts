import type { InferResponseType } from 'hono/client'
import { z } from 'zod'
import { auditFilter } from '#api/core/audit/contract.ts'
import { api, readList } from '../lib/api/api.ts'
import { download } from '../lib/api/download.ts'
import { listQuery } from '../lib/api/entity-queries.ts'

export type AuditEvent = InferResponseType<typeof api.audit.$get, 200>[number]

const { action, q, from, to } = auditFilter
const schema = z.object({
  action: action.catch('all'),
  q: q.catch(''),
  from: from.catch(undefined),
  to: to.catch(undefined),
})
export type AuditFilters = z.output<typeof schema>

/** Filters from query parameters; invalid values are ignored. */
export const readFilters = (search: unknown): AuditFilters => schema.parse(search ?? {})

/** Query parameters, without defaults. */
export const toSearch = (filters: AuditFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value && value !== 'all'))

export const auditListQuery = (filters: AuditFilters, page: number) =>
  listQuery<AuditEvent>(['audit', toSearch(filters)], page, (query) =>
    readList(api.audit.$get({ query: { ...toSearch(filters), ...query } })),
  )

/** Downloads all matching events as CSV. */
export const exportAudit = (filters: AuditFilters) =>
  download(api.audit.export.$get({ query: toSearch(filters) }))
