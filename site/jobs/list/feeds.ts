import { withAbsoluteAddresses } from '#api/core/rich-text/contract/absolute.ts'
import type { Language } from '#api/core/words/contract/names.ts'
import { say } from '#api/core/words/contract/say.ts'
import { addressOf, type JobSearch } from '#api/website/jobs/contract/job-search.ts'
import { languageOfText } from '../../lib/language-of-text.ts'
import { withLanguage } from '../../lib/language-paths.ts'
import type { JobSummary, PublicJob, PublicSettings } from '../../lib/visitor.ts'
import { xmlText } from '../../lib/xml.ts'
import { chosenOf, type Facets } from './job-filters.ts'

type Site = Pick<PublicSettings, 'site_name' | 'public_url'>

const pathOf = ({ id }: JobSummary) => `/jobs/${id}/apply`

/** In the language of the reader, where the job is translated or the feed has a prefix. */
const urlOf = ({ public_url }: Site, job: JobSummary, prefix?: Language) =>
  public_url +
  withLanguage(pathOf(job), job.languages?.some((tag) => tag === prefix) ? prefix : undefined)

const postedAt = ({ first_active_at, created_at }: JobSummary) => first_active_at ?? created_at

/** What /jobs.json answers. `updated_at` is null while no job has been active yet. */
export const jobsJson = (
  site: Site,
  jobs: JobSummary[],
  updated_at: string | null,
  prefix?: Language,
) => ({
  site: site.site_name,
  updated_at,
  jobs: jobs.map((job) => ({
    id: job.id,
    title: job.title,
    team: job.team,
    location: job.location_text,
    salary: job.salary_text,
    employment_types: job.employment_types,
    workplace: job.workplace,
    url: urlOf(site, job, prefix),
    ...(job.shown_language && { shown_language: job.shown_language }),
    posted_at: postedAt(job),
    closes_on: job.closes_on,
  })),
})

const entry = (
  site: Site,
  job: PublicJob,
  prefix?: Language,
) => `<entry${job.language ? ` xml:lang="${xmlText(job.language)}"` : ''}>
<id>${xmlText(urlOf(site, job))}</id>
<title>${xmlText(job.title)}</title>
<link href="${xmlText(urlOf(site, job, prefix))}"/>
<published>${postedAt(job)}</published>
<updated>${job.updated_at}</updated>
<content type="html">${xmlText(withAbsoluteAddresses(job.description, site.public_url, pathOf(job)))}</content>
</entry>`

type Said = Pick<App.Locals, 'language' | 'prefix' | 'words' | 'writtenIn'>

type Found = {
  search: JobSearch
  facets: Facets
  list: { jobs: PublicJob[]; last: number }
  /** As in `jobsJson`. */
  updated_at: string | null
}

/** The name of the feed. It says the filters. */
function titleOf({ site_name: site }: Site, { search, facets }: Found, { language, words }: Said) {
  const chosen = chosenOf(search, facets, words).map(({ label }) => label)
  const filter = [search.q, ...chosen].filter(Boolean).join(', ')
  return say(filter ? words.site.feedFiltered : words.site.feed, { site, filter }, language)
}

/** A page of the list as an Atom feed (RFC 4287, RFC 5005 §3), without the XML declaration. */
export function atomFeed(site: Site, found: Found, said: Said) {
  const { search, list, updated_at } = found
  const { page } = search
  const { jobs, last } = list
  const at = (page: number, path?: string) =>
    xmlText(site.public_url + withLanguage(addressOf({ ...search, page }, path), said.prefix))
  const link = (rel: string, page: number) =>
    `<link rel="${rel}" href="${at(page, '/feed.xml')}"/>\n`
  const lang = said.prefix ? ` xml:lang="${said.prefix}"` : ''
  return `<feed xmlns="http://www.w3.org/2005/Atom"${lang}>
<id>${at(1, '/feed.xml')}</id>
<title>${xmlText(titleOf(site, found, said))}</title>
<author><name>${xmlText(site.site_name)}</name></author>
${link('self', page)}${page > 1 ? link('previous', page - 1) : ''}${page < last ? link('next', page + 1) : ''}<link href="${at(page)}"/>
<updated>${updated_at ?? new Date(0).toISOString()}</updated>
${jobs.map((job) => entry(site, { ...job, language: languageOfText(job, said) ?? null }, said.prefix)).join('\n')}
</feed>
`
}
