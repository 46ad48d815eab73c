import { useNavigate } from '@tanstack/react-router'
import { useSearchParams } from '../lib/hooks/use-search-params.ts'
import { type ApplicationFilters, readFilters, toSearch } from './filters.ts'

type Open = { notes?: number | undefined; new?: number | undefined }

/** The list's URL holds filters and the open modal, so that reload, Back and sign-in keep both. */
export function useAddress() {
  const [search, setSearch] = useSearchParams('/applications')
  const navigate = useNavigate()
  const filters = readFilters(search)
  const notes = Number(search.notes) || undefined

  const searchWith = (change: Partial<ApplicationFilters>) =>
    // Another job has other questions, and maybe other steps; a step has one status.
    toSearch({
      ...filters,
      page: 1,
      ...(change.job_id && { answers: {}, step_id: undefined }),
      ...(change.status && { step_id: undefined }),
      ...change,
    })

  return {
    filters,
    notes,
    adding: search.new !== undefined,
    /** Query parameters with `change` applied; back on the first page. */
    searchWith,
    filter: (change: Partial<ApplicationFilters>, options?: { replace?: boolean }) =>
      setSearch(searchWith(change), options),
    /** Opens a modal; `{}` closes it. */
    open: (modal: Open) =>
      navigate({
        to: '/applications',
        search: { ...toSearch(filters), ...modal },
        resetScroll: false,
        replace: !modal.notes && !modal.new,
        // The modal has already asked about unsaved changes.
        ignoreBlocker: true,
      }),
  }
}

export type Address = ReturnType<typeof useAddress>
