import { useQuery } from '@tanstack/react-query'
import { History, SearchX } from 'lucide-react'
import { useSearchParams } from '../lib/hooks/use-search-params.ts'
import { PagedList, readPage } from '../ui/list/PagedList.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty } from '../ui/States.tsx'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { AuditRow } from './AuditRow.tsx'
import { ExportButton } from './ExportButton.tsx'
import { type AuditFilters, auditListQuery, readFilters, toSearch } from './queries.ts'

const path = '/activity'

export default function AuditTrail() {
  const [params, setParams] = useSearchParams(path)
  const filters = readFilters(params)
  const page = readPage(params)
  const list = useQuery(auditListQuery(filters, page))
  const search = toSearch(filters)
  const isFiltered = Object.keys(search).length > 0
  const filter = (change: Partial<AuditFilters>, replace = false) =>
    setParams(toSearch({ ...filters, ...change }), { replace })
  return (
    <>
      <PageHeader
        title="Activity Log"
        description="A read-only record of the last 400 days."
        actions={<ExportButton filters={filters} />}
      />
      <AuditFilterBar filters={filters} onFilter={filter} />
      <PagedList
        path={path}
        filters={search}
        page={page}
        list={list}
        failed="Failed to load the activity log"
        empty={
          isFiltered ? (
            <Empty
              icon={SearchX}
              title="No activity matches these filters"
              action={
                <button type="button" className="button" onClick={() => setParams({})}>
                  Clear All Filters
                </button>
              }
            />
          ) : (
            <Empty icon={History} title="No activity yet" />
          )
        }
      >
        {(event) => <AuditRow key={event.id} event={event} />}
      </PagedList>
    </>
  )
}
