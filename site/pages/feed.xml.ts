import type { APIRoute } from 'astro'
import { say } from '#api/words/contract/say.ts'
import { type PublicJob, readActiveJobs } from '../lib/visitor.ts'
import { xmlResponse, xmlText } from '../lib/xml.ts'

const entry = (base: string, job: PublicJob) => `<entry>
<id>${xmlText(`${base}/jobs/${job.id}/apply`)}</id>
<title>${xmlText(job.title)}</title>
<link href="${xmlText(`${base}/jobs/${job.id}/apply`)}"/>
<published>${job.created_at}</published>
<updated>${job.updated_at}</updated>
<content type="html">${xmlText(job.description)}</content>
</entry>`

/** The active jobs as an Atom feed (RFC 4287), newest first. */
export const GET: APIRoute = async ({ locals: { language, words, settings } }) => {
  const jobs = await readActiveJobs()
  const base = settings.public_url
  if (!jobs) return xmlResponse('application/atom+xml', null)
  const updated =
    jobs
      .map((job) => job.updated_at)
      .sort()
      .at(-1) ?? new Date(0).toISOString()
  return xmlResponse(
    'application/atom+xml',
    `<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xmlText(`${base}/feed.xml`)}</id>
<title>${xmlText(say(words.site.feed, { site: settings.site_name }, language))}</title>
<author><name>${xmlText(settings.site_name)}</name></author>
<link rel="self" href="${xmlText(`${base}/feed.xml`)}"/>
<link href="${xmlText(`${base}/jobs`)}"/>
<updated>${updated}</updated>
${jobs.map((job) => entry(base, job)).join('\n')}
</feed>
`,
  )
}
