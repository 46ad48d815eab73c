import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'

export const perPage = 50

/** One page of a list, and how many rows there are in all. */
export type Listed<Row> = { rows: Row[]; total: number }

/** Page `page` of the list whose queries start with `listKey`; the page before stays until it is there. */
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

/** Read anew each time a form opens, and not again while it is open: what is being typed stays. */
export const formQuery = <Row>(key: QueryKey, id: string, read: () => Promise<Row>) =>
  queryOptions({
    queryKey: [...key, 'form', id],
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Puts `patch` onto a row in every page of its list, until the server's own answer replaces it. */
export const patchRow = (client: QueryClient, listKey: QueryKey, id: number, patch: object) =>
  client.setQueriesData<Listed<{ id: number }>>(
    { queryKey: listKey },
    (list) =>
      list && {
        ...list,
        rows: list.rows.map((row) => (row.id === id ? { ...row, ...patch } : row)),
      },
  )
