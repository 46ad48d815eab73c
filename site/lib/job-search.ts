import { longest } from '#api/jobs/contract.ts'

/** The normalized query of /jobs; empty strings mean no filter. */
export type JobSearch = { q: string; location: string; page: number }

const cut = (text: string, length: number) => text.slice(0, length).trim()

/** Like SQLite's NOCASE, ignores case in ASCII only. */
export const samePlace = (one: string, other: string) => foldPlace(one) === foldPlace(other)
const foldPlace = (place: string) => place.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Parses the query of /jobs. Ignores invalid values such as page 0. */
export function readSearch(given: URLSearchParams): JobSearch {
  const words = (given.get('q') ?? '').normalize().toLowerCase()
  const page = given.get('page') ?? ''
  return {
    q: cut(words.replace(/[\s\p{Cc}]+/gu, ' ').trimStart(), longest.q),
    location: cut(foldPlace(given.get('location') ?? '').trimStart(), longest.location),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** Whether the list may show fewer than all jobs. */
export const isFiltered = ({ q, location }: Partial<JobSearch>) => Boolean(q || location)

/** The address of a page of /jobs, with parameters in alphabetical order: the same list, the same address. */
export function addressOf({ q, location, page = 1 }: Partial<JobSearch>): string {
  const query = new URLSearchParams({
    ...(location && { location }),
    ...(page > 1 && { page: String(page) }),
    ...(q && { q }),
  })
  return query.size ? `/jobs?${query}` : '/jobs'
}

/** The canonical address: 'Köln' and 'koln' find the same, since search folds the accents of Latin letters. */
export const canonicalOf = (search: JobSearch) =>
  addressOf({
    ...search,
    q: search.q
      .normalize('NFD')
      .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
      .normalize(),
  })
