import { useLayoutEffect, useRef } from 'react'
import { UndoButton } from '../toast/Undo.tsx'
import styles from './Order.module.css'

/** Takes the place of a removed card, and the focus. */
export function RemovedNotice({
  thing,
  label,
  note,
  onUndo,
}: {
  /** Named when the label is empty. */
  thing: string
  label: string
  note?: string | false
  onUndo: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <li className={`notice between wrap ${styles.removed}`}>
      <p role="status">
        {label ? `“${label}” will be removed when you save.` : `${thing} removed.`}{' '}
        {note && <span>{note}</span>}
      </p>
      <UndoButton ref={button} onClick={onUndo} />
    </li>
  )
}
