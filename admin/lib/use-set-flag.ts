import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { sentence } from './api-error.ts'
import { patchRow } from './entity-queries.ts'
import { toast } from './toasts.ts'

type Change = { id: number; title: string; on: boolean }

/**
 * Toggles a `flag` of a row optimistically; on failure reverts it and shows a toast that uses
 * `turnedOn` ('published') or `turnedOff`.
 */
export function useSetFlag({
  key,
  flag,
  send,
  turnedOn,
  turnedOff,
}: {
  key: QueryKey
  flag: string
  send: (id: number, on: boolean) => Promise<unknown>
  turnedOn: string
  turnedOff: string
}) {
  const client = useQueryClient()
  const listKey = [...key, 'list']
  const show = (id: number, on: boolean) => patchRow(client, listKey, id, { [flag]: on })

  const { mutate } = useMutation({
    mutationFn: ({ id, on }: Change) => send(id, on),
    onMutate: async ({ id, on }) => {
      await client.cancelQueries({ queryKey: listKey })
      show(id, on)
    },
    onError: (error, change) => {
      show(change.id, !change.on)
      const verb = change.on ? turnedOn : turnedOff
      toast({
        message: `“${change.title}” was not ${verb}. ${sentence(error, 'Please try again.')}`,
        retry: () => mutate(change),
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  return mutate
}
