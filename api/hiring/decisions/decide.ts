import { and, eq, inArray, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import {
  type Candidate,
  type DecisionEmail,
  decisionEmail,
  queueDecisionEmail,
} from '#api/core/letters/decision-email.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { templateFor } from '#api/core/templates/template-for.ts'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus, Notify } from '#db/enums.ts'
import { hiringSteps, jobs, now, outbox, applications as table, touched } from '#db/schema.ts'
import { notOnHold } from '../applications/hold.ts'
import { titleForCandidate } from '../applications/job-title.ts'
import { usualNotify } from '../applications/usual-notify.ts'
import {
  type Entry,
  enterStep,
  leaveStep,
  returnToStep,
  stepIdOf,
} from '../hiring-steps/placement.ts'

/** SQL: what a decision of this person tells, unless they say otherwise. */
export const defaultNotify = (user_id: number | null | Placeholder): SQL<Notify> =>
  sql`coalesce(${usualNotify(user_id)}, 'never')`

type Sender = { id: number; first_name: string; last_name: string; email: string }

type Told = {
  status: ApplicationStatus
  /** The step that they enter with it. */
  step?: number | null | undefined
  /** Why they are rejected. */
  reason?: number | null | undefined
  tell: 'now' | 'later'
  sender: Sender
}

/** Returns a writer of mails that tell candidates of a decision; undefined without a template. */
export async function decisionMails(
  db: Db,
  { status, step, reason, tell, sender }: Told,
  services: { publicUrl: string | undefined; ownAddress: () => string; mailFrom: string },
) {
  const [text, site] = await Promise.all([
    templateFor(db, status, step, reason),
    readSiteSettings(db),
  ])
  if (!text) return
  const frame = {
    sender: {
      id: sender.id,
      name: `${sender.first_name} ${sender.last_name}`,
      email: sender.email,
    },
    reply_to: site.notify_email ? ('shared' as const) : ('me' as const),
    tells: status,
    holdMs: tell === 'later' ? Number(site.hold_hours) * 3_600_000 : 0,
    site,
    base: mailBase(services, site),
    from: services.mailFrom,
  }
  return (candidate: Candidate) => decisionEmail(candidate, text, frame)
}

/** What Undo writes: the status before, its reason, and that reports forget the decision. */
export const undoTo = (status: SQL) => ({
  status,
  reason_id: sql`case when ${table.status} = 'rejected' then ${table.reason_id}
    when ${status} = 'rejected' then ${table.reason_before} end`,
  updated_at: touched(table.updated_at),
  undone_at: touched(table.updated_at),
})

/** SQL: a mail about a decision that is held or in the queue. */
const isUnsent = sql`${outbox.tells} is not null and ${outbox.sent_at} is null and ${outbox.failed_at} is null`

/** SQL: one of them that has not begun to leave. */
const notSentYet = () => and(isUnsent, or(isNull(outbox.lease_until), lte(outbox.lease_until, now)))

/**
 * A batch statement: removes unsent mails about a decision on these applications. Under a legal
 * hold, a trigger keeps them on the record as failed.
 */
export const removeUnsent = (db: Db, ids: SQL) =>
  db
    .delete(outbox)
    .where(and(sql`${outbox.application_id} in ${ids}`, notSentYet()))
    .returning({ id: outbox.id })

/**
 * Batch statements: remove the held email about the application's decision, if it is the one held
 * until `heldUntil`, and put the status back. An attempt without a known outcome counts as sent. A
 * decision that the candidate was notified of before stays.
 */
export const takeBack = (db: Db, id: number, heldUntil: string | undefined) => {
  const { status, told_status, status_before } = table
  const undone = sql`case when ${told_status} is not ${status} then coalesce(${status_before}, ${status}) else ${status} end`
  return [
    db
      .delete(outbox)
      .where(
        and(
          eq(outbox.application_id, id),
          isUnsent,
          sql`${outbox.held_until} ${heldUntil ? sql`= ${heldUntil}` : sql`is not null`}`,
          isNull(outbox.lease_until),
          notOnHold(sql`${outbox.application_id}`),
          sql`${outbox.tells} = (select status from applications where id = ${id})`,
        ),
      )
      .returning({ id: outbox.id }),
    returnToStep(db, sql`applications.id = ${id} and changes() > 0`, undone),
    db
      .update(table)
      .set({
        ...undoTo(undone),
        status_before: null,
        reviewed_at: sql`case when ${undone} is ${status} then ${table.reviewed_at} else ${now} end`,
      })
      .where(sql`${table.id} = ${id} and changes() > 0`),
  ] as const
}

type Decision = {
  status: ApplicationStatus
  /** SQL: the ids of the applications, in parentheses, before any of the statements. */
  ids: SQL
  /** From `decisionMails`, for those who are to be told. */
  mails?: readonly DecisionEmail[]
  /** The step to enter; null: to leave. */
  step?: Entry | null | undefined
  /** Why they are rejected; null: no reason. */
  reason?: number | null | undefined
  /** Takes back the decision before this one. */
  undoes?: boolean | undefined
  /** Replaces an unsent mail also where the status stays the same. */
  notifyAgain?: boolean
  /** `ids` holds only while the rows are as they were read, so addresses are not compared again. */
  ifUnchanged?: boolean
}

/**
 * Batch statements: the mails of a decision, before the status is written. Another decision
 * replaces a mail that has not left, and so does another step with a mail of its own. Nobody is told
 * twice of the same decision, or of the step that they are in.
 */
export function replaceMails(
  db: Db,
  { status, ids, mails = [], step, notifyAgain = false, ifUnchanged = false }: Decision,
) {
  const told = JSON.stringify(step ? mails.map(({ application_id }) => application_id) : [])
  // `+`: for a plain value, SQLite would plan again each time, since it may allow a partial index.
  const replaced = notifyAgain
    ? ids
    : sql`(select id from ${table} where id in ${ids}
        and (${table.status} <> +${status} or id in (select value from json_each(${told}))))`
  const isNew = step
    ? sql`${step.id} is not ${stepIdOf(table.id)}
        and exists (select 1 from ${hiringSteps} where id = ${step.id} and status = ${status})`
    : sql`${table.told_status} is not ${status}`
  const condition = ({ to_address }: DecisionEmail) => sql`${table.id} in ${ids}
    and ${ifUnchanged ? sql`1` : eq(table.email, to_address)}
    and ${isNew} and not exists (
      select 1 from ${outbox}
      where application_id = ${table.id} and tells = ${status}
        and sent_at is null and failed_at is null)`
  return [
    removeUnsent(db, replaced),
    ...mails.map((mail) => queueDecisionEmail(db, mail, condition(mail))),
  ] as const
}

/** Batch statements: decide on one or more applications; the last returns those decided on. */
export const decide = (db: Db, decision: Decision) =>
  [...replaceMails(db, decision), ...moveTo(db, decision), setStatus(db, decision)] as const

/** Batch statements, before the status is written. */
export function moveTo(db: Db, { step, status, ids }: Pick<Decision, 'step' | 'status' | 'ids'>) {
  if (step === undefined) return []
  return [step === null ? leaveStep(db, ids) : enterStep(db, step, status, ids)]
}

/** SQL, after `replaceMails`: the status that Undo restores while the decision's email is held. */
export const statusBefore = (status: ApplicationStatus) =>
  sql<ApplicationStatus | null>`case when ${table.telling} is ${status}
    then case when ${table.status} = ${status} then ${table.status_before} else ${table.status} end end`

/** A batch statement. The time of the review is that of the last change of status or step. */
const setStatus = (db: Db, { status, step, reason, ids, undoes }: Decision) =>
  db
    .update(table)
    .set({
      updated_at: touched(table.updated_at),
      ...(undoes ? undoTo(sql`${status}`) : { status }),
      ...(reason !== undefined && { reason_id: reason }),
      status_before: statusBefore(status),
      reviewed_at:
        step === undefined
          ? sql`case when ${table.status} = ${status} then ${table.reviewed_at} else ${now} end`
          : now,
    })
    .where(sql`${table.id} in ${ids}`)
    .returning({ id: table.id, updated_at: table.updated_at })

/** A batch statement: notes that somebody told the candidate in another way. */
export const markNotified = (db: Db, id: number) =>
  db
    .update(table)
    .set({ told_status: table.status, told_at: now, answered_at: now })
    .where(and(eq(table.id, id), sql`${table.status} <> 'pending'`))
    .returning({ id: table.id })

export const idsOf = (ids: readonly number[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Those to be told, as `decisionEmail` takes them. */
export const candidates = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: table.id,
      reference: table.reference,
      first_name: table.first_name,
      last_name: table.last_name,
      email: table.email,
      given_email: table.given_email,
      language: table.language,
      job_title: titleForCandidate,
    })
    .from(table)
    .innerJoin(jobs, eq(jobs.id, table.job_id))
    .where(inArray(table.id, ids as number[]))
