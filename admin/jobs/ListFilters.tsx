import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { employmentTypes, jobStates, longest, workplaces } from '#api/jobs/contract.ts'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { type JobFilters, toSearch } from './filters.ts'
import styles from './ListFilters.module.css'
import { jobSuggestionsQuery, noSuggestions } from './queries.ts'
import { facts } from './said.ts'

const stateLabels: Record<(typeof jobStates)[number], string> = {
  active: 'Active',
  inactive: 'Inactive',
  scheduled: 'Scheduled',
  closed: 'Closed',
}

/** Changes the filters in the URL; back to the first page. */
export function useFilter(filters: JobFilters) {
  const navigate = useNavigate()
  return (change: Partial<JobFilters>, options: { replace?: boolean } = {}) =>
    navigate({
      to: '/jobs',
      search: toSearch({ ...filters, page: 1, ...change }),
      resetScroll: false,
      ...options,
    })
}

export function ListFilters({ filters }: { filters: JobFilters }) {
  const filter = useFilter(filters)
  const { data: suggestions = noSuggestions } = useQuery(jobSuggestionsQuery)
  const { team } = filters
  const teams = suggestions.teams.toSorted((a, b) => a.localeCompare(b))
  const select = (
    name: 'team' | 'type' | 'workplace' | 'state',
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
  const labelled = (values: readonly string[], labels: Record<string, string>) =>
    values.map((value) => (
      <option key={value} value={value}>
        {labels[value]}
      </option>
    ))
  return (
    <div className={styles.filters}>
      <SearchBox
        q={filters.q}
        onSearch={(q) => filter({ q }, { replace: true })}
        label="Search jobs"
        hint="Search title, text, team, place"
        longest={longest.q}
      />
      {select(
        'team',
        'Team',
        'All teams',
        (team && !teams.includes(team) ? [team, ...teams] : teams).map((name) => (
          <option key={name}>{name}</option>
        )),
      )}
      {select(
        'type',
        'Employment type',
        'All types',
        labelled(employmentTypes, facts.employmentTypes),
      )}
      {select('workplace', 'Workplace', 'All workplaces', labelled(workplaces, facts.workplaces))}
      {select('state', 'State', 'All states', labelled(jobStates, stateLabels))}
    </div>
  )
}
