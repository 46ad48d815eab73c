import { server } from '#api/server.ts'
import { addressOf, readSearch } from '#api/website/jobs/contract/job-search.ts'
import { isInLanguages, withLanguage } from '../../lib/language-paths.ts'
import { publicPaths } from '../../lib/public-paths.ts'
import { pageCount, readFacets } from '../../lib/visitor.ts'

/** What is there whatever staff publish. */
const always = [
  '/application/success',
  '/accessibility',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/feed.xml',
  '/jobs.xml',
  '/jobs.json',
  '/embed.js',
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
]

/** All pages of the list that a search finds. */
function listAddresses(query: Record<string, string>, total: number) {
  const search = readSearch(new URLSearchParams(query))
  return Array.from({ length: pageCount(total) }, (_, index) =>
    addressOf({ ...search, page: index + 1 }),
  )
}

/**
 * The addresses of the whole public site, without its files and images: those with a query are the
 * pages of the job list, and of each team's. Null when they cannot be read, and in maintenance.
 */
export async function publicAddresses(): Promise<string[] | null> {
  const [paths, unlisted, facets] = await Promise.all([
    publicPaths(),
    server.unlistedJobs(),
    readFacets(readSearch(new URLSearchParams())),
  ])
  if (!paths || !facets) return null
  const jobs = paths.filter(({ isListed }) => isListed).length
  const teams = facets.team.flatMap(({ value, count }) => listAddresses({ team: value }, count))
  const lists = listAddresses({}, jobs)
  const [home = '/', ...others] = paths.map(({ path }) => path)
  const apart = unlisted.map((id) => `/jobs/${id}/apply`)
  const main = [...new Set([home, ...lists, '/?all=1', ...always, ...others, ...apart, ...teams])]
  const [, ...languages] = server.siteLanguages()
  return [
    ...main,
    ...languages.flatMap((language) =>
      main.filter(isInLanguages).map((address) => withLanguage(address, language)),
    ),
  ]
}
