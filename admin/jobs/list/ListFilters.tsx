import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { placeText } from '#api/website/jobs/contract/facts.ts'
import { employmentTypes, jobStates, maxLengths, workplaces } from '#api/website/jobs/contract.ts'
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { useSearchParams } from '../../lib/hooks/use-search-params.ts'
import { siteWords } from '../../lib/site-words.ts'
import { PanelButton } from '../../ui/list/PanelButton.tsx'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import { facts } from '../preview/said.ts'
import { jobSuggestionsQuery, noSuggestions } from '../queries.ts'
import { type JobFilters, readFilters, toSearch } from './filters.ts'
import styles from './ListFilters.module.css'

const stateLabels: Record<(typeof jobStates)[number], string> = {
  active: 'Active',
  inactive: 'Inactive',
  scheduled: 'Scheduled',
  closed: 'Closed',
}

/** The filters in the URL; a change leads back to the first page. */
export function useFilters() {
  const [search, setSearch] = useSearchParams('/jobs')
  const filters = readFilters(search)
  const filter = (change: Partial<JobFilters>, options?: { replace?: boolean }) =>
    setSearch(toSearch({ ...filters, page: 1, ...change }), options)
  return { filters, filter }
}

export function ListFilters({ filters, filter }: ReturnType<typeof useFilters>) {
  const { data: suggestions = noSuggestions } = useQuery(jobSuggestionsQuery)
  const teams = suggestions.teams
  const isWide = useMediaQuery('(width >= 64rem)')
  const { team_jobs = [] } = usePerson()
  const places = [
    ...new Set(suggestions.places.map((place) => placeText(place, siteWords.dateLocale))),
  ]
  const select = (
    name: 'team' | 'type' | 'workplace' | 'place' | 'state' | 'mine',
    label: string,
    all: string,
    options: ReactNode,
  ) => (
    <select
      className="input"
      aria-label={label}
      value={filters[name]}
      onChange={(event) => filter({ [name]: event.target.value })}
    >
      <option value="">{all}</option>
      {options}
    </select>
  )
  /** Options, plus selected values that no job has any more. */
  const named = (name: 'team' | 'place', values: string[]) =>
    [...new Set([...values, filters[name]].filter(Boolean))]
      .sort((a, b) => a.localeCompare(b))
      .map((value) => <option key={value}>{value}</option>)
  const labeled = (values: readonly string[], labels: Record<string, string>) =>
    values.map((value) => (
      <option key={value} value={value}>
        {labels[value]}
      </option>
    ))
  const selects = (
    <>
      {select('team', 'Team', 'All teams', named('team', teams))}
      {select(
        'type',
        'Employment type',
        'All types',
        labeled(employmentTypes, facts.employmentTypes),
      )}
      {select('workplace', 'Workplace', 'All workplaces', labeled(workplaces, facts.workplaces))}
      {select('place', 'Place', 'All places', named('place', places))}
      {select('state', 'State', 'All states', labeled(jobStates, stateLabels))}
      {team_jobs.length > 0 &&
        select('mine', 'Hiring team', 'All hiring teams', <option value="true">My jobs</option>)}
    </>
  )
  const { q, page, ...chosen } = filters
  const count = Object.values(chosen).filter(Boolean).length
  return (
    <div className={styles.filters}>
      <SearchBox
        q={filters.q}
        onSearch={(q) => filter({ q }, { replace: true })}
        label="Search jobs"
        hint="Search title, text, team, place"
        max={maxLengths.q}
      />
      {isWide ? (
        selects
      ) : (
        <PanelButton label="Filters" className="button" panel={selects}>
          <span>{count > 0 ? `Filter (${count})` : 'Filter'}</span> <Plus size={14} aria-hidden />
        </PanelButton>
      )}
    </div>
  )
}
