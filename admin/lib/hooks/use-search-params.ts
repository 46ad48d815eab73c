import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

type Search = Record<string, unknown>

/**
 * The query parameters of the screen at `path`, and a function that replaces them. The new ones are
 * returned at once: the router renders an address a moment later, and a checkbox would jump back until
 * then.
 */
export function useSearchParams(path: string) {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const [change, setChange] = useState<{ from: Search; to: Search }>()
  if (change && change.from !== search) setChange(undefined)
  function setSearch(to: Search, options: { replace?: boolean } = {}) {
    setChange({ from: search, to })
    return navigate({ to: path, search: to, resetScroll: false, ...options })
  }
  return [change?.from === search ? change.to : search, setSearch] as const
}
