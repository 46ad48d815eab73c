import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { Language } from '#api/core/words/contract/names.ts'
import type { ContentKind } from '#api/website/content/contract.ts'
import { languageName } from '../lib/text/language-name.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { otherLanguages } from './languages.ts'
import { type Translation, thingOf, translationsQuery } from './queries.ts'

/** Those to translate into; none on a site with one language, nor before its settings are read. */
function useLanguages({ language }: { language?: string | null | undefined }) {
  const { data } = useQuery(publicSettingsQuery)
  return data ? otherLanguages(data, language) : []
}

type Listed = Pick<Translation, 'language' | 'published' | 'outdated'> & { has_draft?: boolean }

/** What there is to say of a translation; '' for one that is as it should be. */
const wordsOf = (translation: Listed | undefined) =>
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
}: About & { languages: Language[]; translations: readonly Listed[] }) {
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
}: About & { row: { translations?: readonly Listed[] } }) {
  const languages = useLanguages(row)
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
  const languages = useLanguages(row)
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
