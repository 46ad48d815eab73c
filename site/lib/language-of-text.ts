/** What the API says of the language of a page or job. */
export type InLanguage = {
  language?: string | null | undefined
  shown_language?: string | undefined
  languages?: string[] | undefined
}

/** The `lang` of a row's words; undefined where it is that of the page around them. */
export const languageOfText = (
  { language, shown_language }: InLanguage,
  page: { language: string; writtenIn: string | undefined },
): string | undefined =>
  shown_language
    ? shown_language === page.language
      ? undefined
      : shown_language
    : (language ?? page.writtenIn ?? undefined)

/** The tag without its region, as addresses have it. */
const withoutRegion = (tag: string) => tag.split('-')[0]?.toLowerCase()

/**
 * The languages whose addresses show a page or job in that language, the main one first; of one
 * without any, the main one has the original.
 */
export const addressLanguages = <L extends string>(
  { languages = [] }: InLanguage,
  all: readonly [L, ...L[]],
): readonly L[] => {
  const own = all.filter((tag) => languages.includes(tag))
  return own.length ? own : [all[0]]
}

/** The language of the address at which search engines find it: its own, or the original's. */
export function canonicalLanguage<L extends string>(
  row: InLanguage,
  language: L,
  all: readonly [L, ...L[]],
): L {
  const own = addressLanguages(row, all)
  if (own.includes(language)) return language
  const original = own.find((tag) => tag === withoutRegion(row.language ?? all[0]))
  return original ?? own[0] ?? all[0]
}
