import { X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { DraftNotice } from '../../content/DraftNotice.tsx'
import { Translations } from '../../content/Translations.tsx'
import { PanelTabs, TabPanel } from '../../ui/list/PanelTabs.tsx'
import { NotLinkedNotice } from '../NotLinked.tsx'
import type { Page, PageFormState } from '../queries.ts'
import { PageFields } from './PageFields.tsx'
import styles from './PageForm.module.css'
import type { Panel } from './use-panel.ts'

const BlockPanel = lazy(() => import('../../canvas/BlockPanel.tsx'))

const tabs = [
  { id: 'page', label: 'Page' },
  { id: 'block', label: 'Block' },
] as const

/** Settings of the page and of the chosen block, beside the text; on a phone, in a sheet. */
export function PagePanel({
  form,
  panel,
  row,
  page,
  onDiscarded,
}: {
  form: PageFormState
  panel: Panel
  /** What the form started from. */
  row: Page | undefined
  /** As it is stored; undefined for a new one. */
  page: Page | undefined
  onDiscarded: (published: Page) => void
}) {
  const { tab, isOpen, open, close, editor } = panel
  return (
    <section className={styles.panel} aria-label="Page and block" data-open={isOpen || undefined}>
      <div className={styles.tabs}>
        <PanelTabs label="What to edit" tabs={tabs} current={tab} onChange={open} />
        {isOpen && (
          <button
            type="button"
            className={`button quiet small ${styles.close}`}
            aria-label="Close"
            onClick={close}
          >
            <X size={16} aria-hidden />
          </button>
        )}
      </div>
      <TabPanel id="page" current={tab} stays className={styles.fields}>
        <div className="stack gap-5">
          <PageFields form={form} isNew={!page} />
          {page?.is_published && <NotLinkedNotice page={page} />}
          {row && <Translations kind="page" row={row} />}
          {row && (
            <DraftNotice
              kind="page"
              row={row}
              isPublic={row.is_published}
              onDiscarded={onDiscarded}
              canShare={false}
            />
          )}
        </div>
      </TabPanel>
      <TabPanel id="block" current={tab} className={styles.fields}>
        <Suspense>{editor && <BlockPanel editor={editor} />}</Suspense>
      </TabPanel>
    </section>
  )
}
