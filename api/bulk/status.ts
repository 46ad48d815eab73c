import { sql } from 'drizzle-orm'
import { now, applications as table, touched } from '#db/schema.ts'
import {
  candidates,
  decide,
  decisionMails,
  defaultNotify,
  removeUnsent,
} from '../decisions/decide.ts'
import type { DecisionEmail } from '../letters/decision-email.ts'
import { chunkOf, type Leased, type Tools } from './chunk.ts'
import { alreadySent, hasWithdrawn, isWithdrawn, mailOnHold, wasChanged } from './reasons.ts'
import type { Sender } from './sender.ts'
import { hasLeft, keepsMail, statusChanged } from './undo.ts'

const current = sql`(select status from applications where id = bulk_items.application_id)`

/** The emails about the decision, by the choice of the action, the job or the person. */
async function decisionMailsOf(
  tools: Tools,
  action: Leased,
  ids: number[],
  sender: Sender,
): Promise<DecisionEmail[]> {
  const { db } = tools
  const { status, tell } = action.params
  if (tell === 'never' || !status) return []
  const tells = await db.all<{ id: number; tell: string }>(
    sql`select id, coalesce(${tell ?? null}, ${defaultNotify(sender.id)}) as tell from ${table}
      where id in (select value from json_each(${JSON.stringify(ids)})) and ${table.status} <> ${status}
        and ${table.withdrawn_at} is null`,
  )
  const idsOf = (when: string) => tells.flatMap((row) => (row.tell === when ? [row.id] : []))
  const written = (['now', 'later'] as const).map(async (when) => {
    const told = idsOf(when)
    if (!told.length) return []
    const mailTo = await decisionMails(db, { status, tell: when, sender }, tools)
    return mailTo ? (await candidates(db, told)).map(mailTo) : []
  })
  return (await Promise.all(written)).flat()
}

/** Sets the status of those that still have the one they had when the action began. */
export async function setStatuses(tools: Tools, action: Leased, ids: number[], sender: Sender) {
  const { db } = tools
  const { status } = action.params
  const mails = await decisionMailsOf(tools, action, ids, sender)
  const { tell } = action.params
  const notifiesAll = tell && tell !== 'never' && status !== 'pending' ? sql`1` : sql`0`
  const chunk = chunkOf(tools, action, ids)
  await db.batch([
    chunk.failDeleted(),
    chunk.fail(
      wasChanged(sql`bulk_items.application_id`),
      sql`${current} not in (status_before, ${status})`,
    ),
    // Undo leaves alone what somebody else did.
    ...chunk.end('done', { where: sql`${current} = ${status}` }),
    chunk.record(
      'application.changed',
      sql`json_object('status', ${status}, 'from', applications.status, 'bulk', ${action.id})`,
    ),
    ...decide(db, { status: status!, ids: chunk.ids, mails }),
    ...chunk.end('done', {
      set: sql`, reviewed_at_after = (
        select reviewed_at from applications where id = bulk_items.application_id),
        error = case when ${notifiesAll} and ${isWithdrawn} then ${hasWithdrawn} end`,
    }),
    chunk.release(),
  ])
}

/** Puts the status back where nobody has changed it since and no email about it has left. */
export async function putBack(tools: Tools, action: Leased, ids: number[]) {
  const { db } = tools
  const chunk = chunkOf(tools, action, ids)
  const before = sql`(select status_before from bulk_items
    where bulk_id = ${action.id} and application_id = applications.id)`
  await db.batch([
    chunk.failDeleted(),
    chunk.fail(wasChanged(sql`bulk_items.application_id`), statusChanged),
    chunk.fail(sql`${alreadySent}`, hasLeft),
    chunk.fail(sql`${mailOnHold}`, keepsMail),
    chunk.record(
      'application.changed',
      sql`json_object('status', bulk_items.status_before, 'from', applications.status, 'bulk', ${action.id})`,
    ),
    removeUnsent(db, chunk.ids),
    db.run(sql`
      update ${table} set status = ${before}, status_before = null, reviewed_at = ${now},
        updated_at = ${touched(table.updated_at)}
      where id in ${chunk.ids}`),
    ...chunk.end('undone'),
    chunk.release(),
  ])
}
