import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'

export const perPage = 50

export type Listed<Row> = { rows: Row[]; total: number; isCapped?: boolean }

/** One page of a list; the previous page stays visible while it loads. */
export const listQuery = <Row>(
  listKey: QueryKey,
  page: number,
  read: (query: { page: string; per_page: string }) => Promise<Listed<Row>>,
) =>
  queryOptions({
    queryKey: [...listKey, page],
    queryFn: () => read({ page: String(page), per_page: String(perPage) }),
    placeholderData: keepPreviousData,
  })

/** Fetched each time a form opens and never while it is open, so that input is not overwritten. */
export const formQuery = <Row>(key: QueryKey, id: string, read: () => Promise<Row>) =>
  queryOptions({
    queryKey: [...key, 'form', id],
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Optimistically patches a row in every cached page of its list. */
export const patchRow = (client: QueryClient, listKey: QueryKey, id: number, patch: object) =>
  client.setQueriesData<Listed<{ id: number }>>(
    { queryKey: listKey },
    (list) =>
      list && {
        ...list,
        rows: list.rows.map((row) => (row.id === id ? { ...row, ...patch } : row)),
      },
  )
