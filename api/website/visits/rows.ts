import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { jobs, jobVisits as table } from '#db/schema.ts'
import { otherSources } from './contract.ts'

/** Sources with a row of their own, per job and day: anyone can invent more. */
const maxSources = 200

export type Visits = {
  /** `YYYY-MM-DD` in the site's time zone. */
  day: string
  job_id: number
  /** As `cleanSource` returns it. */
  source: string
  views: number
  applications: number
}

/** A batch statement: adds to the counts of a job that exists, if `condition` holds. */
export const addVisits = (
  db: Db,
  { day, job_id, source, views, applications }: Visits,
  condition: SQL = sql`true`,
) => {
  const others = sql`select count(*) from job_visits where day = ${day} and job_id = ${job_id}
    and source not in (${source}, ${otherSources})`
  return db.run(sql`
    insert into ${table} (day, job_id, source, views, applications)
    select ${day}, ${jobs.id}, case when (${others}) < ${maxSources} then ${source} else ${otherSources} end,
      ${views}, ${applications}
    from ${jobs} where ${jobs.id} = ${job_id} and ${condition}
    on conflict (day, job_id, source) do update set
      views = views + excluded.views, applications = applications + excluded.applications`)
}
