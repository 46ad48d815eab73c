import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, checked, complaint } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { applicationListKey } from '../queries.ts'

/** Marks it as unread for the reader only, until they open it again. */
export function useMarkUnread(id: number) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => checked(api.applications[':id'].unread.$post({ param: { id: String(id) } })),
    onSuccess: () => {
      toast({ message: 'Marked as unread', kind: 'done' })
      return client.invalidateQueries({ queryKey: applicationListKey })
    },
    onError: (error) => toast({ message: complaint("Couldn't mark it as unread", error) }),
  })
  return () => {
    if (!isPending) mutate()
  }
}
