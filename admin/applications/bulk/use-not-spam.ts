import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, complaint, read } from '../../lib/api/api.ts'
import { formatCount } from '../../lib/text/format.ts'
import { toast } from '../../lib/toasts.ts'
import { applicationsKey } from '../queries.ts'
import { selected } from './queries.ts'
import type { Selection } from './selection.ts'

/** Takes the mark of possible spam away from all that are selected. */
export function useManyNotSpam(selection: Selection, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => read(api.applications['not-spam'].$post({ json: selected(selection) })),
    onSuccess: ({ count }) => {
      const what = count === 1 ? 'One application is' : `${formatCount(count)} applications are`
      toast({ message: `${what} no longer marked as possible spam`, kind: 'done' })
      onDone()
      return client.invalidateQueries({ queryKey: applicationsKey })
    },
    onError: (error) => toast({ message: complaint('That was not saved', error) }),
  })
}
