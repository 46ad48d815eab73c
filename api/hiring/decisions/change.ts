import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { User } from 'lucia'
import type { z } from 'zod'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound, stale } from '#api/core/http/rows.ts'
import { composer, queue as queueForCandidate } from '#api/core/letters/candidate-mails.ts'
import type { DecisionEmail } from '#api/core/letters/decision-email.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import { noTemplateFor } from '#api/core/templates/template-for.ts'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus, Notify } from '#db/enums.ts'
import { foldedName } from '#db/folded-name.ts'
import { prepared } from '#db/prepared.ts'
import { assuming } from '#db/remote/assuming.ts'
import { writeThen } from '#db/remote/write-then.ts'
import {
  candidateLinks,
  hiringSteps,
  now,
  outbox,
  applications as table,
  touched,
} from '#db/schema.ts'
import { untilWritten } from '#db/write-if.ts'
import type { applicationChange } from '../applications/contract.ts'
import { mayLift, onHold, refuseLifting } from '../applications/hold.ts'
import { isAppended, notesAfter, notesExcerpt } from '../applications/notes.ts'
import * as domain from '../applications/rows.ts'
import { missing } from '../applications/rows.ts'
import { type Entry, isForJob, stepIdOf, stepNameOf } from '../hiring-steps/placement.ts'
import { nameOfReason } from '../rejection-reasons/reasons.ts'
import { addTags, checkTags, namesOfTags, recordedTags, removeTags } from '../tags/tagged.ts'
import * as decisions from './decide.ts'

type Change = z.output<typeof applicationChange>

/**
 * Changes an application and returns it. Throws 404, 409 when it is not the one that the change was
 * based on, and 400 when the candidate is to be told and no template says how.
 */
export async function changeApplication(
  c: Context<Env>,
  id: number,
  { step_id, undoes, ...asked }: Change,
) {
  const move = step_id === undefined ? undefined : await moveOf(c, id, step_id, asked.status)
  const { status: _, tell: __, ...others } = asked
  // Who is in the step already is not told of it again.
  const given: Change = step_id && !move ? others : asked
  const change = { ...given, ...(move && { status: move.status }) }
  const { notes, tell, updated_at, status, ...fields } = change
  const onlyStatus = notes === undefined && Object.keys(fields).length === 0
  const changed =
    onlyStatus && status
      ? await setStatus(c, id, { ...change, status, undoes }, move)
      : await edit(c, id, { ...change, undoes }, move)
  if (move) c.set('auditDetail', { ...c.var.auditDetail, ...move.recorded })
  return changed
}

/** The step to enter, null to leave, and the status that goes with it. */
type Move = { step: Entry | null; status: ApplicationStatus; recorded: Record<string, string> }

/** Undefined when the application is there already. Throws 404 and 400. */
async function moveOf(
  { var: { db } }: Context<Env>,
  id: number,
  step: number | null,
  status: ApplicationStatus | undefined,
): Promise<Move | undefined> {
  const [before] = await db
    .select({
      status: table.status,
      step: stepIdOf(table.id),
      name: stepNameOf(table.id),
      job_id: table.job_id,
    })
    .from(table)
    .where(eq(table.id, id))
  const current = orNotFound(before, missing)
  const [found] =
    step === null
      ? []
      : await db
          .select({ name: hiringSteps.name, status: hiringSteps.status })
          .from(hiringSteps)
          .where(
            sql`${hiringSteps.id} = ${step}
              and (${isForJob(sql`${current.job_id}`)} or ${hiringSteps.id} is ${current.step})`,
          )
  if (step !== null && !found) throw Problem.field(400, 'step_id', 'Choose a step of this job')
  if (found && status && status !== found.status)
    throw Problem.field(
      400,
      'step_id',
      `Choose a step of this status: “${found.name}” belongs to another`,
    )
  if (step === current.step) return undefined
  return {
    step: step === null ? null : { id: step, today: await siteToday(db) },
    status: found?.status ?? status ?? current.status,
    recorded: {
      ...(found && { step: found.name }),
      ...(current.name && { from_step: current.name }),
    },
  }
}

