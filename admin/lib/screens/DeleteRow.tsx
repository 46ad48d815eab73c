import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { deleted } from '../api/api.ts'
import { toast } from '../toasts.ts'
import styles from './DeleteRow.module.css'

/**
 * Confirms the deletion of a list row. `thing` names its kind ('job opening'), `send` makes the
 * call, `queries` is the key of the queries to refetch; `children` add a note.
 */
export function DeleteRow({
  name,
  thing,
  send,
  queries,
  onClose,
  children,
}: {
  name: string
  thing: string
  send: () => Parameters<typeof deleted>[0]
  queries: QueryKey
  onClose: () => void
  children?: ReactNode
}) {
  const client = useQueryClient()

  async function remove() {
    await deleted(send())
    toast({ message: `“${name}” was deleted`, kind: 'done' })
    // The focused row is gone: focus the heading above the list.
    onClose()
    await client.invalidateQueries({ queryKey: queries })
    document.querySelector('h1')?.focus({ preventScroll: true })
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
