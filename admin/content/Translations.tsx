import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { Language } from '#api/core/words/contract/names.ts'
import type { ContentKind } from '#api/website/content/contract.ts'
import { languageName } from '../lib/text/language-name.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { otherLanguages } from './languages.ts'
import { type Translation, thingOf, translationsQuery } from './queries.ts'
import styles from './Translations.module.css'

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

const codeOf = (language: string) => language.toUpperCase()

/** The same in one sign or word. */
function signOf(translation: Listed | undefined) {
  if (!translation) return '–'
  if (!translation.published) return 'draft'
  return translation.outdated ? 'older' : '✓'
}

type LinkProps = About & { language: Language; translation: Listed | undefined }

/** What is seen begins its name, as for those who speak it (WCAG 2.2 SC 2.5.3). */
function TranslationLink({
  kind,
  row,
  language,
  translation,
  isShort = false,
}: LinkProps & { isShort?: boolean }) {
  // The way back leads to the same page of the list.
  const search = useSearch({ strict: false }) as Record<string, string>
  const name = languageName(language)
  const words = wordsOf(translation)
  const shown = isShort ? codeOf(language) : name
  return (
    <>
      <Link
        to={`${thingOf[kind].path}/${row.id}/translations/${language}`}
        search={search}
        aria-label={`${isShort ? `${shown}: ` : ''}${name} translation${words && `, ${words}`}`}
      >
        {shown}
      </Link>
      <span aria-hidden>{isShort ? ` ${signOf(translation)}` : words && ` (${words})`}</span>
    </>
  )
}

/** In the row of a list; nothing on a site with one language. */
export function ListedTranslations({
  kind,
  row,
}: About & { row: { translations?: readonly Listed[] } }) {
  return useLanguages(row).map((language) => (
    <li key={language} className={styles.listed}>
      <TranslationLink
        {...{ kind, row, language }}
        translation={row.translations?.find((one) => one.language === language)}
        isShort
      />
    </li>
  ))
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
    <div className={`row wrap ${styles.all}`}>
      <span className="label" id="translations">
        Translations
      </span>
      <ul className="dotted" aria-labelledby="translations">
        {languages.map((language) => (
          <li key={language}>
            <TranslationLink
              {...{ kind, row, language }}
              translation={data.find((one) => one.language === language)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
