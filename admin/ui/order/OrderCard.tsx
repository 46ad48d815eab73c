import '../tooltip/tooltip.ts'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Order.module.css'
import type { Ordered } from './use-order.ts'

/** An item of a list that can be reordered: a handle for dragging, buttons for the keyboard. */
export const OrderCard = ({
  drop,
  children,
}: Pick<Ordered, 'drop'> & {
  children: ReactNode
}) => (
  <li data-ordered className={`box ${styles.card}`} data-drop={drop || undefined}>
    {children}
  </li>
)

/** `thing` is 'question' or the like, for the names of the buttons. */
export function OrderHead({
  thing,
  index,
  count,
  order: { handle, onStep },
  onRemove,
}: {
  thing: string
  index: number
  count: number
  order: Ordered
  onRemove: () => void
}) {
  const number = index + 1
  return (
    <div className={`row gap-1 soft ${styles.head}`}>
      <span className={styles.handle} title="Drag to reorder" aria-hidden {...handle}>
        <GripVertical size={18} />
      </span>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <button
        type="button"
        className="button quiet small"
        data-move="up"
        aria-label={`Move ${thing} ${number} up`}
        aria-disabled={index === 0}
        onClick={() => onStep(-1)}
      >
        <ArrowUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button quiet small"
        data-move="down"
        aria-label={`Move ${thing} ${number} down`}
        aria-disabled={number === count}
        onClick={() => onStep(1)}
      >
        <ArrowDown size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button quiet small"
        aria-label={`Remove ${thing} ${number}`}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden />
      </button>
    </div>
  )
}
