import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MenuName, menuNames } from '#api/website/menus/contract.ts'
import { useUnsavedRows } from '../lib/drafts/use-unsaved-rows.ts'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import { MenuEditor } from './MenuEditor.tsx'
import { type MenuRow, valuesOf } from './menu-form.ts'
import { allPagesQuery } from './pages.ts'
import { type Menu, menusQuery } from './queries.ts'

type Both = Record<MenuName, Menu>
type Rows = Record<MenuName, MenuRow[]>

export default function Menus() {
  const menus = useQuery(menusQuery)
  const pages = useQuery(allPagesQuery)
  const both = {
    data: menus.data && pages.data && { menus: menus.data, pages: pages.data },
    error: menus.error ?? pages.error,
    refetch: () => [menus, pages].filter(({ isError }) => isError).map(({ refetch }) => refetch()),
  }
  return (
    <>
      <PageHeader
        title="Menus"
        description="The links at the top and at the bottom of every page of your site."
      />
      <Loaded query={both} failed="Failed to load menus" rows={4}>
        {(data) => <Editors {...data} />}
      </Loaded>
    </>
  )
}

function Editors({
  menus,
  pages,
}: { menus: Both } & Pick<Parameters<typeof MenuEditor>[0], 'pages'>) {
  const { dirty, mark, discard } = useUnsavedRows()
  const [rows, setRows] = useState<Rows>({
    header: valuesOf(menus.header).items,
    footer: valuesOf(menus.footer).items,
  })
  return (
    <>
      <UnsavedGuard dirty={dirty} onDiscard={discard} />
      {menuNames.map((name) => (
        <MenuEditor
          key={name}
          stored={menus[name]}
          pages={pages}
          other={rows[name === 'header' ? 'footer' : 'header']}
          onChange={(items) => setRows((before) => ({ ...before, [name]: items }))}
          onDirty={mark}
        />
      ))}
    </>
  )
}
