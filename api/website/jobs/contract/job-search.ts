import { comparable } from '#api/core/http/contract/comparable.ts'
import {
  employmentTypes,
  type FilterKind,
  filterKinds,
  maxLengths,
  maxValues,
  workplaces,
} from '../contract.ts'

/** The normalized query of /jobs; an empty string or list means no filter. */
export type JobSearch = { q: string; page: number } & Record<FilterKind, string[]>

const cut = (text: string, length: number) => text.slice(0, length).trim()

const oneOf = (codes: readonly string[]) => (value: string) =>
  codes.find((code) => code.toLowerCase() === comparable(value)) ?? ''

/** How a value is written in an address; empty for an unknown one. */
const normalized: Record<FilterKind, (value: string) => string> = {
  team: (value) => cut(comparable(value), maxLengths.team),
  type: oneOf(employmentTypes),
  workplace: oneOf(workplaces),
  place: (value) => cut(comparable(value), maxLengths.place),
}

const valuesOf = (kind: FilterKind, given: string[]) =>
  [...new Set(given.map(normalized[kind]).filter(Boolean))].sort().slice(0, maxValues)

/** Parses the query of /jobs. Ignores invalid values such as page 0. */
export function readSearch(given: URLSearchParams): JobSearch {
  const words = (given.get('q') ?? '').normalize().toLowerCase()
  const page = given.get('page') ?? ''
  return {
    q: cut(words.replace(/[\s\p{Cc}]+/gu, ' ').trimStart(), maxLengths.q),
    team: valuesOf('team', given.getAll('team')),
    type: valuesOf('type', given.getAll('type')),
    workplace: valuesOf('workplace', given.getAll('workplace')),
    // Old addresses have a location.
    place: valuesOf('place', [...given.getAll('place'), ...given.getAll('location')]),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** Whether the list may show fewer than all jobs. */
export const isFiltered = (search: Partial<JobSearch>) =>
  Boolean(search.q) || filterKinds.some((kind) => search[kind]?.length)

const names = [...filterKinds, 'q', 'page'].sort() as (keyof JobSearch)[]

/** The address of a page of /jobs; parameters in alphabetical order: same list, same address. */
export function addressOf(search: Partial<JobSearch>, path = '/jobs'): string {
  const given: Partial<JobSearch> = search.page === 1 ? { ...search, page: 0 } : search
  const query = new URLSearchParams(
    names.flatMap((name) =>
      [given[name] ?? []].flat().flatMap((value) => (value ? [[name, String(value)]] : [])),
    ),
  )
  return query.size ? `${path}?${query}` : path
}

/** 'Köln' and 'koln' find the same: search folds the accents of Latin letters. */
export const canonicalOf = (search: JobSearch) =>
  addressOf({
    ...search,
    q: search.q
      .normalize('NFD')
      .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
      .normalize(),
  })
