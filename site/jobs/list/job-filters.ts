import { comparable } from '#api/core/http/contract/comparable.ts'
import type { Words } from '#api/core/words/contract.ts'
import { addressOf, type JobSearch } from '#api/website/jobs/contract/job-search.ts'
import {
  type EmploymentType,
  type FilterKind,
  filterKinds,
  type Workplace,
} from '#api/website/jobs/contract.ts'

type Value = { value: string; count: number }
export type Facets = Record<FilterKind, Value[]>

/** How many values of a filter are listed. */
const maxListed = 40

const labelOf = ({ facts }: Words, kind: FilterKind, value: string) => {
  if (kind === 'type') return facts.employmentTypes[value as EmploymentType] ?? value
  if (kind === 'workplace') return facts.workplaces[value as Workplace] ?? value
  return value
}

/** Such as 'Full time, Internship'. */
export const typesText = (types: string[], words: Words) =>
  types.map((type) => labelOf(words, 'type', type)).join(', ')

/** Jobs that are sorted by team, a group for each team; those without one are the last. */
export const groupByTeam = <Job extends { team: string | null }>(jobs: Job[]): Job[][] => [
  ...Map.groupBy(jobs, ({ team }) => team && comparable(team)).values(),
]

/** What is chosen, as staff write it, with the address of the list without it. */
export const chosenOf = (search: JobSearch, facets: Facets, words: Words) =>
  filterKinds.flatMap((kind) =>
    search[kind].map((chosen) => {
      const known = facets[kind].find(({ value }) => comparable(value) === comparable(chosen))
      const rest = search[kind].filter((value) => value !== chosen)
      return {
        kind,
        label: labelOf(words, kind, known?.value ?? chosen),
        without: addressOf({ ...search, [kind]: rest, page: 1 }),
      }
    }),
  )

/**
 * The filters that offer a choice among `total` jobs. Of many values, those with the most jobs are
 * listed; `more` counts the others.
 */
export const filtersOf = (search: JobSearch, facets: Facets, total: number, words: Words) =>
  filterKinds.flatMap((kind) => {
    const chosen = new Set(search[kind].map(comparable))
    const values = facets[kind].map(({ value, count }) => ({
      value: kind === 'team' || kind === 'place' ? comparable(value) : value,
      label: labelOf(words, kind, value),
      count,
      isChosen: chosen.has(comparable(value)),
    }))
    if (!chosen.size && values.every(({ count }) => count >= total)) return []
    const ranks = values.toSorted(
      (a, b) => Number(b.isChosen) - Number(a.isChosen) || b.count - a.count,
    )
    const listed = new Set(ranks.slice(0, maxListed))
    return {
      kind,
      label: words.jobs.filters[kind],
      chosen: chosen.size,
      values: values.filter((value) => listed.has(value)),
      more: values.length - listed.size,
    }
  })

export type Filter = ReturnType<typeof filtersOf>[number]

/** Whether the jobs that match are of several teams. */
export const hasSeveralTeams = ({ team }: JobSearch, facets: Facets) =>
  facets.team.filter(
    ({ value, count }) => count && (!team.length || team.includes(comparable(value))),
  ).length > 1