type Person = { email: string; first_name: string; last_name: string }

/** What is decided by now, and what a decision of the sender tells unless they say otherwise. */
const decided = prepared((db) =>
  db
    .select({
      status: table.status,
      reason_id: table.reason_id,
      usual: decisions.defaultNotify(sql.placeholder('sender')),
    })
    .from(table)
    .where(eq(table.id, sql.placeholder('id')))
    .prepare(),
)

/** The decision's mail, if the candidate is told: as asked, else as set for the job or reviewer. */
async function mailOf(
  c: Context<Env>,
  id: number,
  {
    status,
    step,
    reason,
  }: {
    status: ApplicationStatus
    step?: Entry | null | undefined
    /** Undefined: as it is; null: none. */
    reason?: number | null | undefined
  },
  { tell: asked, ...person }: { tell?: Change['tell'] } & Partial<Person>,
): Promise<{ mails: DecisionEmail[]; tell: Notify }> {
  const { db } = c.var
  const sender = signedInUser(c)
  const [row] = await decided(db).all({ id, sender: sender.id })
  const { status: before, reason_id, usual } = orNotFound(row, missing)
  const tell = asked ?? (before === status && !step ? 'never' : usual)
  const none = { mails: [], tell: 'never' as const }
  if (tell === 'never' || (status === 'pending' && !step)) return none
  const write = await decisions.decisionMails(
    db,
    { status, step: step?.id, reason: reason === undefined ? reason_id : reason, tell, sender },
    c.var,
  )
  if (!write && step) return none
  if (!write) throw Problem.field(400, 'tell', noTemplateFor(status))
  const mails = (await decisions.candidates(db, [id])).map((candidate) => {
    const to = { ...candidate, ...person }
    const given = candidate.given_email ?? candidate.email
    return write({ ...to, given_email: to.email === given ? null : given })
  })
  return { mails, tell }
}

/** The audit trail tells the status before, and what the candidate is told. */
function recordDecision(c: Context<Env>, from: string, to: string, tell: Notify) {
  if (from === to && tell === 'never') return
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
  { status, undoes, tell: asked, updated_at }: Change & { status: ApplicationStatus },
  move: Move | undefined,
) {
  const { db } = c.var
  const step = move?.step
  const { mails, tell } = await mailOf(c, id, { status, step }, { tell: asked })
  const which = and(eq(table.id, id), updated_at ? eq(table.updated_at, updated_at) : undefined)
  const write = () =>
    db.batch([
      db.select({ status: table.status }).from(table).where(eq(table.id, id)),
      ...decisions.decide(db, {
        status,
        step,
        ids: idsWhere(which),
        mails,
        undoes,
        notifyAgain: asked !== undefined && !step,
      }),
    ])
  const [results, after] = await writeThen(db, write, () => reload(c, id))
  const [[before]] = results as unknown as [{ status: string }[]]
  const changed = results.at(-1) as unknown as { id: number }[]
  const current = orNotFound(after, missing)
  if (!changed.length) throw stale(current)
  recordDecision(c, before?.status ?? status, status, tell)
  return current
}

/** The application after a change. */
const reload = (c: Context<Env>, id: number) =>
  assuming(c.var.db, 'changed application', () => domain.load(c, id))

const idsWhere = (which: SQL | undefined) => sql`(select id from ${table} where ${which})`

/**
 * Batch statements before staff change the address: whoever had it is told, and links end. The new
 * one gets none, since those who set an address must not receive a link there.
 */
async function leaveAddress(c: Context<Env>, id: number, unmoved: SQL | undefined) {
  const { db } = c.var
  const [before] = await decisions.candidates(db, [id])
  if (!before) return []
  const mail = (await composer(c))('emailChangedByStaff', before)
  return [
    queueForCandidate(db, mail, id, { condition: sql`${unmoved}`, byStaff: true }),
    db.delete(candidateLinks).where(sql`${candidateLinks.application_id} in ${idsWhere(unmoved)}`),
  ]
}

