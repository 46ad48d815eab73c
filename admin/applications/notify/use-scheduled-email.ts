import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { api, complaint, read } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { type Application, applicationDetailKey, applicationsKey, takeBack } from '../queries.ts'
import { statusScope } from '../status/use-set-status.ts'

const one = api.applications[':id']

type Action = 'tell-now' | 'take-back' | 'mark-told'

const calls: Record<Action, (application: Application) => Promise<Application>> = {
  'tell-now': ({ id, status, updated_at }) =>
    read(one.$put({ param: { id: String(id) }, json: { status, tell: 'now', updated_at } })),
  'take-back': ({ id, held_until }) => takeBack(id, held_until ?? ''),
  'mark-told': ({ id }) => read(one['mark-told'].$post({ param: { id: String(id) } })),
}

const failed: Record<Action, (name: string) => string> = {
  'tell-now': (name) => `${name} wasn’t told`,
  'take-back': (name) => `The decision on ${name} wasn’t undone`,
  'mark-told': (name) => `${name} wasn’t marked as told`,
}

/**
 * Tells a candidate now, takes a held email back, or notes that they were told in another way. Waits
 * for a decision that is still being saved, and does nothing if that fails.
 */
export function useScheduledEmail(application: Application) {
  const client = useQueryClient()
  return useMutation({
    scope: statusScope,
    mutationFn: ({ action, status }: { action: Action; status: Application['status'] }) => {
      const saved = client.getQueryData<Application>(applicationDetailKey(application.id))
      if (saved?.status !== status) throw new Error('The decision was not saved')
      return calls[action](saved)
    },
    onSuccess: (saved) => client.setQueryData(applicationDetailKey(saved.id), saved),
    onError: (error, { action }) =>
      toast({ message: complaint(failed[action](fullName(application)), error) }),
    onSettled: () => client.invalidateQueries({ queryKey: applicationsKey }),
  })
}

/** After how many ms to see whether an email has left; each time counts as a view. */
const looks = [1500, 5000, 15_000]

/** Reloads the application a few times while its email is about to leave. */
export function useLeaving({ id }: Pick<Application, 'id'>, isLeaving: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isLeaving) return
    const timers = looks.map((ms) =>
      setTimeout(() => client.invalidateQueries({ queryKey: applicationDetailKey(id) }), ms),
    )
    return () => timers.forEach(clearTimeout)
  }, [client, id, isLeaving])
}
