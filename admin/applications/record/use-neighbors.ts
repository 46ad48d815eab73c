import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { perPage } from '../../lib/api/entity-queries.ts'
import {
  keepList,
  type LastList,
  lastList,
  neighbors,
  withRowsAfter,
  withRowsBefore,
} from '../../lib/last-list.ts'
import { readFilters } from '../filters.ts'
import { applicationListQuery } from '../queries.ts'

async function readPage(client: QueryClient, { search }: LastList, page: number) {
  const filters = { ...readFilters(search), page }
  const { rows, total } = await client.query({ ...applicationListQuery(filters), staleTime: 0 })
  return { ids: rows.map(({ id }) => id), total }
}

async function extendBefore(client: QueryClient, list: LastList) {
  const { ids } = await readPage(client, list, list.pages[0] - 1)
  return withRowsBefore(list, ids)
}

async function extendAfter(client: QueryClient, list: LastList) {
  for (let page = list.pages[1]; ; page += 1) {
    const { ids, total } = await readPage(client, list, page)
    const extended = withRowsAfter(list, page, ids)
    if (extended.ids.length > list.ids.length || page * perPage >= total) return extended
  }
}

/** Ten decisions a second show nobody later than they are made, even if reading takes half a second. */
const readAhead = 5

/** Reads the next or previous page of the list when `id` is near its end. */
function extensionFor(list: LastList, id: number) {
  const place = list.ids.indexOf(id)
  if (place < 0) return
  if (place >= list.ids.length - 1 - readAhead && list.before + list.ids.length < list.total)
    return extendAfter
  if (place === 0 && list.pages[0] > 1) return extendBefore
  return
}

/** Empty when the application was not opened from a list. */
export type Neighbors = {
  previous?: number
  next?: number
  /** The next one and those after it, to be read ahead. */
  upcoming?: number[]
  position?: number
  total?: number
}

/** Where `id` is in the list it was opened from, and the applications around it, across pages. */
export function useNeighbors(id: number): Neighbors {
  const client = useQueryClient()
  const [, update] = useReducer((count: number) => count + 1, 0)
  const list = lastList()
  useEffect(() => {
    const before = lastList()
    let left = false
    extensionFor(before, id)?.(client, before).then(
      (extended) => {
        if (left) return
        keepList(extended)
        update()
      },
      // Without the page, the list ends here for now.
      () => {},
    )
    return () => {
      left = true
    }
  }, [client, id])
  const place = list.ids.indexOf(id)
  if (place < 0) return {}
  return {
    ...neighbors(list.ids, id),
    upcoming: list.ids.slice(place + 1, place + 1 + readAhead),
    position: list.before + place + 1,
    total: Math.max(list.total, list.before + list.ids.length),
  }
}
