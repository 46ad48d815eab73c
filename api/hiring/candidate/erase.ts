import { inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { ErasureCause } from '#api/core/files/erased.ts'
import { auditEvents, applications as table } from '#db/schema.ts'
import { type RemovalTools, remove } from '../applications/remove.ts'

type Erasure = {
  /** Null: they are in the list of erased applications already. */
  cause: ErasureCause | null
  before?: BatchItem<'sqlite'>[]
}

/**
 * Erases the applications that match, except those on legal hold: row, answers, files, mails,
 * comments, links and search text. Returns the number of erased applications.
 */
export async function erase(
  tools: RemovalTools,
  condition: SQL,
  { cause, before = [] }: Erasure,
): Promise<number> {
  const by = cause === 'candidate' ? 'the candidate' : ''
  const removed = await remove(tools, condition, {
    cause,
    before: [
      ...before,
      tools.db.run(sql`
        insert into ${auditEvents} (actor_name, action, target_id, target_name)
        select ${by}, 'application.erased', ${table.id}, '' from ${table}
        where ${condition} and ${table.legal_hold} is null`),
    ],
  })
  for (const { id } of removed) tools.log.info({ application: id }, 'application erased')
  return removed.length
}

/** Applications per batch: some milliseconds that block other writes. */
export const eraseAtOnce = 30

/**
 * Before the first request: erases what a restored backup brought back, as the list of erased
 * applications says. Returns the number.
 */
export async function eraseAgain(tools: RemovalTools): Promise<number> {
  const listed = [...new Set((await tools.store.listErased()).map(({ id }) => id))]
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
      erased += await erase(tools, inArray(table.id, ids.slice(from, from + eraseAtOnce)), {
        cause: null,
      })
  }
  if (erased) tools.log.warn({ applications: erased }, 'applications of a restored backup erased')
  return erased
}
