import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, read, readAll, readList } from '../../lib/api/api.ts'
import { applicationsKey } from '../queries.ts'

const emails = api.applications[':id'].email

export type SentEmail = InferResponseType<typeof emails.$get, 200>[number]
type EmailInput = InferRequestType<typeof emails.$post>['json']

const param = (id: number) => ({ id: String(id) })

/** The emails to a candidate, the latest first; read again while one of them is on its way. */
export const emailsQuery = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'emails', id],
    queryFn: () =>
      readAll<SentEmail>((query) => readList(emails.$get({ param: param(id), query }))),
    refetchInterval: ({ state: { data } }) =>
      data?.some(
        ({ state, held_until, attempts }) => state === 'waiting' && !held_until && !attempts,
      )
        ? 2_000
        : false,
  })

/** A second call with the same key sends nothing. */
export const sendEmail = (id: number, json: EmailInput, key: string) =>
  read(emails.$post({ param: param(id), json }, { headers: { 'Idempotency-Key': key } }))

export const testEmail = (id: number, { about_decision: _, ...json }: EmailInput) =>
  read(emails.test.$post({ param: param(id), json }))

export const retryEmail = ({ id, application_id }: SentEmail) =>
  read(emails[':mail_id'].retry.$post({ param: { ...param(application_id), mail_id: String(id) } }))
