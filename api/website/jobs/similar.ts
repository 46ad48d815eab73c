import { and, ne, notInArray, sql } from 'drizzle-orm'
import { quotedWords } from '#api/core/search/terms.ts'
import type { Db } from '#db/client.ts'
import { jobs as table } from '#db/schema.ts'
import { notHidden } from '../translations/shown.ts'
import { listed, newest, published } from './rows.ts'
import { shownJobs } from './shown.ts'

const maxSimilar = 3

/** An FTS5 query for any word of the team or the title, except the title's short words ("and"). */
const anyOf = ({ title, team }: Pick<Job, 'title' | 'team'>) =>
  [...new Set([...quotedWords(team ?? ''), ...quotedWords(title, 3)])].join(' OR ')

type Job = { id: number; title: string; team: string | null }

/** Up to three active jobs: of the same team first, then with words of the title, then newest. */
export async function similarJobs(db: Db, { id, title, team }: Job) {
  const query = anyOf({ title, team })
  const seen = and(listed, await notHidden(db, 'job'))
  const best = query
    ? await db
        .select(published)
        .from(table)
        .innerJoin(
          sql`(select rowid as found, rank from job_search where job_search match ${query}) matches`,
          sql`matches.found = ${table.id}`,
        )
        .where(and(seen, ne(table.id, id)))
        .orderBy(sql`${table.team} = ${team} collate nocase desc`, sql`matches.rank`)
        .limit(maxSimilar)
    : []
  const known = [id, ...best.map((job) => job.id)]
  const rest = await db
    .select(published)
    .from(table)
    .where(and(seen, notInArray(table.id, known)))
    .orderBy(...newest)
    .limit(maxSimilar - best.length)
  return shownJobs(db, [...best, ...rest])
}
