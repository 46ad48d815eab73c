import { Link } from '@tanstack/react-router'
import { Columns3, MailPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatCapped } from '../../lib/text/format.ts'
import { BulkBar } from '../bulk/BulkBar.tsx'
import type { ListedApplication } from '../queries.ts'
import { maxCompared, minCompared } from './compared.ts'
import styles from './SelectionBar.module.css'
import type { SelectionControl } from './use-selection.ts'

const InviteDialog = lazy(() => import('../invite/InviteDialog.tsx'))

/** How many are selected, and what to do with them. */
export function SelectionBar({
  control,
  rows,
  total,
  isCapped,
  isPool,
}: {
  control: SelectionControl
  rows: ListedApplication[]
  total: number
  /** More than `total` match. */
  isCapped: boolean
  /** The rows are those who agreed to be kept for later. */
  isPool: boolean
}) {
  const [invited, setInvited] = useState<ListedApplication>()
  const { selection, size, cleared, has, selectAll, clear } = control
  const selected = formatCapped(size, 'filter' in selection && selection.isCapped)
  const only = size === 1 ? rows.find(({ id }) => has(id)) : undefined
  const isPageSelected = rows.every(({ id }) => has(id))
  return (
    <>
      <p className="visually-hidden" role="status">
        {cleared && <span>Selection cleared, because the filters changed</span>}
        {size > 0 && <span>{`${selected} selected`}</span>}
      </p>
      {size > 0 && (
        <section className={`row wrap ${styles.bar}`} aria-label="Selection">
          <strong>{`${selected} selected`}</strong>
          {isPageSelected && size < total && (
            <button
              type="button"
              className="button quiet small"
              onClick={() => selectAll(total, isCapped)}
            >
              {`Select all ${formatCapped(total, isCapped)} that match`}
            </button>
          )}
          {'ids' in selection && size >= minCompared && size <= maxCompared && (
            <Link
              className="button small"
              to="/applications/compare"
              search={{ ids: selection.ids.join(',') }}
            >
              <Columns3 size={15} aria-hidden /> Compare
            </Link>
          )}
          {isPool && only && !only.withdrawn_at && (
            <button type="button" className="button small" onClick={() => setInvited(only)}>
              <MailPlus size={15} aria-hidden /> Invite to a job…
            </button>
          )}
          <BulkBar
            selection={selection}
            hasSpam={rows.some(({ id, suspicious }) => suspicious && has(id))}
            onDone={clear}
          />
          <button type="button" className="button quiet small" onClick={clear}>
            Clear selection
          </button>
        </section>
      )}
      {invited && (
        <Suspense>
          <InviteDialog application={invited} onClose={() => setInvited(undefined)} />
        </Suspense>
      )}
    </>
  )
}
