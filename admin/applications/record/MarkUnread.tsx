import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { api, checked, complaint } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { applicationListKey } from '../queries.ts'

/** For the reader only, until they open it again. */
export function MarkUnread({ id }: { id: number }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => checked(api.applications[':id'].unread.$post({ param: { id: String(id) } })),
    onSuccess: () => {
      toast({ message: 'Marked as unread', kind: 'done' })
      return client.invalidateQueries({ queryKey: applicationListKey })
    },
    onError: (error) => toast({ message: complaint("Couldn't mark it as unread", error) }),
  })
  return (
    <button
      type="button"
      className="button small"
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate()}
    >
      <MailOpen size={15} aria-hidden /> Mark as unread
    </button>
  )
}
