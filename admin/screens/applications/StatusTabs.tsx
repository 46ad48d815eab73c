import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { applicationStatuses } from '#db/enums.ts'
import { statsQuery } from '../../lib/applications.ts'
import { formatCount } from '../../lib/format.ts'
import { statusLabel } from '../../ui/StatusBadge.tsx'
import styles from './StatusTabs.module.css'
import type { Address } from './use-address.ts'

const tabs = ['all', ...applicationStatuses] as const

/** On a small screen the tabs are wider than it. */
function showCurrent(nav: HTMLElement | null) {
  const tab = nav?.querySelector<HTMLElement>('[data-current]')
  if (tab) nav?.scrollTo({ left: tab.offsetLeft - nav.clientWidth / 2 + tab.offsetWidth / 2 })
}

/** The list by status. The counts are of all applications, so they are shown only while nothing else narrows the list. */
export function StatusTabs({ address }: { address: Address }) {
  const { filters, searchWith } = address
  const { data: stats } = useQuery(statsQuery)
  const counted = stats && filters.job_id === 'all' && !filters.q
  const sum = stats && Object.values(stats).reduce((total, count) => total + count, 0)
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has become the current one
  useEffect(() => showCurrent(nav.current), [filters.status])
  return (
    <nav ref={nav} className={styles.tabs} aria-label="Status">
      {tabs.map((status) => {
        const count = status === 'all' ? sum : stats?.[status]
        return (
          <Link
            key={status}
            className={styles.tab}
            to="/applications"
            search={searchWith({ status })}
            resetScroll={false}
            data-current={filters.status === status || undefined}
            aria-current={filters.status === status ? 'true' : undefined}
          >
            {status === 'all' ? 'All' : statusLabel[status]}
            {counted && <span className={styles.count}>{formatCount(count ?? 0)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
