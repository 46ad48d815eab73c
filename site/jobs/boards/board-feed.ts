import { decodeEntities } from '#api/core/http/contract/text.ts'
import { wholeText } from '#api/website/jobs/contract/posting.ts'
import type { EmploymentType } from '#api/website/jobs/contract.ts'
import { withLanguage } from '../../lib/language-paths.ts'
import type { PublicJob, PublicSettings } from '../../lib/visitor.ts'
import { xmlData } from '../../lib/xml.ts'
import { yieldBetween } from '../list/yield-between.ts'

type Site = Pick<PublicSettings, 'site_name' | 'public_url'>
type Said = Pick<App.Locals, 'language' | 'languages' | 'prefix' | 'words'>

const jobTypes: Record<EmploymentType, string> = {
  FULL_TIME: 'fulltime',
  PART_TIME: 'parttime',
  CONTRACTOR: 'contract',
  TEMPORARY: 'temporary',
  INTERN: 'internship',
  VOLUNTEER: 'volunteer',
  PER_DIEM: 'perdiem',
  OTHER: 'other',
}

const remoteTypes = { onsite: 'In-person', hybrid: 'Hybrid remote', remote: 'Fully remote' }

/** Of `&lt;b&gt;` and `&amp;lt;` the first character stays written: alone it would begin a tag or an entity. */
const stays = /&lt;(?=[a-z/!?])|&amp;(?=#|[a-z0-9]+;)/gi

/** Indeed refuses entities: the text has the characters themselves, its tags stay as they are. */
export const withoutEntities = (html: string): string =>
  html.replace(/(<[^>]*>)|[^<]+/g, (text, tag?: string) =>
    tag
      ? text
      : text
          .split(stays)
          .map(decodeEntities)
          .reduce((all, part, at) => all + (text.match(stays)?.[at - 1] ?? '') + part),
  )

function addressFor(site: Site, { id, languages }: PublicJob, { prefix }: Said, board?: string) {
  const own = languages?.some((tag) => tag === prefix) ? prefix : undefined
  const path = withLanguage(`/jobs/${id}/apply`, own)
  return `${site.public_url}${path}${board ? `?utm_source=${board}` : ''}`
}

function element(site: Site, job: PublicJob, said: Said, board: string | undefined) {
  const [place] = job.places ?? []
  const { language, languages, words } = said
  const text = wholeText(job, {
    words: { requirements: words.job.requirements, remoteIn: words.facts.remoteIn },
    language,
    locale: words.dateLocale,
  })
  const values = {
    title: job.title,
    date: job.first_active_at ?? job.created_at,
    referencenumber: String(job.id),
    requisitionid: String(job.id),
    url: addressFor(site, job, said, board),
    company: site.site_name,
    city: place ? place.locality : job.workplace === 'remote' ? null : job.location,
    state: place?.region,
    country: place?.country ?? job.remote_countries?.[0],
    postalcode: place?.postal_code,
    streetaddress: place?.street,
    location: job.location_text,
    description: withoutEntities(text),
    salary: job.salary_text,
    jobtype: job.employment_types?.map((type) => jobTypes[type]).join(', '),
    category: job.team,
    remotetype: job.workplace && remoteTypes[job.workplace],
    language: job.shown_language ?? job.language ?? languages[0],
    expirationdate: job.closes_on,
  }
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value ? `<${name}>${xmlData(value)}</${name}>` : [],
  )
  return `<job>\n${lines.join('\n')}\n</job>\n`
}

/**
 * The jobs for job boards, without the XML declaration: the elements that Indeed names
 * (https://docs.indeed.com/indeed-apply/xml-feed), which others read too.
 * @param board for `utm_source` in the links
 */
export async function boardFeed(
  site: Site,
  { jobs, updated_at }: { jobs: PublicJob[]; updated_at: string | null },
  said: Said,
  board?: string,
): Promise<string> {
  const elements = await Promise.all(yieldBetween(jobs, (job) => element(site, job, said, board)))
  return `<source>
<publisher>${xmlData(site.site_name)}</publisher>
<publisherurl>${xmlData(site.public_url)}</publisherurl>
<lastBuildDate>${updated_at ?? new Date(0).toISOString()}</lastBuildDate>
${elements.join('')}</source>
`
}
