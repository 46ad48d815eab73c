import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import { candidateRequests, jobs, outbox, applications as table, touched } from '#db/schema.ts'
import { mailboxOf } from '../applications/receipt-mail.ts'
import { reindex } from '../applications/rows.ts'
import type { Env } from '../context.ts'
import { Problem } from '../http/problem.ts'
import { heldProblem, linked, note, unknownLink, words } from './access.ts'
import { confirmableFor } from './contract.ts'
import { erase } from './erase.ts'
import { applicationOfRequest, hashOfGiven } from './links.ts'
import { composer, mayMail, queue } from './mails.ts'

/** In ms. Longer than finding applications and writing mails takes: timing reveals no address. */
const answerAfter = 250
/** Applications of one address that are mailed a link at once. */
const mostLinks = 10

const person = {
  id: table.id,
  reference: table.reference,
  first_name: table.first_name,
  last_name: table.last_name,
  job_title: jobs.title,
}

const people = (db: Db, which: SQL) =>
  db
    .select({ ...person, email: table.email })
    .from(table)
    .innerJoin(jobs, eq(jobs.id, table.job_id))
    .where(which)

/** Throws 429 when the application was mailed too often today. */
async function refuseTooMany(db: Db, kind: 'link' | 'confirmation', id: number) {
  if (!(await db.$count(table, sql`${table.id} = ${id} and ${mayMail(kind)}`)))
    throw new Problem(429, words.tooManyMails, { headers: { 'Retry-After': '3600' } })
}

/** Mails a new link to the address on file. */
export async function resend(c: Context<Env>) {
  const { db, limits } = c.var
  const which = await linked(c)
  await limits.candidateMail(c.env?.ip ?? '')
  const [to] = await people(db, sql`${table.id} in ${which}`)
  if (!to) throw unknownLink()
  await refuseTooMany(db, 'link', to.id)
  const mail = (await composer(c))('link', to)
  await queue(db, mail, to.id, { condition: sql`${table.id} in ${which} and ${mayMail('link')}` })
}

async function mailLinks(c: Context<Env>, email: string) {
  const { db, log } = c.var
  const [found, compose] = await Promise.all([
    people(db, eq(table.mailbox, mailboxOf(email)))
      .orderBy(desc(table.id))
      .limit(mostLinks),
    composer(c),
  ])
  for (const to of found)
    await queue(db, compose('link', to), to.id, {
      condition: sql`${eq(table.email, to.email)} and ${mayMail('link')}`,
    })
  log.info({ ip: c.env?.ip, links: found.length }, 'links requested')
}

/** Mails links to the applications of an address. Takes equally long without any. */
export async function requestLinks(c: Context<Env>, email: string) {
  await c.var.limits.candidateMail(c.env?.ip ?? '')
  await Promise.all([mailLinks(c, email), pause(answerAfter)])
}

type Request = {
  kind: 'email' | 'erase'
  id: number
  /** The new address. */
  email?: string
  /** SQL: what the request depends on. */
  condition: SQL
}

/** Batch statements: replace the earlier request of this kind and mail the confirmation link. */
async function ask(
  c: Context<Env>,
  { kind, id, email, condition }: Request,
): Promise<BatchItem<'sqlite'>[]> {
  const { db, limits } = c.var
  await limits.candidateMail(c.env?.ip ?? '')
  await refuseTooMany(db, 'confirmation', id)
  const [to] = await people(db, eq(table.id, id))
  if (!to) throw unknownLink()
  const mail = (await composer(c))(kind === 'email' ? 'confirmEmail' : 'confirmErase', to)
  const expires_at = new Date(Date.now() + confirmableFor).toISOString()
  const earlier = sql`${candidateRequests.application_id} in (select ${table.id} from ${table} where ${condition})`
  return [
    db.delete(candidateRequests).where(
      or(
        and(eq(candidateRequests.kind, kind), earlier),
        // Everyone's: unconfirmed addresses are not kept.
        lte(candidateRequests.expires_at, new Date().toISOString()),
      ),
    ),
    queue(db, mail, id, { condition, expires_at, ...(email && { address: sql`${email}` }) }),
    db.run(sql`
      insert into ${candidateRequests} (id, application_id, kind, email, expires_at, mail_id)
      select lower(hex(randomblob(32))), ${id}, ${kind}, ${email ?? null}, ${expires_at}, ${outbox.id}
      from ${outbox} where ${outbox.message_id} = ${mail.message_id}`),
  ]
}

