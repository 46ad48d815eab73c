import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LinkTarget } from '../lib/link-target.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'

type Back = LinkTarget & { label: string }
type Query<Row, Key extends readonly unknown[]> = UseQueryOptions<Row, Error, Row, Key>

/**
 * A form's screen: loads the row with the id in the URL, if any, before it renders the form. The
 * back link restores the filters and page of `list`; `thing` ('job') is for the error.
 */
export function FormScreen<Row, Key extends readonly unknown[]>({
  titles,
  list,
  thing,
  query,
  children,
}: {
  titles: { new: string; edit: string }
  list: { to: string; label: string }
  thing: string
  query: (id: string) => Query<Row, Key>
  children: (back: LinkTarget, stored?: Row) => ReactNode
}) {
  const { id } = useParams({ strict: false })
  const back = { ...list, search: useSearch({ strict: false }) as Record<string, string> }
  return (
    <>
      <PageHeader title={id ? titles.edit : titles.new} back={back} />
      {id ? (
        <Stored key={id} query={query(id)} thing={thing} back={back}>
          {(row) => children(back, row)}
        </Stored>
      ) : (
        children(back)
      )}
    </>
  )
}

function Stored<Row, Key extends readonly unknown[]>({
  query,
  thing,
  back,
  children,
}: {
  query: Query<Row, Key>
  thing: string
  back: Back
  children: (row: Row) => ReactNode
}) {
  return (
    <Loaded query={useQuery(query)} failed={`Failed to load ${thing} data`} rows={4} back={back}>
      {children}
    </Loaded>
  )
}
