import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import { sentence } from '../lib/api.ts'
import { type PagesPage, pageListQuery, perPage } from '../lib/pages.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Empty, Failed, Loading } from '../ui/States.tsx'
import styles from './JobList.module.css'
import { PageRow } from './pages/PageRow.tsx'

const pageOf = ({ page }: { page?: string }) =>
  /^[1-9]\d{0,7}$/.test(page ?? '') ? Number(page) : 1

const linkTo = (page: number) => ({ to: '/pages', search: page > 1 ? { page } : {} })

export default function PageList() {
  const page = pageOf(useSearch({ strict: false }))
  const { data, error, isPlaceholderData, refetch } = useQuery(pageListQuery(page))
  return (
    <>
      <PageHeader
        title="Pages"
        description="Pages of the site, newest first. Published ones can be read by everyone."
        actions={
          <Link className="button primary" to="/pages/new">
            <Plus size={17} aria-hidden /> New Page
          </Link>
        }
      />
      {data && <Pages page={page} {...data} busy={isPlaceholderData} />}
      {!data && error && (
        <Failed
          message="Failed to load pages"
          reason={sentence(error, '')}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Loading rows={8} />}
    </>
  )
}

function Pages({ page, rows, total, busy }: PagesPage & { page: number; busy: boolean }) {
  if (!total)
    return (
      <Empty icon={FileText} title="No pages yet">
        Write the first one with New Page. The page with the slug home is what Home shows.
      </Empty>
    )
  // Deleting the last row of the last page leaves a page that does not exist.
  const last = Math.ceil(total / perPage)
  if (!rows.length && !busy && page > last) return <Navigate {...linkTo(last)} replace />
  return (
    <>
      <ul className={styles.rows} aria-busy={busy}>
        {rows.map((row) => (
          <PageRow key={row.id} row={row} page={page} />
        ))}
      </ul>
      <Pager page={page} perPage={perPage} total={total} linkTo={linkTo} />
    </>
  )
}
