import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { lastList, neighbours } from '../../lib/last-list.ts'
import styles from './Neighbours.module.css'

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
  const className = `button ${styles.step}`
  if (!id)
    return (
      <span className={className} aria-disabled="true">
        <Icon size={18} aria-hidden />
      </span>
    )
  return (
    <Link
      className={className}
      to="/applications/$id"
      params={{ id: String(id) }}
      aria-label={label}
      title={label}
    >
      <Icon size={18} aria-hidden />
    </Link>
  )
}
