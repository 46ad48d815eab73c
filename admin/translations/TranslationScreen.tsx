import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isLanguage, type Language, languagesOf } from '#api/core/words/contract/names.ts'
import { otherLanguages } from '../content/languages.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import { languageName } from '../lib/text/language-name.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Failed, Loaded } from '../ui/States.tsx'
import styles from './Translation.module.css'

type Query<Row, Key extends readonly unknown[]> = UseQueryOptions<Row, Error, Row, Key>

type Place = {
  language: Language
  /** The main language of the site. */
  main: Language
  back: LinkTarget & { label: string }
  /** The element of the screen's header for what the translation's state is, and its buttons. */
  top: HTMLElement | null
}

type Props<
  Original,
  OriginalKey extends readonly unknown[],
  Row,
  RowKey extends readonly unknown[],
> = {
  list: { to: string; label: string }
  original: (id: string) => Query<Original, OriginalKey>
  translation: (id: string, language: string) => Query<Row, RowKey>
  children: (original: Original, stored: Row, place: Place) => ReactNode
}

type Written = { title: string; language: string | null }

/** Loads the original and what there is of its translation, before it shows the form. */
export function TranslationScreen<
  Original extends Written,
  OriginalKey extends readonly unknown[],
  Row,
  RowKey extends readonly unknown[],
>(props: Props<Original, OriginalKey, Row, RowKey>) {
  const { id = '', language = '' } = useParams({ strict: false })
  const back = { ...props.list, search: useSearch({ strict: false }) as Record<string, string> }
  const [top, setTop] = useState<HTMLElement | null>(null)
  const name = isLanguage(language) ? languageName(language) : undefined
  return (
    <div data-room="wide">
      <PageHeader
        title={name ? `${name} translation` : 'Translation'}
        back={back}
        actions={<div ref={setTop} className={`row wrap ${styles.top}`} />}
      />
      {isLanguage(language) ? (
        <Stored key={`${id} ${language}`} {...props} id={id} place={{ language, back, top }} />
      ) : (
        <Failed message="This site doesn’t have that language" back={back} />
      )}
    </div>
  )
}

function Stored<
  Original extends Written,
  OriginalKey extends readonly unknown[],
  Row,
  RowKey extends readonly unknown[],
>({
  id,
  place,
  original,
  translation,
  children,
}: Props<Original, OriginalKey, Row, RowKey> & { id: string; place: Omit<Place, 'main'> }) {
  const { language, back } = place
  const row = useQuery(original(id))
  const stored = useQuery(translation(id, language))
  const settings = useQuery(publicSettingsQuery)
  const all = {
    data:
      row.data && stored.data !== undefined && settings.data
        ? { row: row.data, stored: stored.data, settings: settings.data }
        : undefined,
    error: row.error ?? stored.error ?? settings.error,
    refetch: () => Promise.all([row.refetch(), stored.refetch(), settings.refetch()]),
  }
  return (
    <Loaded query={all} failed="Failed to load the translation" rows={4} back={back}>
      {({ row, stored, settings }) =>
        otherLanguages(settings, row.language).includes(language) ? (
          children(row, stored, { ...place, main: languagesOf(settings)[0] })
        ) : (
          <Failed
            message={`This can’t be translated into ${languageName(language)}`}
            reason="It is written in that language, or the site doesn’t have it. Settings › Jobs has the site’s languages."
            back={back}
          />
        )
      }
    </Loaded>
  )
}
