import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { TextKind } from '#api/office/translations/contract.ts'
import { languageName } from '../lib/text/language-name.ts'
import { Portal } from '../ui/dialog/Portal.tsx'
import styles from './OtherLanguages.module.css'
import { type Translation, translationsQuery, useSiteLanguages } from './queries.ts'

const TranslationDialog = lazy(() => import('./TranslationDialog.tsx'))

const wordsOf = (translation: Translation | undefined) => {
  if (!translation) return 'missing'
  return translation.outdated ? 'older than the original' : ''
}

/**
 * The languages that a text is translated into, each of which opens its translation. Nothing on a
 * site with one language, and while there is nothing to translate.
 */
export function OtherLanguages({
  kind,
  subject,
  thing,
  version,
  ...rest
}: {
  kind: TextKind
  subject: string
  /** What is translated, as a heading. */
  thing: string
  /** `updated_at` of what has the original. */
  version?: string | undefined
} & Pick<ComponentProps<typeof TranslationDialog>, 'labelOf' | 'Fields' | 'Shown'>) {
  const [main, ...others] = useSiteLanguages()
  const { data: original } = useQuery({
    ...translationsQuery(kind, subject, version),
    enabled: others.length > 0,
  })
  const [open, setOpen] = useState<string>()
  if (!main || !others.length || !original) return null
  const stored = (tag: string) => original.translations.find(({ language }) => language === tag)
  return (
    <>
      <ul className={`dotted ${styles.languages}`} aria-label={`Translations: ${thing}`}>
        {others.map((language) => {
          const words = wordsOf(stored(language))
          const name = languageName(language)
          return (
            <li key={language}>
              <button
                type="button"
                className={styles.language}
                aria-label={`${name} translation of ${thing}${words && `, ${words}`}`}
                onClick={() => setOpen(language)}
              >
                {name}
              </button>
              {words && <span aria-hidden>{` (${words})`}</span>}
            </li>
          )
        })}
      </ul>
      {open && (
        <Portal>
          <Suspense>
            <TranslationDialog
              {...{ kind, thing, main, original, ...rest }}
              language={open}
              stored={stored(open)}
              onClose={() => setOpen(undefined)}
            />
          </Suspense>
        </Portal>
      )}
    </>
  )
}
