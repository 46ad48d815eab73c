import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, deleted, read } from '../../lib/api/api.ts'
import { download } from '../../lib/api/download.ts'
import { applicationsKey } from '../queries.ts'

const all = api.applications[':id']['document-requests']
const one = all[':request_id']

export type DocumentRequest = InferResponseType<typeof all.$get, 200>[number]
export type NewRequest = InferRequestType<typeof all.$post>['json']

const paramOf = ({ id, application_id }: DocumentRequest) => ({
  param: { id: String(application_id), request_id: String(id) },
})

/** Below the key of all applications: whatever changes one of them loads it again. */
export const documentRequestsQuery = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'document-requests', id],
    queryFn: () => read(all.$get({ param: { id: String(id) } })),
  })

/** A second call with the same key and values asks once. */
export const askForDocument = (id: number, json: NewRequest, key: string) =>
  read(all.$post({ param: { id: String(id) }, json }, { headers: { 'Idempotency-Key': key } }))

/** Throws a 409 when the file has come. */
export const withdrawRequest = (given: DocumentRequest) => deleted(one.$delete(paramOf(given)))

export const downloadDocument = (given: DocumentRequest) => download(one.file.$get(paramOf(given)))
