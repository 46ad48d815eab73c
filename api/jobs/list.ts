import { and, inArray, type SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import { jobs as table } from '#db/schema.ts'
import type { Env } from '../context.ts'
import { pageOf } from '../http/list.ts'
import { findJobs, isFiltered, type JobSearch } from './filter.ts'

type ListContext = Parameters<typeof pageOf>[0] & Pick<Context<Env>, 'var'>

/** A page of the jobs that match. `read` returns those of a condition, newest first. */
export async function listJobs<Row>(
  c: ListContext,
  which: SQL | undefined,
  search: JobSearch,
  read: (where: SQL | undefined, limit: number, offset: number) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const { db } = c.var
  if (!isFiltered(search))
    return pageOf(c, db.$count(table, which), (limit, offset) => read(which, limit, offset))
  const ids = await findJobs(db, which, search)
  return pageOf(c, Promise.resolve(ids.length), (limit, offset) =>
    read(and(which, inArray(table.id, ids.slice(offset, offset + limit))), limit, 0),
  )
}
