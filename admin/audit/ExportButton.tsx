import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { retryAfter } from '../lib/api/api.ts'
import { sentence } from '../lib/api/api-error.ts'
import { toast } from '../lib/toasts.ts'
import { type AuditFilters, exportAudit } from './queries.ts'

export function ExportButton({ filters }: { filters: AuditFilters }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportAudit(filters),
    onError: (error) =>
      toast({
        message: sentence(error, 'Failed to export the activity log'),
        ...retryAfter(error, () => mutate()),
      }),
  })
  return (
    <button
      type="button"
      className="button"
      aria-disabled={isPending}
      onClick={() => isPending || mutate()}
    >
      <Download size={17} aria-hidden /> {isPending ? 'Exporting...' : 'Export as CSV'}
    </button>
  )
}
