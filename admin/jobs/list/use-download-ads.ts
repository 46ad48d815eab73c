import { useMutation } from '@tanstack/react-query'
import { api, complaint, retryAfter } from '../../lib/api/api.ts'
import { download } from '../../lib/api/download.ts'
import { toast } from '../../lib/toasts.ts'

/** Downloads all ads as they were published. */
export function useDownloadAds() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      toast({ message: 'Exporting...', kind: 'info' })
      return download(api['postings.zip'].$get())
    },
    onError: (error) =>
      toast({
        message: complaint('The published ads were not exported', error),
        ...retryAfter(error, () => mutate()),
      }),
  })
  return () => {
    if (!isPending) mutate()
  }
}
