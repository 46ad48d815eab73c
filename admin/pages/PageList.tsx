import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import { PagedList, usePageNumber } from '../ui/list/PagedList.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty } from '../ui/States.tsx'
import { PageRow } from './PageRow.tsx'
import { pageListQuery } from './queries.ts'

export default function PageList() {
  const page = usePageNumber()
  const list = useQuery(pageListQuery(page))
  return (
    <>
      <PageHeader
        title="Pages"
        description="Published pages are visible to everyone."
        actions={
          <Link className="button primary" to="/pages/new">
            <Plus size={17} aria-hidden /> New Page
          </Link>
        }
      />
      <PagedList
        path="/pages"
        page={page}
        list={list}
        failed="Failed to load pages"
        empty={
          <Empty
            icon={FileText}
            title="No pages yet"
            action={
              <Link className="button primary" to="/pages/new">
                Create your first page
              </Link>
            }
          >
            The page with the address “home” appears on your home page.
          </Empty>
        }
      >
        {(row) => <PageRow key={row.id} row={row} page={page} />}
      </PagedList>
    </>
  )
}
