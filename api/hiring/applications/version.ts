import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  applicationSteps,
  applications,
  applicationTags,
  comments,
  documentRequests,
  evaluations,
  fileScans,
  interviews,
  jobs,
  messages,
  outbox,
  resumeTexts,
  settings,
} from '#db/schema.ts'

/** SQL: what differs once a row of the table about the application is added, changed or removed. */
const stateOf = (table: SQL, id: number, changed: string) =>
  sql`(select json_array(count(*), ${sql.raw(changed)}) from ${table} where application_id = ${id})`

/**
 * A text that is another one once somebody changed what the record of the application shows.
 * Undefined without the application. Hashed: it says nothing of what the reader may not see.
 */
export async function versionOf(db: Db, id: number): Promise<string | undefined> {
  const parts = [
    stateOf(sql`${messages}`, id, 'max(id), max(read_at)'),
    stateOf(sql`${comments}`, id, 'max(id), max(updated_at)'),
    stateOf(sql`${evaluations}`, id, 'max(id), max(updated_at)'),
    stateOf(sql`${interviews}`, id, 'max(id), max(updated_at)'),
    stateOf(sql`${documentRequests}`, id, 'max(id), max(received_at)'),
    stateOf(sql`${fileScans}`, id, 'max(scanned_at), group_concat(state), max(tries)'),
    stateOf(sql`${outbox}`, id, 'max(id), count(sent_at), count(failed_at)'),
    stateOf(sql`${applicationSteps}`, id, 'max(step_id), max(due_on)'),
    stateOf(sql`${applicationTags}`, id, 'group_concat(tag_id)'),
    stateOf(sql`${resumeTexts}`, id, 'max(state)'),
    // What a decision emails, which the record shows before one is made.
    sql`(select ${jobs.tell} from ${jobs} where ${jobs.id} = ${applications.job_id})`,
    sql`(select ${settings.value} from ${settings} where ${settings.key} = 'decision_email')`,
  ]
  const [found] = await db.all<{ state: string }>(sql`
    select json_array(updated_at, suspicious, candidate_updated_at, told_at, withdrawn_at,
      ${sql.join(parts, sql`, `)}) as state
    from ${applications} where ${applications.id} = ${id}`)
  return found && createHash('sha256').update(found.state).digest('base64url')
}
