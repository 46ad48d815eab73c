import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { BriefcaseBusiness, Plus } from 'lucide-react'
import { sentence } from '../lib/api.ts'
import { type JobPage, jobPageQuery, perPage } from '../lib/jobs.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Empty, Failed, Loading } from '../ui/States.tsx'
import styles from './JobList.module.css'
import { JobRow } from './jobs/JobRow.tsx'

const pageOf = ({ page }: { page?: string }) =>
  /^[1-9]\d{0,7}$/.test(page ?? '') ? Number(page) : 1

const linkTo = (page: number) => ({ to: '/jobs', search: page > 1 ? { page } : {} })

export default function JobList() {
  const page = pageOf(useSearch({ strict: false }))
  const { data, error, isPlaceholderData, refetch } = useQuery(jobPageQuery(page))
  return (
    <>
      <PageHeader
        title="Jobs Management"
        description="Job openings, newest first. Active ones are on the site."
        actions={
          <Link className="button primary" to="/jobs/new">
            <Plus size={17} aria-hidden /> New Job
          </Link>
        }
      />
      {data && <Jobs page={page} {...data} busy={isPlaceholderData} />}
      {!data && error && (
        <Failed
          message="Failed to load jobs"
          reason={sentence(error, '')}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Loading rows={8} />}
    </>
  )
}

function Jobs({ page, rows, total, busy }: JobPage & { page: number; busy: boolean }) {
  if (!total)
    return (
      <Empty icon={BriefcaseBusiness} title="No job openings yet">
        Write the first one with New Job. It is on the site as soon as you save it, or later if you
        leave it inactive.
      </Empty>
    )
  // Deleting the last row of the last page leaves a page that does not exist.
  const last = Math.ceil(total / perPage)
  if (!rows.length && !busy && page > last) return <Navigate {...linkTo(last)} replace />
  return (
    <>
      <ul className={styles.rows} aria-busy={busy}>
        {rows.map((job) => (
          <JobRow key={job.id} job={job} page={page} />
        ))}
      </ul>
      <Pager page={page} perPage={perPage} total={total} linkTo={linkTo} />
    </>
  )
}
