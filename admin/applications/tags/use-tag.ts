import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#api/core/http/contract/text.ts'
import { complaint, currentOf } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { tagsQuery } from '../../tags/queries.ts'
import { activityQuery } from '../activity/queries.ts'
import type { Application, Named } from '../queries.ts'
import { sendApplication } from '../status/save-application.ts'
import { show, statusScope } from '../status/use-set-status.ts'

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
