import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api, complaint, retryAfter } from '../../lib/api/api.ts'
import { download } from '../../lib/api/download.ts'
import { toast } from '../../lib/toasts.ts'

/** All applications from the same address, for a person who asks what is held about them. */
export function ExportPerson({ id }: { id: number }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      download(api.applications[':id']['person.zip'].$get({ param: { id: String(id) } })),
    onError: (error) =>
      toast({
        message: complaint('The data could not be exported', error),
        ...retryAfter(error, () => mutate()),
      }),
  })
  return (
    <button
      type="button"
      className="button small"
      aria-disabled={isPending || undefined}
      onClick={() => isPending || mutate()}
    >
      <Download size={15} aria-hidden /> {isPending ? 'Exporting...' : "Export this person's data"}
    </button>
  )
}
