import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { lastList, neighbours } from '../lib/last-list.ts'
import styles from './Neighbours.module.css'

/** Label of the button that led here: the same button gets the focus again. */
let taken: string | undefined

/** Previous and next application of the last list. */
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
  // A link without href (HTML, 4.6.2) keeps the focus at the end of the list.
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
