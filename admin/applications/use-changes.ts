import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, read } from '../lib/api/api.ts'
import { applicationsKey } from './queries.ts'

const changesQuery = (id: number) =>
  queryOptions({
    // Not below applications, whose changes it finds.
    queryKey: ['application-version', id],
    queryFn: () => read(api.applications[':id'].version.$get({ param: { id: String(id) } })),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 5_000,
  })

/** Reads what is shown of an application again once the candidate or a colleague changed it. */
export function useChanges(id: number): void {
  const client = useQueryClient()
  const { data } = useQuery(changesQuery(id))
  const seen = useRef<{ id: number; version: string }>(null)
  useEffect(() => {
    if (!data) return
    const isNew = seen.current?.id === id && seen.current.version !== data.version
    seen.current = { id, version: data.version }
    if (isNew) void client.invalidateQueries({ queryKey: applicationsKey })
  }, [client, id, data])
}
