import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, checked, read } from '../../lib/api/api.ts'
import { applicationsKey } from '../queries.ts'

const all = api.applications[':id'].interviews
const one = all[':interview_id']

export type Interview = InferResponseType<typeof all.$get, 200>[number]
export type Interviewer = InferResponseType<typeof all.people.$get, 200>[number]
type InterviewInput = Required<InferRequestType<typeof all.$post>['json']>

const param = (id: number) => ({ param: { id: String(id) } })
const paramOf = ({ id, application_id }: Interview) => ({
  param: { id: String(application_id), interview_id: String(id) },
})

/** Below the key of all applications: whatever changes one of them loads it again. */
export const interviewsQuery = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'interviews', id],
    queryFn: () => read(all.$get(param(id))),
  })

/** Who can take part, and when they are busy. */
export const interviewersQuery = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'interviewers', id],
    queryFn: () => read(all.people.$get(param(id))),
  })

/** A second call with the same key and values proposes nothing. */
export const proposeInterview = (id: number, json: InterviewInput, key: string) =>
  read(all.$post({ ...param(id), json }, { headers: { 'Idempotency-Key': key } }))

/** Throws a 409 when it was changed elsewhere, as by the candidate. */
export const changeInterview = (given: Interview, json: InterviewInput) =>
  read(one.$put({ ...paramOf(given), json: { ...json, updated_at: given.updated_at } }))

export const cancelInterview = (given: Interview) =>
  checked(one.$delete(paramOf(given), { headers: { 'If-Match': `"${given.updated_at}"` } }))
