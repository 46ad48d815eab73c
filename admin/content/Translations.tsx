import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Language, languagesOf } from '#api/core/words/contract/names.ts'
import type { ContentKind } from '#api/website/content/contract.ts'
import type { TranslationSummary } from '#api/website/translations/contract/row.ts'
import { languageName } from '../lib/text/language-name.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { thingOf, translationsQuery } from './queries.ts'

/**
 * The languages of the site that something written in `written` can be translated into, null being
 * the site's main one; none on a site with one language.
 */
export function useOtherLanguages(written: string | null | undefined): Language[] {
  const { data } = useQuery(publicSettingsQuery)
  const [main, ...others] = data ? languagesOf(data) : []
  if (!main || !others.length) return []
  const own = (written ?? main).split('-')[0]
  return [main, ...others].filter((language) => language !== own)
}

/** What there is to say of a translation; '' for one that is as it should be. */
const wordsOf = (translation: (TranslationSummary & { has_draft?: boolean }) | undefined) =>
  translation
    ? [
        !translation.published && 'not published',
        translation.outdated && 'older than the original',
        translation.published && translation.has_draft && 'unpublished changes',
      ]
        .filter(Boolean)
        .join(', ')
    : 'missing'

type About = {
  kind: ContentKind
  row: { id: number; language?: string | null }
}

/** A link to each translation, with what is missing of it. */
function Links({
  kind,
  row,
  languages,
  translations,
}: About & { languages: Language[]; translations: readonly TranslationSummary[] }) {
  // The way back leads to the same page of the list.
  const search = useSearch({ strict: false }) as Record<string, string>
  return languages.map((language, at) => {
    const words = wordsOf(translations.find((one) => one.language === language))
    return (
      <span key={language}>
        <Link
          to={`${thingOf[kind].path}/${row.id}/translations/${language}`}
          search={search}
          aria-label={`${languageName(language)} translation${words && `: ${words}`}`}
        >
          {languageName(language)}
        </Link>
        {words && ` (${words})`}
        {at < languages.length - 1 && ', '}
      </span>
    )
  })
}

/** In the row of a list; nothing on a site with one language. */
export function ListedTranslations({
  row,
  ...rest
}: About & { row: { translations?: readonly TranslationSummary[] } }) {
  const languages = useOtherLanguages(row.language)
  if (!languages.length) return null
  return (
    <li>
      Translations:{' '}
      <Links {...rest} row={row} languages={languages} translations={row.translations ?? []} />
    </li>
  )
}

/** In the form of the original; nothing on a site with one language. */
export function Translations({ kind, row }: About) {
  const languages = useOtherLanguages(row.language)
  const { data } = useQuery({
    ...translationsQuery(kind, row.id),
    enabled: languages.length > 0,
  })
  if (!languages.length || !data) return null
  return (
    <p className="note">
      Translations: <Links {...{ kind, row, languages }} translations={data} />
    </p>
  )
}
