import { zodResolver } from '@hookform/resolvers/zod'
import { pageInput } from '#api/pages/contract.ts'
import { useEntityForm, useSaveForm } from '../lib/hooks/use-entity-form.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import { FormScreen } from '../lib/screens/FormScreen.tsx'
import { SaveConflict } from '../ui/editor/SaveConflict.tsx'
import { EditorFrame } from '../ui/form/EditorFrame.tsx'
import { addToMenu, menuPlaces } from './add-to-menu.ts'
import { NotLinkedNotice } from './NotLinked.tsx'
import { PageFields } from './PageFields.tsx'
import {
  changePage,
  createPage,
  isUnlinked,
  type Page,
  type PageValues,
  pageFormQuery,
  pagesKey,
  publicAddress,
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
})

const names: Record<keyof PageValues, string> = {
  title: 'Title',
  slug: 'Slug',
  content: 'Content',
  meta_description: 'Meta Description',
  is_published: 'Published',
}

function PageEditor({ page, back }: { page: Page | undefined; back: LinkTarget }) {
  const state = useEntityForm({ kind: 'page', stored: page, valuesOf, resolver })
  const saving = useSaveForm(state, {
    save: async (input, basedOn) => {
      const saved = await (page ? changePage(page.id, input, basedOn) : createPage(input))
      return { ...saved, isUnlinked: await isUnlinked(saved) }
    },
    key: pagesKey,
    nameOf: ({ title }) => title,
    pageOf: ({ is_published, slug }) => (is_published ? publicAddress(slug) : undefined),
    offerOf: (saved) =>
      saved.isUnlinked
        ? { word: menuPlaces.header.action, act: () => addToMenu(saved, 'header') }
        : undefined,
    back,
  })
  return (
    <EditorFrame {...{ state, saving, back }} action={page ? 'Update Page' : 'Create Page'}>
      {page?.is_published && <NotLinkedNotice page={page} />}
      <PageFields form={state.form} />
      <SaveConflict saving={saving} thing="page" names={names} />
    </EditorFrame>
  )
}
