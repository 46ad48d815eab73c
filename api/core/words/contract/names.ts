/** The languages with a catalog, each in its own words. */
export const languageNames = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
}

export type Language = keyof typeof languageNames

/** The attribute `dir` of what is in this language; absent where text runs from left to right. */
export const directionOf = (language: string): 'rtl' | undefined =>
  /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : undefined

/** How readers are addressed in German. */
export const germanAddresses = { sie: 'Sie', du: 'du' }

export type GermanAddress = keyof typeof germanAddresses

/** Of a language, or of it as a site can choose to speak it. */
export type Catalog = Language | 'de-du'

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag)

/** The language with this tag; English where it has no catalog. */
export const languageOf = (tag: string): Language => (isLanguage(tag) ? tag : 'en')

/** The settings that say which languages the site has. */
export type SiteLanguages = { site_language: string; site_languages: string }

/** The site's languages, the main one first; what has no catalog is left out. */
export function languagesOf({
  site_language,
  site_languages,
}: SiteLanguages): [Language, ...Language[]] {
  const main = languageOf(site_language)
  const others = site_languages.split(',').filter(isLanguage)
  return [main, ...new Set(others.filter((tag) => tag !== main))]
}

/** The language of a candidate's page and emails: the application's while the site has it, else the main one. */
export function candidateLanguage(
  settings: SiteLanguages,
  { language }: { language: string | null },
): Language {
  const all = languagesOf(settings)
  return all.find((tag) => tag === language) ?? all[0]
}
