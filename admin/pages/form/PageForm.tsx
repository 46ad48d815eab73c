import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { pageNames } from '../../content/field-names.ts'
import type { LinkTarget } from '../../lib/link-target.ts'
import { pagesKey } from '../../menus/pages.ts'
import { RestoredNotice } from '../../ui/editor/RestoredNotice.tsx'
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Loaded } from '../../ui/States.tsx'
import { SaveConflict } from '../../ui/save/SaveConflict.tsx'
import { useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { addToMenu, menuPlaces } from '../add-to-menu.ts'
import {
  createPage,
  isUnlinked,
  type Page,
  pageFormQuery,
  publicAddress,
  savePage,
  savePageDraft,
} from '../queries.ts'
import { PageCanvasField } from './PageCanvasField.tsx'
import styles from './PageForm.module.css'
import { PagePanel } from './PagePanel.tsx'
import { PageTop } from './PageTop.tsx'
import { resolver, valuesOf } from './page-form.ts'
import { usePanel } from './use-panel.ts'

/** The page in its own look, with its tools above and what else there is to it beside. */
export default function PageForm() {
  const { id } = useParams({ strict: false })
  const back = { to: '/pages', search: useSearch({ strict: false }) as Record<string, string> }
  // The buttons are in the header of the screen, and the form that they save below it.
  const [top, setTop] = useState<HTMLElement | null>(null)
  return (
    <div className={styles.screen} data-room="window">
      <PageHeader
        title={id ? 'Edit Page' : 'Create New Page'}
        back={{ ...back, label: 'Back to Pages' }}
        actions={<div ref={setTop} className={`row wrap ${styles.top}`} />}
      />
      {id ? <Stored key={id} {...{ id, back, top }} /> : <PageEditor {...{ back, top }} />}
    </div>
  )
}

type Place = { back: LinkTarget; top: HTMLElement | null }

const Stored = ({ id, back, top }: Place & { id: string }) => (
  <Loaded
    query={useQuery(pageFormQuery(id))}
    failed="Failed to load page data"
    rows={4}
    back={{ ...back, label: 'Back to Pages' }}
  >
    {(page) => <PageEditor {...{ page, back, top }} />}
  </Loaded>
)

function PageEditor({ page, back, top }: Place & { page?: Page }) {
  const state = useEntityForm({ kind: 'page', stored: page, valuesOf, resolver, names: pageNames })
  const saving = useSave(state, {
    save: async (input, _, base) => {
      const saved = await (page ? savePage(page.id, input, base) : createPage(input))
      return { ...saved, isUnlinked: await isUnlinked(saved) }
    },
    ...(page && { saveDraft: (input, base) => savePageDraft(page.id, input, base) }),
    notInDraft: ['is_published'],
    key: pagesKey,
    nameOf: ({ title }) => title,
    pageOf: ({ is_published, slug }) => (is_published ? publicAddress(slug) : undefined),
    offerOf: (saved) =>
      saved.isUnlinked
        ? { word: menuPlaces.header.action, act: () => addToMenu(saved, 'header') }
        : undefined,
    back,
  })
  const { form, isDirty, restored, startOver, startFrom, forgetDraft } = state
  const row = state.base ?? page
  const panel = usePanel(form, !page)
  // Of several fields at fault, the first in this order gets the focus.
  for (const name of ['title', 'slug'] as const) form.register(name)
  return (
    <form id="page" className={styles.form} onSubmit={saving.submit} noValidate>
      <UnsavedGuard dirty={isDirty} onDiscard={forgetDraft} />
      <PageTop
        {...{ top, form, back, row, saving }}
        action={page ? 'Update Page' : 'Create Page'}
      />
      <div className={styles.notices}>
        {restored && <RestoredNotice onDiscard={startOver} />}
        {saving.failure && (
          <div className="notice red" role="alert">
            <strong>{saving.failure}</strong>
          </div>
        )}
        <SaveConflict saving={saving} />
      </div>
      <PageCanvasField form={form} onEditor={panel.setEditor} onOptions={panel.openBlock} />
      <PagePanel form={form} panel={panel} row={row} page={page} onDiscarded={startFrom} />
    </form>
  )
}
