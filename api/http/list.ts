import type { Context, TypedResponse } from 'hono'
import type { Env } from '../http.ts'

export type Paging = { page: number; per_page: number }

/** Tells a list's total and its neighbours, as GitHub's REST API does (RFC 8288, relative to the request). */
function announce(c: Context<Env>, { page, per_page }: Paging, total: number) {
  const last = Math.max(1, Math.ceil(total / per_page))
  const url = new URL(c.req.url)
  url.searchParams.set('per_page', String(per_page))
  const link = (rel: string, number: number) => {
    url.searchParams.set('page', String(number))
    return `<${url.pathname}${url.search}>; rel="${rel}"`
  }
  const links = [link('first', 1)]
  if (page > 1) links.push(link('prev', Math.min(page - 1, last)))
  if (page < last) links.push(link('next', page + 1))
  links.push(link('last', last))
  c.header('X-Total-Count', String(total))
  c.header('Link', links.join(', '))
}

/**
 * One page of a list, with its headers set. Rows are read only where there are some: to find out
 * that there are none behind the end, SQLite would step over all of them.
 */
export async function pageOf<Row>(
  c: Context<Env, string, { out: { query: Paging } }>,
  counted: PromiseLike<number>,
  rows: (limit: number, offset: number, total: number) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const { page, per_page } = c.req.valid('query')
  const total = await counted
  announce(c, { page, per_page }, total)
  const offset = (page - 1) * per_page
  return offset < total ? rows(per_page, offset, total) : []
}

/** Answers the rows of a page as the database has written them, if any. Of which type they are, only the caller knows. */
export const jsonRows = <Row>(c: Context<Env>, [page]: { json: Buffer<ArrayBuffer> | null }[]) =>
  c.newResponse(page?.json ?? '[]', 200, {
    'Content-Type': 'application/json',
  }) as Response & TypedResponse<Row[], 200, 'json'>
