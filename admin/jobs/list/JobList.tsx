import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BriefcaseBusiness, ChartNoAxesColumn, CodeXml, Plus, SearchX } from 'lucide-react'
import { MoreActions } from '../../ui/list/MoreActions.tsx'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/States.tsx'
import { jobListQuery } from '../queries.ts'
import { StatusLegend, totalOf } from '../StatusBar.tsx'
import { isFiltered, readFilters, toSearch } from './filters.ts'
import styles from './JobList.module.css'
import { JobRow } from './JobRow.tsx'
import { ListFilters, useFilters } from './ListFilters.tsx'
import { useDownloadAds } from './use-download-ads.ts'

/** The URL holds the filters and the page; the server applies them. */
export default function JobList() {
  const { filters, filter } = useFilters()
  const download = useDownloadAds()
  const list = useQuery(jobListQuery(filters))
  const { page } = filters
  const search = toSearch({ ...filters, page: 1 })
  const found = list.isPlaceholderData ? undefined : list.data?.total
  return (
    <>
      <PageHeader
        title="Jobs Management"
        description={
          <span role="status">
            {isFiltered(filters) && found !== undefined
              ? `Showing ${found} ${found === 1 ? 'job' : 'jobs'}`
              : 'Active jobs are live on your site.'}
          </span>
        }
        actions={
          <>
            <Link className="button" to="/jobs/visits">
              <ChartNoAxesColumn size={17} aria-hidden /> Visits
            </Link>
            <Link className="button" to="/jobs/embed">
              <CodeXml size={17} aria-hidden /> Embed
            </Link>
            <Link className="button primary" to="/jobs/new">
              <Plus size={17} aria-hidden /> New Job
            </Link>
            <MoreActions
              name="all jobs"
              actions={[{ word: 'Download published ads', onClick: download }]}
            />
          </>
        }
      />
      <ListFilters filters={filters} filter={filter} />
      {list.data?.rows.some(({ status_counts }) => totalOf(status_counts) > 0) && (
        <div className={styles.legend}>
          <StatusLegend />
        </div>
      )}
      <PagedList
        path="/jobs"
        filters={search}
        page={page}
        list={list}
        failed="Failed to load jobs"
        empty={<NoJobs filters={filters} filter={filter} />}
      >
        {(job) => <JobRow key={job.id} job={job} page={page} filters={search} />}
      </PagedList>
    </>
  )
}

function NoJobs({ filters, filter }: ReturnType<typeof useFilters>) {
  return isFiltered(filters) ? (
    <Empty
      icon={SearchX}
      title="No jobs match these filters"
      action={
        <button type="button" className="button" onClick={() => filter(readFilters({}))}>
          Clear All Filters
        </button>
      }
    >
      Try removing a filter or searching for fewer words.
    </Empty>
  ) : (
    <Empty
      icon={BriefcaseBusiness}
      title="No job openings yet"
      action={
        <Link className="button primary" to="/jobs/new">
          Create your first job
        </Link>
      }
    >
      It goes live when you save it, unless you keep it inactive.
    </Empty>
  )
}
