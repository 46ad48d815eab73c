import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { lastList, neighbours } from '../lib/last-list.ts'
import styles from './Neighbours.module.css'

/** The label of the step that led to this application: the same step gets the focus here. */
let taken: string | undefined

/** The applications before and after this one in the list one came from. */
export function Neighbours({ id }: { id: number }) {
  const { ids } = lastList()
  if (!ids.includes(id)) return null
  const { previous, next } = neighbours(ids, id)
  return (
    <nav className={styles.neighbours} aria-label="Applications of the list">
      <Step id={previous} label="Previous application" icon={ChevronLeft} />
      <Step id={next} label="Next application" icon={ChevronRight} />
    </nav>
  )
}

function Step({
  id,
  label,
  icon: Icon,
}: {
  id: number | undefined
  label: string
  icon: LucideIcon
}) {
  const step = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (taken !== label) return
    taken = undefined
    step.current?.focus()
  }, [label])
  const common = {
    ref: step,
    className: `button ${styles.step}`,
    'aria-label': label,
  }
  // A link without a target (HTML, 4.6.2) can still hold the focus at the end of the list.
  if (!id)
    return (
      <a {...common} role="link" aria-disabled="true" tabIndex={0}>
        <Icon size={18} aria-hidden />
      </a>
    )
  return (
    <Link
      {...common}
      to="/applications/$id"
      params={{ id: String(id) }}
      onClick={() => {
        taken = label
      }}
    >
      <Icon size={18} aria-hidden />
    </Link>
  )
}
