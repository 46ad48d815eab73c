import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#api/core/http/contract/text.ts'
import { api, checked, complaint } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
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
