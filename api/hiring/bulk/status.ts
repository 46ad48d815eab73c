import { sql } from 'drizzle-orm'
import type { DecisionEmail } from '#api/core/letters/decision-email.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import { templateFor } from '#api/core/templates/template-for.ts'
import type { BulkParams } from '#db/enums.ts'
import { hiringSteps, now, applications as table } from '#db/schema.ts'
import {
  candidates,
  decide,
  decisionMails,
  defaultNotify,
  removeUnsent,
  undoTo,
} from '../decisions/decide.ts'
import { isForJob, returnToStep, stepIdOf, stepNameOf } from '../hiring-steps/placement.ts'
import { chunkOf, type Leased, type Tools } from './chunk.ts'
import {
  alreadySent,
  hasWithdrawn,
  isWithdrawn,
  mailOnHold,
  otherSteps,
  wasChanged,
} from './reasons.ts'
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
  const { status, step_id, reason_id, tell } = action.params
  if (tell === 'never' || !status) return []
  const isNew = step_id
    ? sql`${stepIdOf(table.id)} is not ${step_id}`
    : sql`${table.status} <> ${status}`
  const tells = await db.all<{ id: number; tell: string }>(
    sql`select id, coalesce(${tell ?? null}, ${defaultNotify(sender.id)}) as tell from ${table}
      where id in (select value from json_each(${JSON.stringify(ids)})) and ${isNew}
        and ${table.withdrawn_at} is null`,
  )
  const idsOf = (when: string) => tells.flatMap((row) => (row.tell === when ? [row.id] : []))
  const written = (['now', 'later'] as const).map(async (when) => {
    const told = idsOf(when)
    if (!told.length) return []
    const mailTo = await decisionMails(
      db,
      { status, step: step_id, reason: reason_id, tell: when, sender },
      tools,
    )
    return mailTo ? (await candidates(db, told)).map(mailTo) : []
  })
  return (await Promise.all(written)).flat()
}

/** SQL: the item's application is in the status, and in the step if one is asked for. */
const isThere = ({ status, step_id, reason_id }: BulkParams) =>
  sql`${current} = ${status} and ${
    step_id ? sql`${stepIdOf(sql`bulk_items.application_id`)} is ${step_id}` : sql`1`
  } and ${
    reason_id
      ? sql`(select reason_id from applications where id = bulk_items.application_id) is ${reason_id}`
      : sql`1`
  }`

/** SQL: the job of the item's application has other steps. */
const notForJob = (step: number) => sql`not exists (
  select 1 from ${hiringSteps}, applications where applications.id = bulk_items.application_id
    and ${hiringSteps.id} = ${step} and ${isForJob(sql`applications.job_id`)})`

/** SQL: what the audit trail says about a change. */
function recorded({ id, params: { status, step_id } }: Leased) {
  const object = sql`json_object('status', ${status}, 'from', applications.status, 'bulk', ${id})`
  if (!step_id) return object
  return sql`json_patch(${object}, json_object('from_step', ${stepNameOf(sql`applications.id`)},
    'step', (select name from ${hiringSteps} where id = ${step_id})))`
}

/** Sets the status of those that still have the one they had when the action began. */
export async function setStatuses(tools: Tools, action: Leased, ids: number[], sender: Sender) {
  const { db } = tools
  const { status, step_id, reason_id } = action.params
  const mails = await decisionMailsOf(tools, action, ids, sender)
  const { tell } = action.params
  const isAsked = tell && tell !== 'never' && (await templateFor(db, status!, step_id, reason_id))
  const notifiesAll = isAsked ? sql`1` : sql`0`
  const step = step_id ? { id: step_id, today: await siteToday(db) } : undefined
  const chunk = chunkOf(tools, action, ids)
  await db.batch([
    chunk.failDeleted(),
    chunk.fail(
      wasChanged(sql`bulk_items.application_id`),
      sql`${current} not in (status_before, ${status})`,
    ),
    ...(step_id ? [chunk.fail(sql`${otherSteps}`, notForJob(step_id))] : []),
    // Undo leaves alone what somebody else did.
    ...chunk.end('done', { where: isThere(action.params) }),
    chunk.record('application.changed', recorded(action)),
    ...decide(db, { status: status!, step, reason: reason_id, ids: chunk.ids, mails }),
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
  const itemOf = sql`from bulk_items
    where bulk_id = ${action.id} and application_id = applications.id`
  const before = sql`(select status_before ${itemOf})`
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
    returnToStep(db, sql`applications.id in ${chunk.ids}`, before),
    db
      .update(table)
      .set({
        ...undoTo(before),
        reason_id: sql`(select reason_before ${itemOf})`,
        status_before: null,
        reviewed_at: now,
      })
      .where(sql`${table.id} in ${chunk.ids}`),
    ...chunk.end('undone'),
    chunk.release(),
  ])
}
