import { and, inArray, type SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import { pageOf } from '#api/core/http/list.ts'
import type { Env } from '#api/core/route/context.ts'
import { jobs as table } from '#db/schema.ts'
import { findJobs, isFiltered, type JobSearch } from './filter.ts'

type ListContext = Parameters<typeof pageOf>[0] & Pick<Context<Env>, 'var'>

/** A page of the jobs that match. `read` returns those of a condition, newest first. */
export async function listJobs<Row extends { id: number }>(
  c: ListContext,
  which: SQL | undefined,
  { sort, ...search }: JobSearch & { sort?: '-posted_at' | 'team' },
  read: (where: SQL | undefined, limit: number, offset: number) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const { db } = c.var
  if (!isFiltered(search) && sort !== 'team')
    return pageOf(c, db.$count(table, which), (limit, offset) => read(which, limit, offset))
  const ids = await findJobs(db, which, search, sort)
  return pageOf(c, Promise.resolve(ids.length), async (limit, offset) => {
    const page = ids.slice(offset, offset + limit)
    if (!page.length) return []
    const rows = await read(and(which, inArray(table.id, page)), limit, 0)
    return rows.sort((a, b) => page.indexOf(a.id) - page.indexOf(b.id))
  })
}
