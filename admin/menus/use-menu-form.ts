import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import type { Resolver } from 'react-hook-form'
import type { MenuItem } from '#api/website/menus/contract.ts'
import { complaint, currentOf } from '../lib/api/api.ts'
import { toast } from '../lib/toasts.ts'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { type MenuValues, menuForm, valuesOf } from './menu-form.ts'
import { unlinkedQuery } from './pages.ts'
import {
  defaultTag,
  type Menu,
  menusKey,
  menuTitle,
  readMenu,
  resetMenu,
  saveMenu,
} from './queries.ts'

type Output = { items: MenuItem[] }
const resolver = zodResolver(menuForm) as unknown as Resolver<MenuValues, unknown, Output>

/** The form of one menu. It stays open after saving. */
export function useMenuForm(stored: Menu) {
  const client = useQueryClient()
  const { name } = stored
  const title = `“${menuTitle[name]}”`
  const state = useEntityForm<MenuValues, Output, Menu>({
    kind: 'menu',
    stored,
    valuesOf,
    resolver,
    names: { items: 'Items' },
    rows: { items: ({ page_id, url }) => page_id ?? url },
  })
  const { base = stored, startFrom } = state

  function settle(menu: Menu) {
    startFrom(menu)
    client.invalidateQueries({ queryKey: menusKey, refetchType: 'none' })
    client.invalidateQueries({ queryKey: unlinkedQuery.queryKey })
  }
  const saving = useSave(state, {
    save: ({ items }, basedOn) => saveMenu(name, items, basedOn),
    messageOf: () => `${title} was updated`,
    fieldOf: (path) => `items.${path.join('.')}`,
    current: (refusal) => (currentOf(refusal) ? readMenu(name) : undefined),
    onSaved: settle,
  })

  async function reset() {
    const { items, updated_at } = base
    const putBack = () =>
      saveMenu(name, items).then(settle, (error: unknown) =>
        toast({ message: complaint('Failed to save menu', error) }),
      )
    settle(await resetMenu(name, updated_at))
    toast({ message: `${title} is back to the default`, kind: 'done', undo: putBack })
  }

  return {
    ...state,
    saving,
    isDefault: base.updated_at === defaultTag,
    reset,
  }
}

export type MenuFormState = ReturnType<typeof useMenuForm>
