import { setTimeout as pause } from 'node:timers/promises'
import { type AnyColumn, and, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { composer, mayConfirm, queue } from '#api/core/letters/candidate-mails.ts'
import { applicationOfRequest, hashOfGiven } from '#api/core/links/candidate-links.ts'
import { mailboxOf } from '#api/core/mail/mailbox.ts'
import { mayReceive } from '#api/core/mail/recipient-limit.ts'
import type { Env } from '#api/core/route/context.ts'
import type { Db } from '#db/client.ts'
import { databaseTime } from '#db/clock.ts'
import {
  candidateLinks,
  candidateRequests,
  jobs,
  now,
  outbox,
  applications as table,
  touched,
} from '#db/schema.ts'
import { untilWritten } from '#db/write-if.ts'
import { titleForCandidate } from '../applications/job-title.ts'
import { reindex } from '../applications/rows.ts'
import { heldProblem, linked, note, unknownLink, words } from './access.ts'
import { confirmableFor, restorableFor } from './contract.ts'
import { erase } from './erase.ts'

/** In ms. Longer than finding applications and writing mails takes: timing reveals no address. */
const respondAfter = 250
/** Applications that a request finds: more than one person has. */
const maxLinks = 50

const person = {
  id: table.id,
  reference: table.reference,
  language: table.language,
  first_name: table.first_name,
  last_name: table.last_name,
  job_title: titleForCandidate,
}

/** Nobody is mailed a link at an address that staff entered in place of the candidate's. */
const hasOwnAddress = isNull(table.given_email)

/**
 * SQL: where an erasure is confirmed. A changed address doesn't count for three days: whoever has
 * the link could have changed it.
 */
const erasureAddress = sql<string>`coalesce((
    select email from candidate_requests
    where application_id = ${table.id} and kind = 'restore_email' and expires_at > ${now}
    order by created_at limit 1),
  ${table.given_email}, ${table.email})`

const people = (db: Db, which: SQL | undefined) =>
  db
    .select({ ...person, email: table.email, erasure_address: erasureAddress })
    .from(table)
    .innerJoin(jobs, eq(jobs.id, table.job_id))
    .where(which)

/** Throws 429 when the mailbox or the application was mailed too often today. */
async function refuseTooMany(db: Db, id: number, may: SQL) {
  if (!(await db.$count(table, sql`${table.id} = ${id} and ${may}`)))
    throw new Problem(429, words().tooManyMails, { headers: { 'Retry-After': '3600' } })
}

const mayReceiveAt = (address: string, kind: 'link' | 'confirmation') =>
  mayReceive(sql`${mailboxOf(address)}`, kind)

/** Mails a new link to the address on file. */
export async function resend(c: Context<Env>) {
  const { db, limits } = c.var
  const which = await linked(c)
  await limits.candidateMail(c.env?.ip ?? '')
  const [to] = await people(db, sql`${table.id} in ${which}`)
  if (!to) throw unknownLink()
  await refuseTooMany(db, to.id, mayReceiveAt(to.email, 'link'))
  const mail = (await composer(c))('link', to)
  await queue(db, mail, to.id, { condition: sql`${table.id} in ${which} and ${hasOwnAddress}` })
}

/** One mail to each address on file of this mailbox, with the links of all its applications. */
async function mailLinks(c: Context<Env>, email: string) {
  const { db, log } = c.var
  const [found, compose] = await Promise.all([
    people(db, and(eq(table.mailbox, mailboxOf(email)), hasOwnAddress))
      .orderBy(desc(table.id))
      .limit(maxLinks),
    composer(c),
  ])
  for (const address of new Set(found.map(({ email }) => email))) {
    const [to, ...others] = found.filter(({ email }) => email === address)
    if (!to) continue
    const links = [to, ...others].map(({ id }) => id)
    const all = sql`(select count(*) from ${table} own where own.id in
      (select value from json_each(${JSON.stringify(links)}))
      and own.email = ${to.email} and own.given_email is null) = ${links.length}`
    await queue(db, others.length ? compose.links([to, ...others]) : compose('link', to), to.id, {
      condition: all,
      links: others.length ? links : undefined,
    })
  }
  log.info({ ip: c.env?.ip, links: found.length }, 'links requested')
}

/** Mails links to the applications of an address. Takes equally long without any. */
export async function requestLinks(c: Context<Env>, email: string) {
  await c.var.limits.candidateMail(c.env?.ip ?? '')
  await Promise.all([mailLinks(c, email), pause(respondAfter)])
}

type Request = {
  kind: 'email' | 'erase'
  to: Awaited<ReturnType<typeof people>>[number]
  /** Where it is confirmed: the new address, or the candidate's own. */
  address: string
  /** SQL: what the request depends on. */
  condition: SQL
}

/** Batch statements: replace the earlier request of this kind and mail the confirmation link. */
async function ask(
  c: Context<Env>,
  { kind, to, address, condition }: Request,
): Promise<BatchItem<'sqlite'>[]> {
  const { db, limits } = c.var
  await limits.candidateMail(c.env?.ip ?? '')
  const may = kind === 'email' ? mayConfirm : sql`1`
  await refuseTooMany(db, to.id, sql`${may} and ${mayReceiveAt(address, 'confirmation')}`)
  const mail = (await composer(c))(kind === 'email' ? 'confirmEmail' : 'confirmErase', to)
  const expires_at = databaseTime(db, confirmableFor)
  const earlier = sql`${candidateRequests.application_id} in (select ${table.id} from ${table} where ${condition})`
  return [
    db.delete(candidateRequests).where(
      or(
        and(eq(candidateRequests.kind, kind), earlier),
        // Everyone's: unconfirmed addresses are not kept.
        lte(candidateRequests.expires_at, databaseTime(db)),
      ),
    ),
    queue(db, mail, to.id, { address, condition: sql`${condition} and ${may}`, expires_at }),
    db.run(sql`
      insert into ${candidateRequests} (id, application_id, kind, email, expires_at, mail_id)
      select lower(hex(randomblob(32))), ${to.id}, ${kind}, ${kind === 'email' ? address : null}, ${expires_at}, ${outbox.id}
      from ${outbox} where ${outbox.message_id} = ${mail.message_id}`),
  ]
}

/** Batch statements: ask at a new address whether it is the candidate's. */
export async function requestEmail(
  c: Context<Env>,
  { id, email, unmoved }: { id: number; email: string; unmoved: SQL },
) {
  const [to] = await people(c.var.db, eq(table.id, id))
  if (!to) throw unknownLink()
  return ask(c, { kind: 'email', to, address: email, condition: unmoved })
}

export async function requestErasure(c: Context<Env>) {
  const { db, log } = c.var
  const which = await linked(c)
  const [to] = await people(db, sql`${table.id} in ${which}`)
  if (!to) throw unknownLink()
  await refuseHeld(c, which)
  const address = to.erasure_address
  const condition = sql`${table.id} in ${which} and ${erasureAddress} = ${address}`
  const statements = await ask(c, { kind: 'erase', to, address, condition })
  await db.batch(statements as [BatchItem<'sqlite'>])
  log.info({ application: to.id }, 'erasure requested')
}

const unknownRequest = () => new Problem(404, words().unknownRequest)

/** What the token in the path confirms; 404 when it is over. */
async function requested(c: Context<Env>) {
  const { db, limits } = c.var
  await limits.candidate(c.env?.ip ?? '')
  const hash = hashOfGiven(c.req.param('token') ?? '')
  if (!hash) throw unknownRequest()
  const [row] = await db
    .select({
      kind: candidateRequests.kind,
      email: candidateRequests.email,
      job_title: titleForCandidate,
      application: table,
    })
    .from(candidateRequests)
    .innerJoin(table, eq(table.id, candidateRequests.application_id))
    .innerJoin(jobs, eq(jobs.id, table.job_id))
    .where(and(eq(candidateRequests.id, hash), gt(candidateRequests.expires_at, databaseTime(db))))
  if (!row) throw unknownRequest()
  return { hash, ...row }
}

export async function loadRequest(c: Context<Env>) {
  const { kind, email, job_title } = await requested(c)
  return { kind, email, job_title }
}

/** Does what was requested, once. */
export async function confirm(c: Context<Env>) {
  // The search text covers the whole row: retry when the row changes in between.
  return untilWritten(
    async () => {
      const request = await requested(c)
      const { kind, email, job_title } = request
      const isDone = await confirmed[kind](c, request)
      return isDone ? { kind, email, job_title } : undefined
    },
    () => new Problem(409, words().changedMeanwhile),
  )
}

/** Throws 409 while the application is on legal hold. */
async function refuseHeld({ var: { db } }: Context<Env>, which: SQL) {
  if (!(await db.$count(table, sql`${table.id} in ${which} and ${table.legal_hold} is not null`)))
    return
  throw await heldProblem(db, 'eraseOnHold')
}

type Requested = Awaited<ReturnType<typeof requested>>

/** False when the request is over. */
async function eraseRequested(c: Context<Env>, { hash }: Requested) {
  const which = applicationOfRequest(c.var.db, hash, 'erase')
  await refuseHeld(c, which)
  return (await erase(c.var, sql`${table.id} in ${which}`, { cause: 'candidate' })) > 0
}

/** Batch statements: the address on file becomes this one, while `unmoved` holds. */
const setEmail = (db: Db, { application, email }: Requested & { email: string }, unmoved: SQL) => {
  const { id } = application
  return [
    reindex(db, id, { ...application, email }, unmoved),
    note(db, 'application.contact_changed', and(eq(table.id, id), unmoved)),
    // Unsent mail goes to the new address: the old mailbox's owner must not learn of a decision.
    db
      .update(outbox)
      .set({ to_address: email })
      .where(
        sql`${outbox.kind} in ('answer', 'link', 'message', 'interview') and ${outbox.sent_at} is null and ${outbox.links} is null
          and ${outbox.application_id} in (select ${table.id} from ${table} where ${unmoved})`,
      ),
    db
      .update(table)
      .set({ email, given_email: null, updated_at: touched(table.updated_at) })
      .where(and(eq(table.id, id), unmoved))
      .returning({ id: table.id }),
  ] as const
}

const unmovedFor = (db: Db, { hash, kind, application }: Requested) =>
  sql`${eq(table.updated_at, application.updated_at)}
    and ${table.id} in ${applicationOfRequest(db, hash, kind)}`

/**
 * The earlier address gets “This wasn't me”, or nothing changes. Returns false without a change if
 * the request or application has changed since it was read.
 */
async function changeEmail(c: Context<Env>, request: Requested) {
  const { db, log } = c.var
  const { hash, email, job_title, application } = request
  if (!email) return false
  const { id } = application
  const before = application.given_email ?? application.email
  await refuseTooMany(db, id, mayReceiveAt(before, 'confirmation'))
  const mail = (await composer(c))('emailChanged', { ...application, job_title })
  const expires_at = databaseTime(db, restorableFor)
  const unmoved = unmovedFor(db, request)
  const isMailed = sql`${unmoved} and exists (
    select 1 from ${outbox} where ${outbox.message_id} = ${mail.message_id})`
  const results = await db.batch([
    queue(db, mail, id, { address: before, condition: unmoved, expires_at }),
    db.run(sql`
      insert into ${candidateRequests} (id, application_id, kind, email, expires_at, mail_id)
      select lower(hex(randomblob(32))), ${id}, 'restore_email', ${before}, ${expires_at}, ${outbox.id}
      from ${outbox} where ${outbox.message_id} = ${mail.message_id}`),
    ...setEmail(db, { ...request, email }, isMailed),
    db.delete(candidateRequests).where(and(eq(candidateRequests.id, hash), sql`changes() > 0`)),
  ])
  if (!results[5].length) return false
  log.info({ application: id }, 'address of an applicant changed')
  return true
}

/**
 * “This wasn't me”: the earlier address is back, whoever had a link has none any more, and nothing
 * that was asked for since can be confirmed. A new link is mailed there.
 */
async function restoreEmail(c: Context<Env>, request: Requested) {
  const { db, log } = c.var
  const { hash, email, job_title, application } = request
  if (!email) return false
  const { id } = application
  const mail = (await composer(c))('link', { ...application, job_title })
  const results = await db.batch([
    ...setEmail(db, { ...request, email }, unmovedFor(db, request)),
    queue(db, mail, id, { address: email, condition: sql`changes() > 0` }),
    db.delete(candidateLinks).where(restored(candidateLinks.application_id, hash, email)),
    db.delete(candidateRequests).where(
      and(
        restored(candidateRequests.application_id, hash, email),
        sql`(${candidateRequests.kind} <> 'restore_email' or ${candidateRequests.created_at} >= (
          select created_at from candidate_requests own where own.id = ${hash}))`,
      ),
    ),
  ])
  if (!results[3].length) return false
  log.info({ application: id }, 'address of an applicant restored')
  return true
}

/** SQL: of the application whose address this request has restored, earlier in the batch. */
const restored = (application_id: AnyColumn, hash: string, email: string) =>
  sql`${application_id} in (select application_id from candidate_requests
    join applications on applications.id = application_id
    where candidate_requests.id = ${hash} and applications.email = ${email})`

const confirmed = { erase: eraseRequested, email: changeEmail, restore_email: restoreEmail }
