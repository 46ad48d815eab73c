import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { formatCount } from '../../lib/text/format.ts'
import styles from './TopBar.module.css'
import type { Neighbors as Around } from './use-neighbors.ts'

type Search = Record<string, unknown>

/** The place in the list, and the ways to the applications before and after. */
export function Neighbors({ neighbors, search }: { neighbors: Around; search: Search }) {
  const { previous, next, position = 0, total = 0 } = neighbors
  return (
    <nav className={styles.neighbors} aria-label="Applications of the list" data-keeps-focus>
      <Step
        id={previous}
        search={search}
        label="Previous application"
        shortcut="K"
        icon={ChevronLeft}
      />
      <span className={`meta tabular ${styles.position}`}>
        {formatCount(position)} of {formatCount(total)}
      </span>
      <Step id={next} search={search} label="Next application" shortcut="J" icon={ChevronRight} />
    </nav>
  )
}

function Step({
  id,
  search,
  label,
  shortcut,
  icon: Icon,
}: {
  id: number | undefined
  search: Search
  label: string
  shortcut: string
  icon: LucideIcon
}) {
  return (
    <Link
      className={`button quiet small ${styles.step}`}
      to="/applications/$id"
      params={{ id: String(id) }}
      search={search}
      // At the end of the list, a link without href (HTML, 4.6.2) that keeps the focus.
      disabled={!id}
      tabIndex={0}
      aria-label={label}
      aria-keyshortcuts={shortcut}
    >
      <Icon size={18} aria-hidden />
    </Link>
  )
}
