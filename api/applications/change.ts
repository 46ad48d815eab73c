import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ApplicationStatus } from '#db/enums.ts'
import { foldedName } from '#db/folded-name.ts'
import { now, outbox, applications as table, touched } from '#db/schema.ts'
import { type Env, signedInUser } from '../context.ts'
import { fullName } from '../http/contract/text.ts'
import { Problem } from '../http/problem.ts'
import { orNotFound, stale } from '../http/rows.ts'
import { noTemplateFor } from '../templates/template-for.ts'
import type { AnswerMail } from './answer-mail.ts'
import type { applicationChange } from './contract.ts'
import * as decisions from './decide.ts'
import * as domain from './rows.ts'

export const missing = 'Application not found'

type Change = z.output<typeof applicationChange>

/**
 * Changes an application and returns it. Throws 404, 409 when it is not the one that the change was
 * based on, and 400 when the candidate is to be told and no template says how.
 */
export async function changeApplication(c: Context<Env>, id: number, change: Change) {
  const { notes, tell: _, updated_at, ...fields } = change
  const onlyStatus = notes === undefined && Object.keys(fields).join() === 'status'
  return onlyStatus && fields.status ? setStatus(c, id, fields.status, change) : edit(c, id, change)
}

type Person = { email: string; first_name: string; last_name: string }

/** The decision's mail, if the candidate is told: as asked, else as set for the job or reviewer. */
async function mailOf(
  c: Context<Env>,
  id: number,
  status: ApplicationStatus,
  { tell: asked, ...person }: { tell?: Change['tell'] } & Partial<Person>,
): Promise<AnswerMail[]> {
  const { db } = c.var
  const sender = signedInUser(c)
  const [row] = await db
    .select({ status: table.status, usual: decisions.usualTell(sender.id) })
    .from(table)
    .where(eq(table.id, id))
  const { status: before, usual } = orNotFound(row, missing)
  const tell = asked ?? (before === status ? 'never' : usual)
  if (tell === 'never' || status === 'pending') return []
  const write = await decisions.decisionMails(db, { status, tell, sender }, c.var)
  if (!write) throw Problem.field(400, 'tell', noTemplateFor(status))
  return (await decisions.candidates(db, [id])).map((candidate) =>
    write({ ...candidate, ...person }),
  )
}

/** The audit trail tells the status before, and what the candidate is told. */
function recordDecision(c: Context<Env>, from: string, to: string, mails: AnswerMail[]) {
  const [mail] = mails
  if (from === to && !mail) return
  const tell = mail ? (mail.held_until ? 'later' : 'now') : 'never'
  c.set('auditDetail', { ...c.var.auditDetail, from, tell })
}

/** Records whether a legal hold was set, changed or lifted; the reason stays in the application. */
function recordHold(c: Context<Env>, before: string | null, after: string | null | undefined) {
  if (after === undefined || after === before) return
  const set = before === null ? 'set' : 'changed'
  c.set('auditDetail', { ...c.var.auditDetail, legal_hold: after === null ? 'lifted' : set })
}

/** Neither reads the letter and notes first nor indexes them again. */
async function setStatus(
  c: Context<Env>,
  id: number,
  status: ApplicationStatus,
  { tell, updated_at }: Change,
) {
  const { db } = c.var
  const mails = await mailOf(c, id, status, { tell })
  const which = and(eq(table.id, id), updated_at ? eq(table.updated_at, updated_at) : undefined)
  const results = await db.batch([
    db.select({ status: table.status }).from(table).where(eq(table.id, id)),
    ...decisions.decide(db, { status, ids: idsWhere(which), mails, toldAnew: tell !== undefined }),
  ])
  const [[before]] = results as unknown as [{ status: string }[]]
  const changed = results.at(-1) as unknown as { id: number }[]
  const current = orNotFound(await domain.load(c, id), missing)
  if (!changed.length) throw stale(current)
  recordDecision(c, before?.status ?? status, status, mails)
  return current
}

const idsWhere = (which: SQL | undefined) => sql`(select id from ${table} where ${which})`

async function edit(
  c: Context<Env>,
  id: number,
  { updated_at, notes: given, tell, ...change }: Change,
) {
  const { db } = c.var
  const { status } = change
  // The search text covers the whole row: retry when the row changes in between.
  for (let tries = 20; ; tries--) {
    const before = orNotFound(await domain.load(c, id), missing)
    if ((updated_at && updated_at !== before.updated_at) || !tries) throw stale(before)
    const { first_name, last_name, email } = { ...before, ...change }
    const mails = status ? await mailOf(c, id, status, { tell, first_name, last_name, email }) : []
    const unmoved = and(eq(table.id, id), eq(table.updated_at, before.updated_at))
    const notes = domain.notesAfter(before.notes, given)
    const replaced = status && {
      ...{ status, mails, ids: idsWhere(unmoved), unmoved: true, toldAnew: tell !== undefined },
    }
    const update = db
      .update(table)
      .set({
        ...change,
        notes,
        notes_excerpt: domain.notesExcerpt(notes),
        folded_name: foldedName({ first_name, last_name }),
        ...(status !== before.status && status && { reviewed_at: now }),
        updated_at: touched(table.updated_at),
      })
      .where(unmoved)
      .returning({ id: table.id })
    const results = await db.batch([
      domain.reindex(db, id, { ...before, ...change, notes }, unmoved),
      ...(replaced ? decisions.replaceMails(db, replaced) : []),
      update,
    ])
    const changed = results.at(-1) as Awaited<typeof update>
    if (!changed.length) continue
    recordHold(c, before.legal_hold, change.legal_hold)
    if (status) recordDecision(c, before.status, status, mails)
    const after = orNotFound(await domain.load(c, id), missing)
    if (before.legal_hold || !after.legal_hold) return after
    // The audit trail, which says it later, is written with the answer.
    const [by, at] = [fullName(signedInUser(c)), after.updated_at]
    return { ...after, legal_hold_by: by, legal_hold_at: at }
  }
}

/** Takes back the mail that is held for the application. Throws 404, and 409 when none is held. */
export async function takeBack(c: Context<Env>, id: number) {
  const { db } = c.var
  const [[leaving], removed] = await db.batch([
    db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        sql`application_id = ${id} and tells is not null and sent_at is null and failed_at is null
          and lease_until > ${now}`,
      ),
    decisions.takeBack(db, decisions.idsOf([id])),
  ])
  const application = orNotFound(await domain.load(c, id), missing)
  if (removed.length) return application
  throw new Problem(
    409,
    leaving ? 'The email is just being sent' : 'No email to this candidate is held',
  )
}

/** Notes that the candidate was told in another way. Throws 404, and 409 before any decision. */
export async function markTold(c: Context<Env>, id: number) {
  const { db } = c.var
  const ids = decisions.idsOf([id])
  const [, told] = await db.batch([decisions.removeUnsent(db, ids), decisions.markTold(db, id)])
  const application = orNotFound(await domain.load(c, id), missing)
  if (!told.length) throw new Problem(409, 'Nothing has been decided yet')
  return application
}
