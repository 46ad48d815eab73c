import { escapeHtml } from '#api/core/http/contract/text.ts'
import { siteAddress } from '#api/core/site-settings/site-settings.ts'
import { isLanguage, type Language } from '#api/core/words/contract/names.ts'
import { say } from '#api/core/words/contract/say.ts'
import { wordsOf } from '#api/core/words/contract.ts'
import type { PostingFields } from '#db/schema.ts'
import { factRows, type JobFacts } from '../jobs/contract/fact-rows.ts'
import { salaryText } from '../jobs/contract/facts.ts'

/** The snapshot that `db/posting-fields.ts` makes. */
type Ad = Omit<JobFacts, 'salary_text' | 'created_at'> &
  Parameters<typeof salaryText>[0] & {
    title: string
    description: string
    requirements: string | null
    contact_name: string | null
    contact_text: string | null
    language: string | null
    translations: Record<string, Partial<Ad>>
    site_name: string | null
    site_language: string | null
    time_zone: string | null
    public_url: string | null
  }

/** An image is named: the archive is text, and does not depend on files. */
const withoutPictures = (html: string) =>
  html.replace(/<img\b[^>]*>/g, (image) => {
    const alt = / alt="([^"]*)"/.exec(image)?.[1]
    return alt ? `<em>[${alt}]</em>` : ''
  })

function section(ad: Ad, tag: string) {
  const language: Language = isLanguage(tag) ? tag : 'en'
  const words = wordsOf(language)
  const said = { words: words.facts, language, locale: words.dateLocale }
  const rows = factRows(
    { ...ad, salary_text: salaryText(ad, said), first_active_at: null, created_at: '2000-01-01' },
    { words, language, timeZone: ad.time_zone || 'UTC' },
    // When it was published is in the archive's own index, with each change.
  ).filter(({ label }) => label !== words.job.posted)
  const facts = rows
    .map(
      ({ label, texts }) =>
        `<dt>${escapeHtml(label)}</dt>${texts.map((text) => `<dd>${escapeHtml(text)}</dd>`).join('')}`,
    )
    .join('\n')
  const contact = [
    ad.contact_name && say(words.job.contactBy, { name: ad.contact_name }, language),
    ad.contact_text,
  ].filter((text): text is string => Boolean(text))
  return `<section lang="${escapeHtml(tag)}">
<h1>${escapeHtml(ad.title)}</h1>
<dl>
${facts}
</dl>
<h2>${escapeHtml(words.job.description)}</h2>
${withoutPictures(ad.description)}
${ad.requirements ? `<h2>${escapeHtml(words.job.requirements)}</h2>\n${withoutPictures(ad.requirements)}\n` : ''}${contact.map((text) => `<p>${escapeHtml(text)}</p>\n`).join('')}</section>`
}

/** The ad as a document that needs no other file, in each language that it was published in. */
export function postingHtml(
  job_id: number,
  fields: PostingFields,
  publicUrl: string | undefined,
): string {
  const ad = fields as Ad
  const main = ad.language || ad.site_language || 'en'
  const site = siteAddress(publicUrl, { public_url: ad.public_url ?? '' })
  const others = Object.entries(ad.translations ?? {}).filter(([tag]) => tag !== main)
  const sections = [
    section(ad, main),
    ...others
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([tag, words]) => section({ ...ad, ...withoutEmpty(words) }, tag)),
  ]
  return `<!doctype html>
<html lang="${escapeHtml(main)}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(ad.title)}</title>
</head>
<body>
<p>${escapeHtml([ad.site_name, `${site}/jobs/${job_id}`].filter(Boolean).join(', '))}</p>
${sections.join('\n')}
</body>
</html>
`
}

/** What a translation leaves out is shown as in the original. */
const withoutEmpty = (words: Partial<Ad>) =>
  Object.fromEntries(Object.entries(words).filter(([, value]) => value !== null && value !== ''))
