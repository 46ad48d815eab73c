import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { complaint, deleted } from '../lib/api/api.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import styles from './DeleteRow.module.css'

/**
 * Confirms the deletion of a list row. `thing` names its kind ('job opening'), `send` makes the
 * call, `queries` is the key of the queries to refetch, and `undo` takes it back; `children` add a note.
 */
export function DeleteRow({
  name,
  thing,
  send,
  queries,
  undo,
  onClose,
  onDeleted = onClose,
  children,
}: {
  name: string
  thing: string
  send: () => Parameters<typeof deleted>[0]
  queries: QueryKey
  /** Puts the row back. */
  undo?: () => Promise<unknown>
  onClose: () => void
  /** In place of `onClose`. */
  onDeleted?: () => void
  children?: ReactNode
}) {
  const client = useQueryClient()

  async function remove() {
    await deleted(send())
    toast({ message: `“${name}” was deleted`, kind: 'done', undo: undo && (() => restore(undo)) })
    // The focused row is gone: focus the heading above the list.
    onDeleted()
    await client.invalidateQueries({ queryKey: queries })
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  async function restore(undo: () => Promise<unknown>) {
    try {
      await undo()
      toast({ message: `“${name}” is back`, kind: 'done' })
    } catch (error) {
      toast({ message: complaint(`“${name}” was not put back`, error) })
    }
    await client.invalidateQueries({ queryKey: queries })
  }

  return (
    <Confirm
      title={`Delete “${name}”?`}
      message={
        <>
          <p>Are you sure you want to delete this {thing}?</p>
          {children && <p className={styles.note}>{children}</p>}
        </>
      }
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