async function edit(
  c: Context<Env>,
  id: number,
  { updated_at, notes: given, tell: asked, step_id: _, tags, undoes, ...wanted }: Change,
  move: Move | undefined,
) {
  const { db } = c.var
  const { status } = wanted
  const current = async () => orNotFound(await domain.load(c, id), missing)
  // The search text covers the whole row: retry when the row changes in between.
  return untilWritten(
    async () => {
      const before = await current()
      if (updated_at && updated_at !== before.updated_at) throw stale(before)
      const { change, reason } = await withReason(db, before, wanted)
      const me = signedInUser(c)
      if (!may(me, 'review_applications')) refuseMore(before, change)
      const notes = notesAfter(before.notes, given)
      const tagged = tags && (await taggingOf(db, before.tags, tags))
      const keepsNotes = isAppended(before.notes, notes)
      if (before.legal_hold && !keepsNotes)
        throw onHold('its notes can be added to, but not changed or deleted')
      const { legal_hold } = change
      const changesHold = legal_hold !== undefined && legal_hold !== before.legal_hold
      if (changesHold) refuseLifting(me, before)
      const { first_name, last_name, email } = { ...before, ...change }
      const isNewAddress = email !== before.email
      const { mails, tell } = status
        ? await mailOf(
            c,
            id,
            { status, step: move?.step, reason: change.reason_id },
            { tell: asked, first_name, last_name, email },
          )
        : { mails: [], tell: 'never' as const }
      const unmoved = and(
        eq(table.id, id),
        eq(table.updated_at, before.updated_at),
        keepsNotes ? undefined : isNull(table.legal_hold),
        changesHold ? mayLift(me) : undefined,
      )
      const replaced = status && {
        status,
        mails,
        step: move?.step,
        ids: idsWhere(unmoved),
        ifUnchanged: true,
        notifyAgain: asked !== undefined && !move?.step,
      }
      const update = db
        .update(table)
        .set({
          updated_at: touched(table.updated_at),
          ...(status && undoes && decisions.undoTo(sql`${status}`)),
          ...change,
          notes,
          notes_excerpt: notesExcerpt(notes),
          folded_name: foldedName({ first_name, last_name }),
          ...(isNewAddress && {
            given_email: sql`nullif(coalesce(${table.given_email}, ${table.email}), ${email})`,
          }),
          ...(status && { status_before: decisions.statusBefore(status) }),
          ...(((status && status !== before.status) || move) && { reviewed_at: now }),
          ...(changesHold && heldBy(me, before, legal_hold)),
        })
        .where(unmoved)
        .returning({ id: table.id })
      const statements = [
        ...(isNewAddress ? await leaveAddress(c, id, unmoved) : []),
        domain.reindex(db, id, { ...before, ...change, notes }, unmoved),
        ...(replaced ? decisions.replaceMails(db, replaced) : []),
        ...(move ? decisions.moveTo(db, { ...move, ids: idsWhere(unmoved) }) : []),
        ...(tagged
          ? [
              removeTags(db, idsWhere(unmoved), tagged.removed),
              addTags(db, idsWhere(unmoved), tagged.added),
            ]
          : []),
        update,
      ]
      const [results, after]: [unknown[], Awaited<ReturnType<typeof reload>>] = await writeThen(
        db,
        () => db.batch(statements as unknown as [typeof update]),
        () => reload(c, id),
      )
      const changed = results.at(-1) as Awaited<typeof update>
      if (!changed.length) return
      recordHold(c, before.legal_hold, change.legal_hold)
      if (status) recordDecision(c, before.status, status, tell)
      if (reason) c.set('auditDetail', { ...c.var.auditDetail, reason })
      if (tagged) c.set('auditDetail', { ...c.var.auditDetail, ...tagged.recorded })
      return orNotFound(after, missing)
    },
    async () => stale(await current()),
  )
}

type Wanted = Omit<Change, 'updated_at' | 'notes' | 'tell' | 'step_id' | 'tags' | 'undoes'>

/**
 * The change with the reason only where it is another, and its name. Throws 400 for one of an
 * application that is not rejected by it.
 */
