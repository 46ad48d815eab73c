import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefused } from '../lib/api.ts'
import { sentence } from '../lib/api-error.ts'
import { toast } from '../lib/toasts.ts'
import { type Mail, mailKey, retryMail } from './queries.ts'

/** How long a try usually takes, in ms. */
const oneTry = 1500

/** The row may leave the list, and take the focus with it; the heading is where the list begins. */
const keepFocus = () =>
  document.activeElement === document.body &&
  document.querySelector('h1')?.focus({ preventScroll: true })

/** Has a mail tried again at once, and shows what comes of it. */
export function useRetryMail() {
  const client = useQueryClient()

  async function refresh() {
    await client.invalidateQueries({ queryKey: mailKey })
    // Only then the screen follows.
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
        ...(!refused && { retry: () => mutation.mutate(mail) }),
      })
      if (refused) void refresh()
    },
  })
  return mutation
}
