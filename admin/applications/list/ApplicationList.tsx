import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChartNoAxesColumn, Columns3, List, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { perPage } from '../../lib/api/entity-queries.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { keepList } from '../../lib/last-list.ts'
import { publicSettingsQuery } from '../../lib/settings/public-settings.ts'
import { formatCapped } from '../../lib/text/format.ts'
import { DropOnWindow } from '../../ui/files/DropOnWindow.tsx'
import { MoreActions } from '../../ui/list/MoreActions.tsx'
import { Pager } from '../../ui/list/Pager.tsx'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Loaded, Loading } from '../../ui/States.tsx'
import { BulkProgress } from '../bulk/BulkProgress.tsx'
import { UnsentEmail } from '../bulk/UnsentEmail.tsx'
import { toSearch } from '../filters.ts'
import { ManualApplication } from '../manual/ManualApplication.tsx'
import { applicationListQuery } from '../queries.ts'
import { handOver } from '../resumes/dropped.ts'
import { type Address, useAddress } from '../use-address.ts'
import styles from './ApplicationList.module.css'
import { ActiveFilters } from './filter/ActiveFilters.tsx'
import { FilterMenu } from './filter/FilterMenu.tsx'
import { SavedFilters } from './filter/SavedFilters.tsx'
import { NotesEditor } from './NotesEditor.tsx'
import { NothingHere } from './NothingHere.tsx'
import { Rows } from './Rows.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import { useSelection } from './use-selection.ts'

const Board = lazy(() => import('../board/Board.tsx'))

/** The URL holds filters, search, sort and page; the server applies them. */
export default function ApplicationList() {
  const address = useAddress()
  const list = useList(address)
  const { filters, filter } = address
  const { job_id } = filters
  const person = usePerson()
  const mayAdd = may(person, 'review_applications')
  const mayImport = mayAdd && may(person, 'manage_jobs')
  const navigate = useNavigate()
  const inResumes = useQuery(publicSettingsQuery).data?.search_resumes === 'true'
  const addResumes = () =>
    navigate({ to: '/applications/resumes', search: job_id === 'all' ? {} : { job_id } })
  return (
    <div className={styles.list} data-room={filters.view && 'wide'}>
      <PageHeader
        title="Applications Management"
        description={
          <div className={`row wrap ${styles.showing}`}>
            <span role="status">{showing(list.data)}</span>
            <ActiveFilters address={address} />
          </div>
        }
        actions={
          <>
            <Link className={`button ${styles.new}`} to="/applications/reports">
              <ChartNoAxesColumn size={16} aria-hidden /> <span>Reports</span>
            </Link>
            {mayAdd && (
              <button
                type="button"
                className={`button primary ${styles.new}`}
                onClick={() => address.open({ new: 1 })}
              >
                <Plus size={16} aria-hidden /> <span>New Application</span>
              </button>
            )}
            <MoreActions
              name="all applications"
              actions={[
                ...(mayAdd ? [{ word: 'Add resumes…', onClick: addResumes }] : []),
                ...(mayImport
                  ? [{ word: 'Import…', onClick: () => navigate({ to: '/applications/import' }) }]
                  : []),
                { word: 'Shared links', onClick: () => navigate({ to: '/applications/shared' }) },
              ]}
            />
          </>
        }
      />
      <BulkProgress />
      <div className={`row wrap ${styles.bar}`}>
        <StatusTabs address={address} />
        <FilterMenu address={address} />
        <SearchBox
          q={filters.q}
          onSearch={(q) => filter({ q }, { replace: true })}
          label="Search applications"
          hint={`Search name, email, #number, answers, letter, notes${inResumes ? ', resumes' : ''}`}
        />
        <SavedFilters filters={filters} />
        <ViewLink address={address} />
      </div>
      {filters.view ? (
        <Suspense fallback={<Loading rows={8} />}>
          <Board address={address} />
        </Suspense>
      ) : (
        <Results address={address} list={list} />
      )}
      <UnsentEmail />
      {mayAdd && (
        <DropOnWindow
          word="Drop resumes to add applications"
          onFiles={(files) => {
            handOver(files)
            addResumes()
          }}
        />
      )}
      {address.notes && <NotesEditor id={address.notes} onClose={() => address.open({})} />}
      {address.adding && mayAdd && (
        <ManualApplication
          {...(job_id !== 'all' && { jobId: job_id })}
          onClose={() => address.open({})}
        />
      )}
    </div>
  )
}

/** To the same applications as rows, or as columns. */
function ViewLink({ address: { filters, searchWith } }: { address: Address }) {
  const [word, Icon] = filters.view ? ['List', List] : ['Board', Columns3]
  return (
    <Link
      className={`button quiet small ${styles.view}`}
      to="/applications"
      search={searchWith({ view: filters.view ? undefined : 'board' })}
    >
      <Icon size={15} aria-hidden /> <span>{word}</span>
    </Link>
  )
}

/** A no-break space reserves the line while the count loads. */
const showing = (data: Listed['data']) => {
  if (!data) return '\u00A0'
  const { total, isCapped } = data
  const count = isCapped ? formatCapped(total, true) : total
  return `Showing ${count} application${total === 1 ? '' : 's'}`
}

type Listed = ReturnType<typeof useList>

/** Stores the list for the way back from an application; goes to the last page if past the end. */
function useList({ filters, filter }: Address) {
  const list = useQuery(applicationListQuery(filters))
  const { data, isPlaceholderData } = list
  useEffect(() => {
    // On the board, a column becomes the list.
    if (!data || isPlaceholderData || filters.view) return
    const { page } = filters
    keepList({
      search: toSearch({ ...filters, page: 1 }),
      ids: data.rows.map(({ id }) => id),
      pages: [page, page],
      before: (page - 1) * perPage,
      total: data.total,
    })
    if (!data.rows.length && data.total)
      filter({ page: Math.ceil(data.total / perPage) }, { replace: true })
  })
  return list
}

const Results = ({ address, list }: { address: Address; list: Listed }) => (
  <Loaded query={list} failed="Failed to load applications" rows={10}>
    {(data) => <Found address={address} data={data} waiting={list.isPlaceholderData} />}
  </Loaded>
)

function Found({
  address,
  data,
  waiting,
}: {
  address: Address
  data: NonNullable<Listed['data']>
  /** The applications are those of the filters before. */
  waiting: boolean
}) {
  const { filters, filter, open, searchWith } = address
  const selection = useSelection(filters)
  if (!data.total) return <NothingHere address={address} />
  return (
    <>
      <Rows
        rows={data.rows}
        waiting={waiting}
        sort={filters.sort}
        isPool={Boolean(filters.keep)}
        onSort={(sort) => filter({ sort })}
        selection={selection}
        onNotes={(id) => open({ notes: id })}
      />
      <SelectionBar
        control={selection}
        rows={data.rows}
        total={data.total}
        isCapped={data.isCapped}
        isPool={Boolean(filters.keep)}
      />
      <Pager
        page={filters.page}
        perPage={perPage}
        total={data.total}
        isCapped={data.isCapped}
        linkTo={(page) => ({ to: '/applications', search: searchWith({ page }) })}
      />
    </>
  )
}
