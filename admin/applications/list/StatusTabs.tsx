import { useQuery } from '@tanstack/react-query'
import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import { formatCapped, formatCount } from '../../lib/text/format.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { Tabs } from '../../ui/list/Tabs.tsx'
import { type Stats, statsQuery, totalOf } from '../queries.ts'
import type { Address } from '../use-address.ts'

const statuses = ['all', ...applicationStatuses] as const

/** Where counting stopped, each status has at least as many as were counted. */
function shown(stats: Stats, status: (typeof statuses)[number]) {
  const { counts, isCapped } = stats
  if (status !== 'all') return formatCapped(counts[status], isCapped)
  // One more than the cap was counted.
  return isCapped ? formatCapped(totalOf(stats) - 1, true) : formatCount(totalOf(stats))
}

/** The counts follow the other filters. */
export function StatusTabs({ address }: { address: Address }) {
  const { filters, searchWith } = address
  const { data: stats } = useQuery(statsQuery(filters))
  const tabs = statuses.map((status) => ({
    label: status === 'all' ? 'All' : statusLabel[status],
    to: '/applications',
    search: searchWith({ status }),
    current: filters.status === status,
    count: stats ? shown(stats, status) : ('loading' as const),
  }))
  return <Tabs label="Status" tabs={tabs} />
}
