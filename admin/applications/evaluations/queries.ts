import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, checked, read } from '../../lib/api/api.ts'

const one = api.applications[':id']
const param = (id: number) => ({ param: { id: String(id) } })

type OwnEvaluation = InferResponseType<typeof one.evaluation.$get, 200>
export type Evaluation = InferResponseType<typeof one.evaluations.$get, 200>[number]
export type EvaluationInput = InferRequestType<typeof one.evaluation.$put>['json']

/** `tag` is the ETag: what a change is based on. */
export type Own = { evaluation: OwnEvaluation; tag: string }

type Answer = { headers: Headers; json(): Promise<unknown> }
const asOwn = async (response: Answer): Promise<Own> => ({
  evaluation: (await response.json()) as OwnEvaluation,
  tag: response.headers.get('etag') ?? '',
})

/** Not below the key of applications: a decision does not change them, and looks may be recorded. */
export const evaluationsKey = (id: number) => ['evaluations', id] as const

export const ownEvaluationQuery = (id: number) =>
  queryOptions({
    queryKey: [...evaluationsKey(id), 'own'],
    queryFn: async () => asOwn(await checked(one.evaluation.$get(param(id)))),
  })

/** Refused until one's own is in or waived; for admins a recorded look, which is not repeated by itself. */
export const evaluationsQuery = (id: number, { isLook = false } = {}) =>
  queryOptions({
    queryKey: [...evaluationsKey(id), 'all', isLook],
    queryFn: () => read(one.evaluations.$get(param(id))),
    ...(isLook && { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  })

/** Throws a 409 when it was changed in another window since `tag`. */
export const saveEvaluation = async (id: number, json: EvaluationInput, tag: string) =>
  asOwn(
    await checked(one.evaluation.$put({ ...param(id), json }, { headers: { 'If-Match': tag } })),
  )

export const isShown = ({ evaluation }: Own) => evaluation.verdict !== null || evaluation.waived
