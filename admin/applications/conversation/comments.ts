import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, deleted, read } from '../../lib/api/api.ts'
import type { Happening } from '../activity/queries.ts'

const one = api.applications[':id']
const comment = one.comments[':comment_id']

export type Comment = Extract<Happening, { kind: 'comment' }>['comment']
export type Reviewer = InferResponseType<typeof api.applications.reviewers.$get, 200>[number]

/** Who may read the applications of its job. */
export const reviewersQuery = (application: number) =>
  queryOptions({
    queryKey: ['reviewers', application],
    queryFn: () =>
      read(api.applications.reviewers.$get({ query: { application_id: String(application) } })),
    staleTime: 5 * 60_000,
  })

const paramOf = ({ id, application_id }: Comment) => ({
  id: String(application_id),
  comment_id: String(id),
})

export const addComment = (id: number, text: string) =>
  read(one.comments.$post({ param: { id: String(id) }, json: { text } }))

/** Throws a 409 when it was changed elsewhere. */
export const changeComment = (given: Comment, text: string) =>
  read(comment.$put({ param: paramOf(given), json: { text, updated_at: given.updated_at } }))

export const deleteComment = (given: Comment) => deleted(comment.$delete({ param: paramOf(given) }))