/** Batch statements: ask at a new address whether it is the candidate's. */
export const requestEmail = (
  c: Context<Env>,
  { id, email, unmoved }: { id: number; email: string; unmoved: SQL },
) => ask(c, { kind: 'email', id, email, condition: unmoved })

export async function requestErasure(c: Context<Env>) {
  const { db, log } = c.var
  const which = await linked(c)
  const [found] = await db.select({ id: table.id }).from(table).where(sql`${table.id} in ${which}`)
  if (!found) throw unknownLink()
  await refuseHeld(c, which)
  const condition = sql`${table.id} in ${which}`
  const statements = await ask(c, { kind: 'erase', id: found.id, condition })
  await db.batch(statements as [BatchItem<'sqlite'>])
  log.info({ application: found.id }, 'erasure requested')
}

const unknownRequest = () => new Problem(404, words.unknownRequest)

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
      job_title: jobs.title,
      application: table,
    })
    .from(candidateRequests)
    .innerJoin(table, eq(table.id, candidateRequests.application_id))
    .innerJoin(jobs, eq(jobs.id, table.job_id))
    .where(
      and(
        eq(candidateRequests.id, hash),
        gt(candidateRequests.expires_at, new Date().toISOString()),
      ),
    )
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
  for (let tries = 20; ; tries--) {
    if (!tries) throw new Problem(409, words.changedMeanwhile)
    const request = await requested(c)
    const { hash, kind, email, job_title } = request
    const isDone = kind === 'erase' ? await eraseRequested(c, hash) : await changeEmail(c, request)
    if (isDone) return { kind, email, job_title }
  }
}

/** Throws 409 while the application is on legal hold. */
async function refuseHeld({ var: { db } }: Context<Env>, which: SQL) {
  if (!(await db.$count(table, sql`${table.id} in ${which} and ${table.legal_hold} is not null`)))
    return
  throw await heldProblem(db, 'eraseOnHold')
}

/** False when the request is over. */
async function eraseRequested(c: Context<Env>, hash: string) {
  const which = applicationOfRequest(c.var.db, hash, 'erase')
  await refuseHeld(c, which)
  return (await erase(c.var, sql`${table.id} in ${which}`, { cause: 'candidate' })) > 0
}

/** Returns false without a change if the request or application has changed since it was read. */
async function changeEmail(
  c: Context<Env>,
  { hash, email, job_title, application }: Awaited<ReturnType<typeof requested>>,
) {
  const { db, log } = c.var
  if (!email) return false
  const { id, updated_at } = application
  const unmoved = sql`${eq(table.updated_at, updated_at)}
    and ${table.id} in ${applicationOfRequest(db, hash, 'email')}`
  const mail = (await composer(c))('emailChanged', { ...application, job_title })
  const results = await db.batch([
    reindex(db, id, { ...application, email }, unmoved),
    queue(db, mail, id, { condition: unmoved }),
    note(db, 'application.contact_changed', and(eq(table.id, id), unmoved)),
    // Unsent mail goes to the new address: the old mailbox's owner must not learn of a decision.
    db
      .update(outbox)
      .set({ to_address: email })
      .where(
        sql`${outbox.kind} in ('answer', 'link') and ${outbox.sent_at} is null
          and ${outbox.application_id} in (select ${table.id} from ${table} where ${unmoved})`,
      ),
    db
      .update(table)
      .set({ email, updated_at: touched(table.updated_at) })
      .where(and(eq(table.id, id), unmoved))
      .returning({ id: table.id }),
    db.delete(candidateRequests).where(and(eq(candidateRequests.id, hash), sql`changes() > 0`)),
  ])
  if (!results[4].length) return false
  log.info({ application: id }, 'address of an applicant changed')
  return true
}
