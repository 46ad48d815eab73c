import { zodResolver } from '@hookform/resolvers/zod'
import { pageInput } from '#api/website/pages/contract.ts'
import { DraftNotice } from '../content/DraftNotice.tsx'
import { pageNames } from '../content/field-names.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import { pagesKey } from '../menus/pages.ts'
import { FormScreen } from '../rows/FormScreen.tsx'
import { EditorFrame } from '../ui/form/EditorFrame.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { addToMenu, menuPlaces } from './add-to-menu.ts'
import { NotLinkedNotice } from './NotLinked.tsx'
import { PageFields } from './PageFields.tsx'
import { PagePreview } from './PagePreview.tsx'
import {
  createPage,
  isUnlinked,
  type Page,
  type PageValues,
  pageFormQuery,
  publicAddress,
  savePage,
  savePageDraft,
} from './queries.ts'

export default function PageForm() {
  return (
    <FormScreen
      titles={{ new: 'Create New Page', edit: 'Edit Page' }}
      list={{ to: '/pages', label: 'Back to Pages' }}
      thing="page"
      query={pageFormQuery}
    >
      {(back, page) => <PageEditor page={page} back={back} />}
    </FormScreen>
  )
}

const resolver = zodResolver(pageInput)

const valuesOf = (page?: Page): PageValues => ({
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  content: page?.content ?? '',
  meta_description: page?.meta_description ?? '',
  is_published: page?.is_published ?? false,
  publish_at: page?.publish_at ?? null,
  unpublish_at: page?.unpublish_at ?? null,
})

function PageEditor({ page, back }: { page: Page | undefined; back: LinkTarget }) {
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
  const row = state.base ?? page
  const canDraft = row && (row.is_published || row.has_draft)
  return (
    <EditorFrame
      {...{ state, saving, back }}
      action={page ? 'Update Page' : 'Create Page'}
      onSaveDraft={canDraft ? saving.submitDraft : undefined}
      side={<PagePreview form={state.form} />}
    >
      {row && (
        <DraftNotice
          kind="page"
          row={row}
          isPublic={row.is_published}
          onDiscarded={state.startFrom}
        />
      )}
      {page?.is_published && <NotLinkedNotice page={page} />}
      <PageFields form={state.form} isNew={!page} />
    </EditorFrame>
  )
}
