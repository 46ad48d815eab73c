import { type Language, languagesOf } from '#api/core/words/contract/names.ts'

/**
 * The languages of the site that something can be translated into that is written in `written`, null
 * being the site's main one; none on a site with one language.
 */
export function otherLanguages(
  settings: Parameters<typeof languagesOf>[0],
  written: string | null | undefined,
): Language[] {
  const languages = languagesOf(settings)
  if (languages.length < 2) return []
  const own = (written ?? languages[0]).split('-')[0]
  return languages.filter((language) => language !== own)
}
