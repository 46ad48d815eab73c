import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BriefcaseBusiness, CodeXml, Plus } from 'lucide-react'
import { PagedList, usePageNumber } from '../ui/list/PagedList.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty } from '../ui/States.tsx'
import { JobRow } from './JobRow.tsx'
import { jobListQuery } from './queries.ts'

export default function JobList() {
  const page = usePageNumber()
  const list = useQuery(jobListQuery(page))
  return (
    <>
      <PageHeader
        title="Jobs Management"
        description="Active jobs are live on your site."
        actions={
          <>
            <Link className="button" to="/jobs/embed">
              <CodeXml size={17} aria-hidden /> On Your Website
            </Link>
            <Link className="button primary" to="/jobs/new">
              <Plus size={17} aria-hidden /> New Job
            </Link>
          </>
        }
      />
      <PagedList
        path="/jobs"
        page={page}
        list={list}
        failed="Failed to load jobs"
        empty={
          <Empty icon={BriefcaseBusiness} title="No job openings yet">
            Create your first job with New Job. It goes live when you save it, unless you keep it
            inactive.
          </Empty>
        }
      >
        {(job) => <JobRow key={job.id} job={job} page={page} />}
      </PagedList>
    </>
  )
}
