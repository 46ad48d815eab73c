import { Navigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Listed, perPage } from '../../lib/api/entity-queries.ts'
import type { LinkTarget } from '../../lib/link-target.ts'
import { Loaded } from '../States.tsx'
import styles from './PagedList.module.css'
import { Pager } from './Pager.tsx'

/** The page number in query parameters; 1 for none or an invalid one. */
export const readPage = ({ page = '' }: { page?: unknown }): number =>
  /^[1-9]\d{0,7}$/.test(String(page)) ? Number(page) : 1

/** The page number in the URL. */
export const usePageNumber = () => readPage(useSearch({ strict: false }))

/** A link that keeps the list's page number, so that the way back returns to it. */
export const atPage = (to: string, page: number, filters: object = {}): LinkTarget => ({
  to,
  search: page > 1 ? { ...filters, page } : { ...filters },
})

/** A page of the list at `path`, or its loading, empty or `failed` state; `children` is a row. */
export function PagedList<Row>({
  path,
  filters,
  page,
  list,
  failed,
  empty,
  children,
}: {
  path: string
  /** The other search parameters, kept in each page's link. */
  filters?: object
  page: number
  /** The result of a list query. */
  list: {
    data: Listed<Row> | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  failed: string
  empty?: ReactNode
  children: (row: Row) => ReactNode
}) {
  const { data, isPlaceholderData: busy } = list
  if (!data) return <Loaded query={list} failed={failed} rows={8} />
  const { rows, total, isCapped } = data
  if (!total && empty) return empty
  // Deleting the last row of the last page leaves a page that does not exist.
  const last = Math.max(1, Math.ceil(total / perPage))
  if (!rows.length && !busy && page > last)
    return <Navigate {...atPage(path, last, filters)} replace />
  return (
    <>
      <ul className={styles.rows} aria-busy={busy}>
        {rows.map((row) => children(row))}
      </ul>
      <Pager
        page={page}
        perPage={perPage}
        total={total}
        isCapped={isCapped}
        linkTo={(to) => atPage(path, to, filters)}
      />
    </>
  )
}