async function withReason(
  db: Db,
  before: { reason_id: number | null; status: ApplicationStatus },
  { reason_id, ...others }: Wanted,
): Promise<{ change: Wanted; reason?: string }> {
  if (reason_id === undefined || reason_id === before.reason_id) return { change: others }
  if (reason_id === null) return { change: { ...others, reason_id } }
  if ((others.status ?? before.status) !== 'rejected')
    throw Problem.field(400, 'reason_id', 'Only rejected applications have a reason')
  return { change: { ...others, reason_id }, reason: await nameOfReason(db, reason_id) }
}

/** The tags to add and to remove. Throws 400 when one to add doesn't exist. */
async function taggingOf(db: Db, before: readonly number[], after: readonly number[]) {
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  const recorded = recordedTags(await checkTags(db, added, 'tags'), await namesOfTags(db, removed))
  return { added, removed, recorded }
}

/** Members of a hiring team decide and take notes; what the candidate sent is not theirs to change. */
function refuseMore(before: Awaited<ReturnType<typeof domain.load>> & object, change: Change) {
  const fields = ['first_name', 'last_name', 'email', 'phone', 'legal_hold'] as const
  const more = fields.find(
    (field) => change[field] !== undefined && (change[field] || null) !== (before[field] || null),
  )
  if (more)
    throw Problem.field(403, more, 'Only people who review all applications can change this')
}

/** Another reason leaves who set the hold. */
function heldBy(me: User, before: { legal_hold: string | null }, after: string | null) {
  if (before.legal_hold && after) return {}
  return after
    ? { legal_hold_user_id: me.id, legal_hold_by: fullName(me), legal_hold_at: now }
    : { legal_hold_user_id: null, legal_hold_by: null, legal_hold_at: null }
}

/**
 * Removes the email that is held about the decision and restores the status before. Throws 404, and
 * 409 unless such an email is held (until `ifMatch`, if given) for the current status.
 */
export async function takeBack(c: Context<Env>, id: number, ifMatch: string | undefined) {
  const { db } = c.var
  const [[latest], [removed]] = await db.batch([
    db
      .select({
        from: table.status,
        tells: outbox.tells,
        sent_at: outbox.sent_at,
        failed_at: outbox.failed_at,
        lease_until: outbox.lease_until,
      })
      .from(table)
      .leftJoin(outbox, and(eq(outbox.application_id, id), isNotNull(outbox.tells)))
      .where(eq(table.id, id))
      .orderBy(desc(outbox.id))
      .limit(1),
    ...decisions.takeBack(db, id, ifMatch?.replaceAll('"', '')),
  ])
  const application = orNotFound(await domain.load(c, id), missing)
  if (!removed && application.legal_hold && application.held_until)
    throw onHold(
      'its emails stay. Set the status back instead: then this one is not sent, but stays on the record',
    )
  if (!removed) throw new Problem(409, whyNotRemoved(application.status, latest))
  const { status } = application
  c.set('auditDetail', { ...c.var.auditDetail, from: latest!.from, status })
  return application
}

type LatestMail = Pick<typeof outbox.$inferSelect, 'sent_at' | 'failed_at' | 'lease_until'> & {
  tells: string | null
}

function whyNotRemoved(status: ApplicationStatus, mail: LatestMail | undefined) {
  if (mail?.tells !== status || mail.failed_at) return 'No email about this decision is held'
  if (mail.sent_at) return 'The email has already been sent'
  if (mail.lease_until) return 'The email is just being sent'
  return 'Someone else has changed this decision since. Reload to see it.'
}

/** Notes that the candidate was told in another way. Throws 404, and 409 before any decision. */
export async function markNotified(c: Context<Env>, id: number) {
  const { db } = c.var
  const ids = decisions.idsOf([id])
  const [, told] = await db.batch([decisions.removeUnsent(db, ids), decisions.markNotified(db, id)])
  const application = orNotFound(await domain.load(c, id), missing)
  if (!told.length) throw new Problem(409, 'Nothing has been decided yet')
  return application
}
