import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MenuName, menuNames } from '#api/website/menus/contract.ts'
import { putBack } from '../content/queries.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { useSetFlag } from '../lib/hooks/use-set-flag.ts'
import { type ListedPage, pagesKey, unlinkedQuery } from '../menus/pages.ts'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { useCopyLink } from '../rows/use-copy-link.tsx'
import { atPage } from '../ui/list/PagedList.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { addToMenu, menuPlaces } from './add-to-menu.ts'
import { changePage, deletePage, homeSlug, publicAddress, setPublished } from './queries.ts'
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
  const link = useCopyLink({ title, path: publicAddress(slug) })
  const { data: unlinked } = useQuery(unlinkedQuery)
  const add = useOnce((name: MenuName) => addToMenu(row, name))
  const menus = unlinked?.includes(id) ? menuNames : []
  const more = [
    { word: 'Copy link', onClick: link.copy },
    ...menus.map((menu) => ({ word: menuPlaces[menu].action, onClick: () => add(menu) })),
  ]
  return (
    <RowActions
      name={title}
      view={is_published && `/page/${slug}`}
      edit={atPage(`/pages/${id}/edit`, page)}
      onDelete={() => setAsking('delete')}
      more={is_published ? more : []}
    >
      <RowAction
        name={title}
        word={is_published ? 'Unpublish' : 'Publish'}
        onClick={() => (isHome ? setAsking('unpublish') : publish())}
      />
      {link.dialog}
      {asking === 'delete' && (
        <DeleteRow
          name={title}
          thing="page"
          send={() => deletePage(id)}
          queries={pagesKey}
          undo={() => putBack('page', id)}
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
