import type { Context, TypedResponse } from 'hono'

export type Paging = { page: number; per_page: number }

type ListContext = Pick<Context, 'header'> & {
  req: { url: string; valid(target: 'query'): Paging }
}

/** X-Total-Count and Link headers as in GitHub's REST API (RFC 8288, relative URLs). */
function announce(c: ListContext, { page, per_page }: Paging, total: number) {
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
 * One page of a list; sets the paging headers. Past the last page nothing is queried: SQLite would
 * step over every row to find none.
 */
export async function pageOf<Row>(
  c: ListContext,
  counted: PromiseLike<number>,
  rows: (limit: number, offset: number, total: number) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const { page, per_page } = c.req.valid('query')
  const total = await counted
  announce(c, { page, per_page }, total)
  const offset = (page - 1) * per_page
  return offset < total ? rows(per_page, offset, total) : []
}

/** Responds with JSON built by SQLite. The caller declares the row type. */
export const jsonRows = <Row>(
  c: Pick<Context, 'newResponse'>,
  [page]: { json: Buffer<ArrayBuffer> | null }[],
) =>
  c.newResponse(page?.json ?? '[]', 200, {
    'Content-Type': 'application/json',
  }) as Response & TypedResponse<Row[], 200, 'json'>
