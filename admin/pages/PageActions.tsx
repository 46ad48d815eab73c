import { useState } from 'react'
import { useSetFlag } from '../lib/hooks/use-set-flag.ts'
import { DeleteRow } from '../lib/screens/DeleteRow.tsx'
import { atPage } from '../ui/list/PagedList.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import {
  changePage,
  deletePage,
  homeSlug,
  type ListedPage,
  pagesKey,
  setPublished,
} from './queries.ts'
import { UnpublishHome, withoutHome } from './UnpublishHome.tsx'

const publication = {
  key: pagesKey,
  flag: 'is_published',
  send: setPublished,
  restore: ({ id, is_published }: ListedPage, updated_at: string) =>
    changePage(id, { is_published }, updated_at),
  turnedOn: 'published',
  turnedOff: 'unpublished',
}

export function PageActions({ row, page }: { row: ListedPage; page: number }) {
  const { id, title, slug, is_published } = row
  const [asking, setAsking] = useState<'delete' | 'unpublish'>()
  const setFlag = useSetFlag(publication)
  const publish = () => setFlag({ row, on: !is_published })
  const close = () => setAsking(undefined)
  const isHome = slug === homeSlug && is_published
  return (
    <RowActions
      name={title}
      view={is_published && `/page/${slug}`}
      edit={atPage(`/pages/${id}/edit`, page)}
      onDelete={() => setAsking('delete')}
    >
      <RowAction
        name={title}
        word={is_published ? 'Unpublish' : 'Publish'}
        onClick={() => (isHome ? setAsking('unpublish') : publish())}
      />
      {asking === 'delete' && (
        <DeleteRow
          name={title}
          thing="page"
          send={() => deletePage(id)}
          queries={pagesKey}
          onClose={close}
        >
          {isHome && withoutHome}
        </DeleteRow>
      )}
      {asking === 'unpublish' && (
        <UnpublishHome title={title} onConfirm={publish} onClose={close} />
      )}
    </RowActions>
  )
}
