import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { fullName } from '#api/core/http/contract/text.ts'
import { api, complaint, currentOf, read } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { activityQuery } from '../activity/queries.ts'
import { type Application, applicationsKey, type Named } from '../queries.ts'
import { sendApplication } from '../status/save-application.ts'
import { show, statusScope } from '../status/use-set-status.ts'

export type Tag = InferResponseType<typeof api.tags.$get, 200>[number]
type NewTag = InferRequestType<typeof api.tags.$post>['json']

/** Below applications, whose changes change the counts. */
export const tagsQuery = queryOptions({
  queryKey: [...applicationsKey, 'tags'],
  queryFn: () => read(api.tags.$get()),
  staleTime: 60_000,
})

export const createTag = (json: NewTag) => read(api.tags.$post({ json }))

type Tagged = Named & Pick<Application, 'tags' | 'updated_at'>
type Tagging = { application: Tagged; add?: number[]; remove?: number[] }

const tagged = (tags: readonly number[], { add = [], remove = [] }: Tagging) => [
  ...new Set([...tags.filter((id) => !remove.includes(id)), ...add]),
]

/** Tags that others have added meanwhile stay. */
async function save(base: Pick<Tagged, 'id' | 'tags' | 'updated_at'>, tagging: Tagging) {
  const { id, updated_at } = base
  try {
    return await sendApplication(id, { tags: tagged(base.tags, tagging), updated_at })
  } catch (error) {
    const current = currentOf<Application>(error)
    if (!current) throw error
    return save(current, tagging)
  }
}

/** Adds tags to an application, or removes some, shown at once. */
export function useTag() {
  const client = useQueryClient()
  return useMutation({
    // One after the other, and after a decision.
    scope: statusScope,
    mutationFn: (tagging: Tagging) => save(tagging.application, tagging),
    onMutate: (tagging) => {
      const { id, tags } = tagging.application
      show(client, id, { tags: tagged(tags, tagging) })
    },
    onSuccess: ({ id, tags, updated_at }) => {
      show(client, id, { tags, updated_at })
      client.invalidateQueries(tagsQuery)
      client.invalidateQueries(activityQuery(id))
    },
    onError: (error, { application }) => {
      show(client, application.id, { tags: application.tags })
      toast({ message: complaint(`The tags of ${fullName(application)} were not saved`, error) })
    },
  })
}
