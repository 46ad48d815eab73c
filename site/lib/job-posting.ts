import type { SiteSettings } from '#api/contract/settings.ts'
import type { PublicJob } from './visitor.ts'

/**
 * schema.org JobPosting with every property that Google requires
 * (https://developers.google.com/search/docs/appearance/structured-data/job-posting), from what is
 * known and nothing else. Null for a job without a location: what cannot be valid is not said.
 */
export function jobPosting(job: PublicJob, settings: SiteSettings) {
  if (!job.location) return null
  const base = settings.public_url.replace(/\/+$/, '')
  const sameAs = [settings.linkedin_url, settings.twitter_url, settings.facebook_url].filter(
    Boolean,
  )
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: job.title,
    description: job.description + (job.requirements ?? ''),
    datePosted: job.created_at,
    hiringOrganization: {
      '@type': 'Organization',
      name: settings.site_name,
      ...(base && { url: base }),
      ...(sameAs.length > 0 && { sameAs }),
    },
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: job.location },
    },
    identifier: { '@type': 'PropertyValue', name: settings.site_name, value: String(job.id) },
    directApply: true,
    ...(base && { url: `${base}/jobs/${job.id}/apply` }),
  }
}

/** JSON for inside a script element: nothing in it can end the element. */
export const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
