import { useQuery } from '@tanstack/react-query'
import { applicationStatuses } from '#api/applications/contract/status.ts'
import { Tabs } from '../../ui/list/Tabs.tsx'
import { statsQuery } from '../queries.ts'
import { statusLabel } from '../status/StatusBadge.tsx'
import type { Address } from '../use-address.ts'

const statuses = ['all', ...applicationStatuses] as const

/** The counts follow the other filters. */
export function StatusTabs({ address }: { address: Address }) {
  const { filters, searchWith } = address
  const { data: stats } = useQuery(statsQuery(filters))
  const all = stats && Object.values(stats).reduce((sum, count) => sum + count, 0)
  const tabs = statuses.map((status) => ({
    label: status === 'all' ? 'All' : statusLabel[status],
    to: '/applications',
    search: searchWith({ status }),
    current: filters.status === status,
    count: (status === 'all' ? all : stats?.[status]) ?? ('loading' as const),
  }))
  return <Tabs label="Status" tabs={tabs} />
}
