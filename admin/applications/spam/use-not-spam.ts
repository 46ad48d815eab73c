import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#api/core/http/contract/text.ts'
import { api, checked, complaint, read } from '../../lib/api/api.ts'
import { formatCount } from '../../lib/text/format.ts'
import { toast } from '../../lib/toasts.ts'
import { selected } from '../bulk/queries.ts'
import type { Selection } from '../bulk/selection.ts'
import { applicationsKey, type Named } from '../queries.ts'

const failed = 'That was not saved'

/** Takes the mark of possible spam away, with Undo. */
export function useNotSpam(application: Named) {
  const client = useQueryClient()
  const call = api.applications[':id']['not-spam']
  const param = { id: String(application.id) }
  const reload = () => client.invalidateQueries({ queryKey: applicationsKey })
  const undo = () =>
    checked(call.$delete({ param })).then(reload, (error) =>
      toast({ message: complaint(failed, error) }),
    )
  return useMutation({
    mutationFn: () => checked(call.$post({ param })),
    onSuccess: () => {
      toast({
        message: `${fullName(application)} is no longer marked as possible spam`,
        kind: 'done',
        undo: () => void undo(),
      })
      return reload()
    },
    onError: (error) => toast({ message: complaint(failed, error) }),
  })
}

/** The same for all that are selected. */
export function useManyNotSpam(selection: Selection, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => read(api.applications['not-spam'].$post({ json: selected(selection) })),
    onSuccess: ({ count }) => {
      const what = count === 1 ? 'One application is' : `${formatCount(count)} applications are`
      toast({ message: `${what} no longer marked as possible spam`, kind: 'done' })
      onDone()
      return client.invalidateQueries({ queryKey: applicationsKey })
    },
    onError: (error) => toast({ message: complaint(failed, error) }),
  })
}
