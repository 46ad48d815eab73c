import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ApplicationFilters } from '../filters.ts'
import rowStyles from './ApplicationRow.module.css'
import styles from './ListHead.module.css'

type Sort = ApplicationFilters['sort']

type Column = {
  label: string
  cell: string | undefined
  /** The order at the first click, and the other way round. */
  sorts?: readonly [Sort, Sort]
}

const orders: Record<Sort, string> = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  name: 'Name A–Z',
  '-name': 'Name Z–A',
  job_title: 'Job A–Z',
  '-job_title': 'Job Z–A',
  status: 'Status A–Z',
  '-status': 'Status Z–A',
  '-reviewed_at': 'Last reviewed first',
  '-verdict': 'Best verdict first',
  interview_at: 'Next interview first',
  kept_until: 'Kept until, soonest first',
  '-kept_until': 'Kept until, latest first',
}

const columns: Column[] = [
  { label: 'Name', cell: rowStyles.who, sorts: ['name', '-name'] },
  { label: 'Job', cell: rowStyles.job, sorts: ['job_title', '-job_title'] },
  { label: 'Applied', cell: rowStyles.date, sorts: ['-created_at', 'created_at'] },
  { label: 'Due', cell: rowStyles.due },
  { label: 'Status', cell: rowStyles.status, sorts: ['status', '-status'] },
]

/** Of those who agreed to be kept, that counts in place of when an answer is due. */
const keptColumn: Column = {
  label: 'Kept until',
  cell: rowStyles.due,
  sorts: ['kept_until', '-kept_until'],
}

const pooled = columns.map((column) => (column.label === 'Due' ? keptColumn : column))

/**
 * Selects all rows of the page, and sorts: by a column, or by a select with all orders.
 * Not part of the grid, which is a single tab stop.
 */
export function ListHead({
  sort,
  isPool,
  onSort,
  selected,
  total,
  onSelect,
}: {
  sort: Sort
  /** The rows are those who agreed to be kept for later. */
  isPool: boolean
  onSort: (sort: Sort) => void
  /** How many of the page's `total` rows are selected. */
  selected: number
  total: number
  onSelect: (on: boolean) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < total
  }, [selected, total])
  return (
    <div className={`${rowStyles.row} ${styles.head}`}>
      <div className={rowStyles.check}>
        <label>
          <input
            ref={box}
            type="checkbox"
            aria-label="Select all on this page"
            checked={selected === total}
            onChange={() => onSelect(selected < total)}
          />
        </label>
      </div>
      {(isPool ? pooled : columns).map(({ label, cell, sorts }) => (
        <div key={label} className={`${cell} ${styles.column}`}>
          {sorts ? <SortButton label={label} sorts={sorts} sort={sort} onSort={onSort} /> : label}
        </div>
      ))}
      <select
        className={`input ${styles.sort}`}
        aria-label="Sort by"
        value={sort}
        onChange={({ target }) => onSort(target.value as Sort)}
      >
        {Object.entries(orders).map(([order, label]) => (
          <option key={order} value={order}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

function SortButton({
  label,
  sorts: [first, second],
  sort,
  onSort,
}: {
  label: string
  sorts: readonly [Sort, Sort]
  sort: Sort
  onSort: (sort: Sort) => void
}) {
  const isSorted = sort === first || sort === second
  const isDescending = sort.startsWith('-')
  const Arrow = isDescending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      data-sorted={isSorted || undefined}
      onClick={() => onSort(sort === first ? second : first)}
    >
      {label}
      {isSorted && (
        <>
          <span className="visually-hidden">
            , sorted {isDescending ? 'descending' : 'ascending'}
          </span>
          <Arrow size={13} aria-hidden />
        </>
      )}
    </button>
  )
}
