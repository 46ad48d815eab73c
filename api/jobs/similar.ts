import { and, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { jobs as table } from '#db/schema.ts'
import { searchable } from '../search/terms.ts'
import { newest, published, withTexts } from './rows.ts'
import { active } from './search.ts'

const most = 3

/** How many matches are looked at for one of the same team. */
const candidates = 30

const word = /[\p{L}\p{N}]{3,}/gu

/** An FTS5 query for any of the words; short ones, such as "and", are left out. */
const anyOf = (text: string) =>
  [...new Set(searchable(text.toLowerCase()).match(word))].map((found) => `"${found}"`).join(' OR ')

type Job = { id: number; title: string; team: string | null }

/** Up to three active jobs: of the same team first, then with words of the title, then the newest. */
export async function similarJobs(db: Db, { id, title, team }: Job) {
  const query = anyOf(`${title} ${team ?? ''}`)
  const alike = query
    ? await db
        .select(published)
        .from(table)
        .innerJoin(
          sql`(select rowid as found, rank from job_search where job_search match ${query}) matches`,
          sql`matches.found = ${table.id}`,
        )
        .where(and(active, ne(table.id, id)))
        .orderBy(sql`matches.rank`)
        .limit(candidates)
    : []
  const isOfTeam = (job: { team: string | null }) =>
    team !== null && job.team?.toLowerCase() === team.toLowerCase()
  const best = [...alike.filter(isOfTeam), ...alike.filter((job) => !isOfTeam(job))].slice(0, most)
  const known = [id, ...best.map((job) => job.id)]
  const rest = await db
    .select(published)
    .from(table)
    .where(and(active, notInArray(table.id, known)))
    .orderBy(...newest)
    .limit(most - best.length)
  return [...best, ...rest].map(withTexts)
}
