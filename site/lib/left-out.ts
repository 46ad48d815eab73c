import type { AstroGlobal } from 'astro'
import { canonicalLanguage, type InLanguage } from './language-of-text.ts'
import { withLanguage } from './language-paths.ts'

/** Where a page or job is found that the site leaves out of a language without a translation. */
export function leftOut(row: InLanguage, { locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { language, languages, prefix, settings } = locals
  if (!prefix || settings.untranslated !== 'hide') return undefined
  const found = canonicalLanguage(row, language, languages)
  if (found === language) return undefined
  const path = withLanguage(url.pathname, found === languages[0] ? undefined : found)
  // Relative to /de/page/about: an absolute path would be moved into this language again.
  return '../'.repeat(url.pathname.split('/').length - 1) + path.slice(1) + url.search
}
