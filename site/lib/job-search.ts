import { longest } from '#api/jobs/contract.ts'

/** What /jobs is asked for, each part in the one spelling under which the answer is kept; empty for whatever counts for all. */
export type JobSearch = { q: string; location: string; page: number }

const cut = (text: string, length: number) => text.slice(0, length).trim()

/** Case means as much as it does where places are compared, in SQLite: nothing in ASCII. */
export const samePlace = (one: string, other: string) => foldPlace(one) === foldPlace(other)
const foldPlace = (place: string) => place.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The query of /jobs. What cannot be meant (page 0, words beyond the limit) is left out, never an error. */
export function readSearch(given: URLSearchParams): JobSearch {
  const words = (given.get('q') ?? '').normalize().toLowerCase()
  const page = given.get('page') ?? ''
  return {
    q: cut(words.replace(/[\s\p{Cc}]+/gu, ' ').trimStart(), longest.q),
    location: cut(foldPlace(given.get('location') ?? '').trimStart(), longest.location),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** Whether the list shows less than all openings. */
export const isFiltered = ({ q, location }: Partial<JobSearch>) => Boolean(q || location)

/** The address of a page of /jobs, its query in the order of the alphabet: the same list, the same address. */
export function addressOf({ q, location, page = 1 }: Partial<JobSearch>): string {
  const query = new URLSearchParams({
    ...(location && { location }),
    ...(page > 1 && { page: String(page) }),
    ...(q && { q }),
  })
  return query.size ? `/jobs?${query}` : '/jobs'
}

/** The one address that search engines are told: 'Köln' and 'koln' find the same, as the search folds the accents of Latin letters. */
export const canonicalOf = (search: JobSearch) =>
  addressOf({
    ...search,
    q: search.q
      .normalize('NFD')
      .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
      .normalize(),
  })
