import { useMutation } from '@tanstack/react-query'
import { retryAfter } from '../../lib/api/api.ts'
import { ApiError, sentence } from '../../lib/api/api-error.ts'
import { toast } from '../../lib/toasts.ts'

/** `what` is named in the message when it fails: "Mira Novak's resume". */
export function useDownload(what: string, send: () => Promise<unknown>) {
  const download = useMutation({
    mutationFn: send,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return
      toast({
        message: `Couldn't download ${what}. ${sentence(error, 'Please try again.')}`,
        ...retryAfter(error, () => download.mutate()),
      })
    },
  })
  return download
}
