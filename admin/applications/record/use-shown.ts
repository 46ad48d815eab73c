import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { hasUnsaved } from '../../lib/drafts/unsaved.ts'
import { applicationDetailKey } from '../queries.ts'

/**
 * The id of the application to show, and a function that goes to another. One that was read ahead is
 * shown with the key that asks for it; the router renders its address some frames later.
 */
export function useShown() {
  const addressed = Number(useParams({ strict: false }).id)
  const search = useSearch({ strict: false })
  const client = useQueryClient()
  const navigate = useNavigate()
  const [ahead, setAhead] = useState<number>()
  if (ahead === addressed) setAhead(undefined)

  function go(id: number) {
    // What is unsaved may keep the person here.
    if (client.getQueryData(applicationDetailKey(id)) && !hasUnsaved()) setAhead(id)
    return navigate({ to: '/applications/$id', params: { id: String(id) }, search }).finally(() =>
      setAhead((shown) => (shown === id ? undefined : shown)),
    )
  }
  return { id: ahead ?? addressed, go }
}

/**
 * Whether the application has been on screen: nobody is decided about by a key that was pressed for the
 * one before.
 */
export function useSeen(id: number) {
  const seen = useRef(id)
  useEffect(() => {
    if (seen.current === id) return
    // In the frame that paints it.
    const frame = requestAnimationFrame(() => {
      seen.current = id
    })
    return () => cancelAnimationFrame(frame)
  }, [id])
  return () => seen.current === id
}
