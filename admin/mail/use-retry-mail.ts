import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefused, retryAfter } from '../lib/api/api.ts'
import { sentence } from '../lib/api/api-error.ts'
import { toast } from '../lib/toasts.ts'
import { type Mail, mailKey, retryMail } from './queries.ts'

/** How long sending usually takes, in ms. */
const oneTry = 1500

/** Moves the focus to the heading when the focused row has left the list. */
const keepFocus = () =>
  document.activeElement === document.body &&
  document.querySelector('h1')?.focus({ preventScroll: true })

/** Retries an email now and refreshes the list when it has been sent. */
export function useRetryMail() {
  const client = useQueryClient()

  async function refresh() {
    await client.invalidateQueries({ queryKey: mailKey })
    // After React has rendered.
    setTimeout(keepFocus)
  }

  const mutation = useMutation({
    mutationFn: ({ id }: Mail) => retryMail(id),
    async onSuccess(_row, { to_address }) {
      toast({ message: `Resending to ${to_address}`, kind: 'done' })
      await refresh()
      setTimeout(refresh, oneTry)
    },
    onError(error, mail) {
      const refused = isRefused(error)
      toast({
        message: `Couldn't resend to ${mail.to_address}. ${sentence(error, 'Please try again.')}`,
        ...retryAfter(error, () => mutation.mutate(mail)),
      })
      if (refused) void refresh()
    },
  })
  return mutation
}
