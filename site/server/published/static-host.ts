/** What hosts of static files read beside the files. */
import { createHash } from 'node:crypto'
import { basePath } from '#api/core/environment/env.ts'
import { escapeHtml } from '#api/core/http/contract/text.ts'
import type { PublishedFile } from '#api/core/publishing/contract.ts'
import { directionOf } from '#api/core/words/contract/names.ts'
import { type Language, wordsOf } from '#api/core/words/contract.ts'
import { withLanguage } from '../../lib/language-paths.ts'

/** One rule for a folder: hosts take at most a hundred. */
const patternOf = (address: string) =>
  address.replace(
    /^((?:\/[a-z]{2})?\/(?:_astro|media|share|icons|jobs|page|application))\/.*/,
    '$1/*',
  )

/** The type of these follows from the name of the file. */
const isNamedByType = (pattern: string) => /^\/(_astro|media)\//.test(pattern)

const headerName = (name: string) => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())

/** `_headers` as Netlify and Cloudflare Pages read it. No two rules are for the same address. */
export function headersFile(files: PublishedFile[]): string {
  const rules = new Map<string, Record<string, string>>()
  for (const { address, headers } of files)
    if (!address.includes('?') && !rules.has(patternOf(address)))
      rules.set(patternOf(address), headers)
  return [...rules]
    .map(([pattern, { 'content-type': type = '', ...headers }]) => {
      const all = isNamedByType(pattern) ? headers : { 'content-type': type, ...headers }
      const lines = Object.entries(all).map(([name, value]) => `  ${headerName(name)}: ${value}\n`)
      return `${basePath}${pattern}\n${lines.join('')}`
    })
    .join('\n')
}

/**
 * `_redirects`, for the same hosts: former addresses after Foyer's own, without those in which these
 * hosts would see a wildcard or a placeholder.
 * @param languages those whose addresses have a prefix; any other first segment is not of the site
 */
export function redirectsFile(
  redirects: { from: string; to: string }[],
  languages: readonly Language[],
): string {
  const plain = redirects.filter(
    ({ from, to }) => !/[*:]/.test(from) && !/:[a-z]/i.test(to.replace(/^https:/, '')),
  )
  const lines = plain.map(
    ({ from, to }) => `${basePath}${from} ${to.startsWith('/') ? basePath : ''}${to} 301\n`,
  )
  const jobs = [undefined, ...languages].map((language) => {
    const path = basePath + withLanguage('/jobs/:id', language)
    return `${path} ${path}/apply 308\n`
  })
  return [...jobs, ...lines].join('')
}

/** The published brand, for a page that can load nothing. */
export type UnavailableBrand = {
  language: Language
  name: string
  css: string
  /** HTML: the logo, else the name. */
  logo: string
}

/** Shown for what needs the process, while it is down. */
export function unavailablePage({ language, name, css, logo }: UnavailableBrand): string {
  const { heading, text, form, home } = wordsOf(language).unavailable
  const hash = createHash('sha256').update(css).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="${language}"${directionOf(language) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} | ${escapeHtml(name)}</title>
<style>${css}</style>
</head>
<body>
<header>${logo}</header>
<main>
<h1>${heading}</h1>
<p>${text}</p>
<p>${form}</p>
<a class="button" href="${basePath}/">${home}</a>
</main>
</body>
</html>
`
}
