import { inArray, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { auditEvents, outbox, applications as table } from '#db/schema.ts'
import { type RemovalTools, remove } from '../applications/remove.ts'
import { aboutApplications, erasedApplicant } from '../audit/about-applications.ts'

/**
 * Erases the applications that match, except those on legal hold: row, answers, files, mails,
 * comments, links and search text. Their events stay in the audit trail, without the names. `by` is
 * who the trail says did it; empty: Foyer itself. Returns the number of erased applications.
 */
export async function erase(
  tools: RemovalTools,
  condition: SQL,
  { by = '', before = [] }: { by?: string; before?: BatchItem<'sqlite'>[] } = {},
): Promise<number> {
  const { db, log } = tools
  const which = sql`(select ${table.id} from ${table} where ${condition} and ${table.legal_hold} is null)`
  const named = sql`exists (select 1 from ${table} where ${table.id} in ${which}
    and instr(${auditEvents.target_name}, ${table.first_name} || ' ' || ${table.last_name}) > 0)`
  const removed = await remove(tools, condition, {
    before: [
      ...before,
      db.run(sql`
        insert into ${auditEvents} (actor_name, action, target_id, target_name)
        select ${by}, 'application.erased', id, '' from ${which}`),
      // Otherwise the trail is append-only. During this transaction, nothing else can write to it.
      db.run(sql`drop trigger audit_events_update`),
      db
        .update(auditEvents)
        .set({
          target_name: erasedApplicant,
          ip: sql`case when ${auditEvents.actor_id} is null then '' else ${auditEvents.ip} end`,
        })
        .where(
          or(
            sql`${auditEvents.target_id} in ${which} and ${inArray(auditEvents.action, aboutApplications)}`,
            // The subject of a notice has the name of the applicant.
            sql`${auditEvents.action} = 'mail.retried' and (${named}
              or ${auditEvents.target_id} in (select ${outbox.id} from ${outbox} where ${outbox.application_id} in ${which}))`,
          ),
        ),
      db.run(
        sql`CREATE TRIGGER \`audit_events_update\` BEFORE UPDATE ON \`audit_events\` BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END`,
      ),
    ],
  })
  for (const { id } of removed) log.info({ application: id }, 'application erased')
  return removed.length
}

/** Applications per batch: some milliseconds that block other writes. */
export const eraseAtOnce = 30

/**
 * Before the first request: erases what a restored backup brought back, as the list of erased
 * applications says. Returns the number.
 */
export async function eraseAgain(tools: RemovalTools): Promise<number> {
  const listed = await tools.store.listErased()
  let erased = 0
  for (let at = 0; at < listed.length; at += 500) {
    const found = await tools.db
      .select({ id: table.id })
      .from(table)
      .where(
        sql`${table.public_id} in (select value from json_each(${JSON.stringify(listed.slice(at, at + 500))}))`,
      )
    const ids = found.map((row) => row.id)
    for (let from = 0; from < ids.length; from += eraseAtOnce)
      erased += await erase(tools, inArray(table.id, ids.slice(from, from + eraseAtOnce)))
  }
  if (erased) tools.log.warn({ applications: erased }, 'applications of a restored backup erased')
  return erased
}
