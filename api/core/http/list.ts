import { type SQL, sql } from 'drizzle-orm'
import type { Context, TypedResponse } from 'hono'
import type { Db } from '#db/client.ts'
import { maxCounted } from './contract/max-counted.ts'

export type Paging = { page: number; per_page: number }

type ListContext = Pick<Context, 'header'> & {
  var: { db: Db }
  req: { url: string; valid(target: 'query'): Paging }
}

export const pagingHeaders = ['X-Total-Count', 'X-Total-Count-Capped', 'Link']

/** SQL: how many rows there are, at most one more than `maxCounted`. */
export const countSome = (from: SQL) =>
  sql`select count(*) from (select 1 ${from} limit ${maxCounted + 1})`

/** Says that there are more than `X-Total-Count`. */
export const announceCap = (c: Pick<Context, 'header'>) => c.header('X-Total-Count-Capped', 'true')

/** X-Total-Count and Link headers as in GitHub's REST API (RFC 8288, relative URLs). */
function announce(c: ListContext, { page, per_page }: Paging, { total, isCapped }: Counted) {
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
  else if (isCapped) links.push(link('next', page + 1))
  if (isCapped) announceCap(c)
  else links.push(link('last', last))
  c.header('X-Total-Count', String(total))
  c.header('Link', links.join(', '))
}

/** `isCapped`: there are more than `total`. */
type Counted = { total: number; isCapped?: boolean }

/** Rows that SQLite steps over in a moment. */
const nearby = 1_000

/**
 * One page of a list; sets the paging headers. Far past the last page nothing is queried: SQLite
 * would step over every row to find none. A database server is asked for count and rows at once,
 * and `rows` gets 0 as the total, unless it needs it.
 */
export async function pageOf<Row>(
  c: ListContext,
  counted: PromiseLike<number | Counted>,
  rows: (limit: number, offset: number, total: number) => PromiseLike<Row[]>,
  { needsTotal = false } = {},
): Promise<Row[]> {
  const { page, per_page } = c.req.valid('query')
  const offset = (page - 1) * per_page
  const isRemote = c.var.db.$client.protocol !== 'file'
  if (isRemote && !needsTotal && offset <= nearby) {
    const [count, found] = await Promise.all([counted, rows(per_page, offset, 0)])
    announce(c, { page, per_page }, asCounted(count))
    return found
  }
  const count = asCounted(await counted)
  announce(c, { page, per_page }, count)
  return offset < count.total ? rows(per_page, offset, count.total) : []
}

const asCounted = (count: number | Counted): Counted =>
  typeof count === 'number' ? { total: count } : count

/** Responds with JSON built by SQLite. The caller declares the row type. */
export const jsonRows = <Row>(
  c: Pick<Context, 'newResponse'>,
  [page]: { json: Buffer<ArrayBuffer> | null }[],
) =>
  c.newResponse(page?.json ?? '[]', 200, {
    'Content-Type': 'application/json',
  }) as Response & TypedResponse<Row[], 200, 'json'>
