import { useMutation } from '@tanstack/react-query'
import { api, complaint, retryAfter } from '../../lib/api/api.ts'
import { download } from '../../lib/api/download.ts'
import { toast } from '../../lib/toasts.ts'

/** Downloads all applications from the same address, for a person who asks what is held about them. */
export function useExport(id: number) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      toast({ message: 'Exporting...', kind: 'info' })
      return download(api.applications[':id']['person.zip'].$get({ param: { id: String(id) } }))
    },
    onError: (error) =>
      toast({
        message: complaint('The data could not be exported', error),
        ...retryAfter(error, () => mutate()),
      }),
  })
  return () => {
    if (!isPending) mutate()
  }
}
