import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Path, Resolver } from 'react-hook-form'
import type { MenuItem } from '#api/website/menus/contract.ts'
import { changedBy, complaint } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { type Contest, isSame } from '../lib/drafts/merge.ts'
import { useEntityForm } from '../lib/hooks/use-entity-form.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { toast } from '../lib/toasts.ts'
import { type MenuRow, type MenuValues, menuForm, valuesOf } from './menu-form.ts'
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
  const state = useEntityForm<MenuValues, Output, Menu>({
    kind: 'menu',
    stored,
    valuesOf,
    resolver,
  })
  const { form, base = stored, startFrom, rebase } = state
  const [{ failure, contest }, setOutcome] = useState<{ failure?: string; contest?: Contest }>({})

  function showItemErrors(error: unknown) {
    const details = (error instanceof ApiError && error.body.details) || []
    for (const [place, { path, message }] of details.entries())
      form.setError(
        `items.${path.join('.')}` as Path<MenuValues>,
        { message },
        { shouldFocus: place === 0 },
      )
    return details.length > 0
  }

  function settle(menu: Menu) {
    startFrom(menu)
    setOutcome({})
    client.invalidateQueries({ queryKey: menusKey, refetchType: 'none' })
    client.invalidateQueries({ queryKey: unlinkedQuery.queryKey })
  }

  /** The items are one field: both changed them, or there is no conflict. */
  function ask(current: Menu, by: string) {
    const mine = form.getValues()
    const { items } = valuesOf(current)
    rebase(current, mine)
    if (isSame(mine.items, items)) return setOutcome({})
    setOutcome({
      contest: { by, isDue: false, fields: [{ name: 'items', mine: mine.items, theirs: items }] },
    })
  }

  const change = useOnce(async (send: () => Promise<Menu>, onDone?: () => void) => {
    setOutcome({})
    try {
      settle(await send())
      onDone?.()
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 409
      const current = isStale ? await readMenu(name).catch(() => undefined) : undefined
      if (current) ask(current, changedBy(error))
      else if (!showItemErrors(error))
        setOutcome({ failure: complaint('Failed to save menu', error) })
    }
  })

  const title = `“${menuTitle[name]}”`
  const save = form.handleSubmit(async ({ items }) => {
    if (contest && !contest.fields[0]?.choice)
      return setOutcome({ contest: { ...contest, isDue: true } })
    await change(
      () => saveMenu(name, items, base.updated_at),
      () => toast({ message: `${title} was updated`, kind: 'done' }),
    )
  })

  function choose(_field: string, value: unknown, choice: 'mine' | 'theirs') {
    form.setValue('items', value as MenuRow[], { shouldDirty: true })
    const fields = contest?.fields.map((one) => ({ ...one, choice }))
    if (contest && fields) setOutcome({ contest: { ...contest, fields } })
  }

  async function reset() {
    const { items, updated_at } = base
    const undo = () => change(() => saveMenu(name, items))
    await change(
      () => resetMenu(name, updated_at),
      () => toast({ message: `${title} is back to the default`, kind: 'done', undo }),
    )
  }

  return {
    ...state,
    failure,
    contest,
    choose,
    isDefault: base.updated_at === defaultTag,
    save,
    reset,
  }
}

export type MenuFormState = ReturnType<typeof useMenuForm>
