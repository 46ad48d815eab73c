import { say } from '#api/words/contract/say.ts'
import type { Language, Words } from '#api/words/contract.ts'
import type { PublicJob, PublicSettings } from './visitor.ts'
import { xmlText } from './xml.ts'

type Site = Pick<PublicSettings, 'site_name' | 'public_url'>

const urlOf = ({ public_url }: Site, { id }: PublicJob) => `${public_url}/jobs/${id}/apply`

const postedAt = ({ first_active_at, created_at }: PublicJob) => first_active_at ?? created_at

/** When one of the jobs last changed; null without jobs. */
const lastChange = (jobs: PublicJob[]) =>
  jobs
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1) ?? null

/** What /jobs.json answers. */
export const jobsJson = (site: Site, jobs: PublicJob[]) => ({
  site: site.site_name,
  updated_at: lastChange(jobs),
  jobs: jobs.map((job) => ({
    id: job.id,
    title: job.title,
    team: job.team,
    location: job.location_text,
    salary: job.salary_text,
    employment_types: job.employment_types,
    workplace: job.workplace,
    url: urlOf(site, job),
    posted_at: postedAt(job),
    closes_on: job.closes_on,
  })),
})

const entry = (site: Site, job: PublicJob) => `<entry>
<id>${xmlText(urlOf(site, job))}</id>
<title>${xmlText(job.title)}</title>
<link href="${xmlText(urlOf(site, job))}"/>
<published>${postedAt(job)}</published>
<updated>${job.updated_at}</updated>
<content type="html">${xmlText(job.description)}</content>
</entry>`

/** The jobs as an Atom feed (RFC 4287), without the XML declaration. */
export const atomFeed = (
  site: Site,
  jobs: PublicJob[],
  { language, words }: { language: Language; words: Words },
) => `<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xmlText(`${site.public_url}/feed.xml`)}</id>
<title>${xmlText(say(words.site.feed, { site: site.site_name }, language))}</title>
<author><name>${xmlText(site.site_name)}</name></author>
<link rel="self" href="${xmlText(`${site.public_url}/feed.xml`)}"/>
<link href="${xmlText(`${site.public_url}/jobs`)}"/>
<updated>${lastChange(jobs) ?? new Date(0).toISOString()}</updated>
${jobs.map((job) => entry(site, job)).join('\n')}
</feed>
`
