import type { MenuName } from '#api/website/menus/contract.ts'
import { complaint } from '../lib/api/api.ts'
import { queryClient } from '../lib/api/query-client.ts'
import { toast } from '../lib/toasts.ts'
import { type ListedPage, unlinkedQuery } from '../menus/pages.ts'
import { labelFor, menusKey, readMenu, saveMenu } from '../menus/queries.ts'

export const menuPlaces: Record<MenuName, { action: string; place: string }> = {
  header: { action: 'Add to header menu', place: 'the header menu' },
  footer: { action: 'Add to footer', place: 'the footer' },
}

const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: unlinkedQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: menusKey }),
  ])

/** Adds the page to a menu as it is now; the toast takes exactly that back. */
export async function addToMenu({ id, title }: Pick<ListedPage, 'id' | 'title'>, name: MenuName) {
  const failed = (error: unknown) =>
    toast({ message: complaint(`“${title}” was not added`, error) })

  async function remove() {
    const { items, updated_at } = await readMenu(name)
    const last = items.findLastIndex((item) => 'page_id' in item && item.page_id === id)
    if (last >= 0) await saveMenu(name, items.toSpliced(last, 1), updated_at)
    await refresh()
  }

  try {
    const { items, updated_at } = await readMenu(name)
    await saveMenu(name, [...items, { label: labelFor({ title }), page_id: id }], updated_at)
    toast({
      message: `“${title}” is in ${menuPlaces[name].place} now`,
      kind: 'done',
      undo: () => remove().catch(failed),
    })
    await refresh()
  } catch (error) {
    failed(error)
  }
}
