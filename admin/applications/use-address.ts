import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ApplicationFilters, readFilters, toSearch } from './filters.ts'

type Open = { notes?: number | undefined; new?: number | undefined }

/** What the list's address says: filters, and which modal is open, so that reload, Back and a sign-in in between lose neither. */
export function useAddress() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const filters = readFilters(search)
  const notes = Number(search.notes) || undefined

  const searchWith = (change: Partial<ApplicationFilters>) =>
    toSearch({ ...filters, page: 1, ...change })

  return {
    filters,
    notes,
    adding: search.new !== undefined,
    /** The query of this list with something changed; another filter begins at the first page. */
    searchWith,
    filter: (change: Partial<ApplicationFilters>, options: { replace?: boolean } = {}) =>
      navigate({ to: '/applications', search: searchWith(change), resetScroll: false, ...options }),
    /** Opens a modal over the list, or closes it with `{}`. */
    open: (modal: Open) =>
      navigate({
        to: '/applications',
        search: { ...toSearch(filters), ...modal },
        resetScroll: false,
        replace: !modal.notes && !modal.new,
        // The modal itself has asked before it closes.
        ignoreBlocker: true,
      }),
  }
}

export type Address = ReturnType<typeof useAddress>
