import { useState } from 'react'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { type Selection, sizeOf } from '../bulk/selection.ts'
import { type ApplicationFilters, filterKey } from '../filters.ts'
import { withDays } from '../periods.ts'
import type { ListedApplication } from '../queries.ts'

const none: Selection = { ids: [] }

/** The selection survives paging and sorting; another filter clears it and sets `cleared`. */
export function useSelection(filters: ApplicationFilters) {
  const key = filterKey(filters)
  const today = dayIn(useSiteTimeZone())
  const [state, setState] = useState({ key, selection: none, cleared: false })
  const [anchor, setAnchor] = useState<number>()
  if (state.key !== key) {
    setState({ key, selection: none, cleared: sizeOf(state.selection) > 0 })
    setAnchor(undefined)
  }
  const { selection, cleared } = state
  const set = (selection: Selection) => setState({ key, selection, cleared: false })
  const has = (id: number) =>
    'ids' in selection ? selection.ids.includes(id) : !selection.except.includes(id)

  /** Adds or removes these. */
  function mark(ids: number[], on: boolean) {
    const [kept, isListed] = 'ids' in selection ? [selection.ids, on] : [selection.except, !on]
    const others = kept.filter((id) => !ids.includes(id))
    const marked = isListed ? [...others, ...ids] : others
    set('ids' in selection ? { ids: marked } : { ...selection, except: marked })
  }

  /** With `range`, from the row toggled last to this one, which then are as the last was made. */
  function toggle(id: number, rows: ListedApplication[], range = false) {
    const ids = rows.map((row) => row.id)
    const [from, to] = [anchor === undefined ? -1 : ids.indexOf(anchor), ids.indexOf(id)]
    if (range && from >= 0 && anchor !== undefined)
      mark(ids.slice(Math.min(from, to), Math.max(from, to) + 1), has(anchor))
    else mark([id], !has(id))
    setAnchor(id)
  }

  return {
    selection,
    size: sizeOf(selection),
    cleared,
    has,
    toggle,
    mark,
    selectAll: (total: number, isCapped: boolean) =>
      set({ filter: withDays(filters, today), except: [], total, isCapped }),
    clear: () => {
      if (sizeOf(selection)) set(none)
    },
  }
}

export type SelectionControl = ReturnType<typeof useSelection>
