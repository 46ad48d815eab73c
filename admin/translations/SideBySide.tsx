import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMediaQuery } from '../lib/hooks/use-media-query.ts'
import { languageName } from '../lib/text/language-name.ts'
import { PanelTabs, panelId, tabId } from '../ui/list/PanelTabs.tsx'
import styles from './Translation.module.css'
import type { Subject } from './use-translation.ts'

/** The headings of the two columns, where there is room for both. */
export const Columns = ({ written, language }: Pick<Subject, 'written' | 'language'>) => (
  <div className={`${styles.pair} ${styles.heads}`}>
    <h2 id="original-heading">
      Original <span className="note">{languageName(written)}</span>
    </h2>
    <h2 id="translation-heading">{languageName(language)}</h2>
  </div>
)

type Side = 'original' | 'translation'

/** The two pages: beside each other, or as tabs in a narrow window. Both stay loaded. */
export function SideBySide({
  language,
  original,
  translation,
  wrong,
  submitCount,
  focusWrong,
}: {
  language: string
  original: ReactNode
  translation: ReactNode
  /** Something in the translation's text stops saving. */
  wrong: boolean
  submitCount: number
  focusWrong: () => void
}) {
  const isTabs = useMediaQuery('(width < 75rem)')
  const [shown, setShown] = useState<Side>('translation')
  const showWrong = useEffectEvent(() => {
    if (!wrong || !isTabs || shown === 'translation') return
    flushSync(() => setShown('translation'))
    focusWrong()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each try to save
  useEffect(() => {
    // React refuses to flush while it is committing.
    queueMicrotask(showWrong)
  }, [submitCount])
  const side = (id: Side, content: ReactNode) => (
    <section
      className={styles.side}
      {...(isTabs
        ? {
            role: 'tabpanel',
            id: panelId(id),
            'aria-labelledby': tabId(id),
            hidden: id !== shown,
          }
        : { 'aria-labelledby': `${id}-heading` })}
    >
      {content}
    </section>
  )
  return (
    <div>
      {isTabs && (
        <PanelTabs
          label="What to show"
          tabs={[
            { id: 'original', label: 'Original' },
            { id: 'translation', label: languageName(language) },
          ]}
          current={shown}
          onChange={setShown}
        />
      )}
      <div className={styles.pair}>
        {side('original', original)}
        {side('translation', translation)}
      </div>
    </div>
  )
}
