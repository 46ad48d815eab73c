import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { changedBy, currentOf, retryAfter } from '../api/api.ts'
import { sentence } from '../api/api-error.ts'
import { patchRow } from '../api/entity-queries.ts'
import { joined, type Note, toast } from '../toasts.ts'

type Stored = { id: number; title: string; updated_at: string }
type Change<Row> = { row: Row; on: boolean }

/**
 * Toggles a `flag` of a row optimistically, and offers Undo; on failure reverts it. Toasts use
 * `turnedOn` ('published') or `turnedOff`.
 */
export function useSetFlag<Row extends Stored, Saved extends Stored>({
  key,
  flag,
  send,
  restore,
  turnedOn,
  turnedOff,
  noteOf,
}: {
  key: QueryKey
  flag: string
  send: (id: number, on: boolean) => Promise<Saved>
  /** Puts a row back as it was; throws a 409 if it has changed since `updated_at`. */
  restore: (row: Row, updated_at: string) => Promise<unknown>
  turnedOn: string
  turnedOff: string
  /** What the success message adds. */
  noteOf?: (saved: Saved, before: Row) => Note | undefined
}) {
  const client = useQueryClient()
  const listKey = [...key, 'list']
  const show = (id: number, on: boolean) => patchRow(client, listKey, id, { [flag]: on })
  const verb = (on: boolean) => (on ? turnedOn : turnedOff)
  const refresh = () => client.invalidateQueries({ queryKey: key })

  async function undo({ row, on }: Change<Row>, updated_at: string) {
    try {
      await restore(row, updated_at)
      toast({ message: `“${row.title}” was ${verb(!on)}`, kind: 'done' })
    } catch (error) {
      const current = currentOf<Row>(error)
      const isOn = current && Boolean(current[flag as keyof Row])
      const reason = current
        ? `${changedBy(error)} changed it in the meantime: it is ${verb(isOn === true)} now.`
        : sentence(error, 'Please try again.')
      toast({
        message: `“${row.title}” was not ${verb(!on)}. ${reason}`,
        retry: current && (() => void undo({ row, on }, current.updated_at)),
      })
    }
    await refresh()
  }

  const { mutate } = useMutation({
    mutationFn: ({ row, on }: Change<Row>) => send(row.id, on),
    onMutate: async ({ row, on }) => {
      await client.cancelQueries({ queryKey: listKey })
      show(row.id, on)
    },
    onSuccess: (saved, change) => {
      const note = noteOf?.(saved, change.row)
      toast({
        message: joined(`“${saved.title}” was ${verb(change.on)}`, note?.sentence),
        kind: 'done',
        link: note?.link,
        undo: () => undo(change, saved.updated_at),
      })
    },
    onError: (error, change) => {
      show(change.row.id, !change.on)
      toast({
        message: `“${change.row.title}” was not ${verb(change.on)}. ${sentence(error, 'Please try again.')}`,
        ...retryAfter(error, () => mutate(change)),
      })
    },
    onSettled: refresh,
  })
  return mutate
}
