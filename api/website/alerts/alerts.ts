import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { alertConfirmation } from '#api/core/letters/alert-mails.ts'
import { hashOfGiven } from '#api/core/links/candidate-links.ts'
import { mailboxOf } from '#api/core/mail/mailbox.ts'
import { queueMail } from '#api/core/mail/queue.ts'
import { mayReceive } from '#api/core/mail/recipient-limit.ts'
import type { Env } from '#api/core/route/context.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { languagesOf } from '#api/core/words/contract/names.ts'
import { readerLanguage, readerWords } from '#api/core/words/reader.ts'
import { databaseNow, databaseTime } from '#db/clock.ts'
import type { AlertCadence } from '#db/enums.ts'
import { jobAlertLinks, now, outbox, jobAlerts as table, touched } from '#db/schema.ts'
import { addressOf, readSearch } from '../jobs/contract/job-search.ts'
import { confirmableMs, maxAlerts, maxPerMailbox, maxSearch, type NewAlert } from './contract.ts'
import { endAlerts } from './end.ts'
import { labelOf } from './label.ts'
import { byCadence, firstDue } from './schedule.ts'

/** In ms. Longer than an alert takes to be written: timing reveals no address. */
const respondAfter = 250
/** In ms: a second click within it sends no second email. */
const mailedAgainAfter = 10 * 60_000
const keptMs = 365 * 24 * 60 * 60_000

const off = () => new Problem(403, readerWords().alerts.off)

/** As the list writes it in its address. */
const normalized = (search: string) => {
  const read = { ...readSearch(new URLSearchParams(search)), page: 1 }
  return { read, query: addressOf(read, '').replace(/^\?/, '') }
}

async function ask(c: Context<Env>, { email, search, cadence, language: tag }: NewAlert) {
  const { db, mailFrom } = c.var
  const settings = await readSiteSettings(db)
  if (settings.job_alerts !== 'true') throw off()
  const all = languagesOf(settings)
  const language =
    all.find((one) => one === tag) ?? all.find((one) => one === readerLanguage()) ?? all[0]
  const { read, query } = normalized(search)
  // Letters beyond ASCII are up to nine times as long in an address.
  if (query.length > maxSearch)
    throw Problem.field(400, 'search', `Must be at most ${maxSearch} characters`)
  const label = await labelOf(db, read, language)
  const mailbox = mailboxOf(email)
  await makeRoom(c, mailbox, query)
  const from = { site_name: settings.site_name, base: mailBase(c.var, settings), mailFrom }
  const mail = alertConfirmation(from, { language, label })
  const own = and(eq(table.mailbox, mailbox), eq(table.search, query))
  await db.batch([
    // A confirmed one stays as it is: anyone may have typed the address.
    db.run(sql`
      insert into ${table} (public_id, email, mailbox, search, label, cadence, language)
      select ${randomBytes(16).toString('hex')}, ${email}, ${mailbox}, ${query}, ${label}, ${cadence}, ${language}
      where (select count(*) from ${table} where mailbox = ${mailbox}) < ${maxPerMailbox}
        and (select count(*) from ${table}) < ${maxAlerts}
      on conflict (mailbox, search) do update
      set email = excluded.email, label = excluded.label, cadence = excluded.cadence,
        language = excluded.language, created_at = ${now}, updated_at = ${touched(table.updated_at)}
      where confirmed_at is null`),
    queueMail(
      db,
      {
        ...mail,
        mailbox,
        to_address: table.email,
        alert_id: table.id,
        expires_at: databaseTime(db, confirmableMs),
      },
      sql`${own} and ${mayReceive(sql`${mailbox}`, mail.kind)} and not exists (
        select 1 from ${outbox} earlier where earlier.alert_id = ${table.id}
          and earlier.kind = 'alert_confirmation'
          and earlier.created_at > ${databaseTime(db, -mailedAgainAfter)})`,
      table,
    ),
  ])
}

/** Of too many, the oldest that nobody has confirmed ends. */
async function makeRoom({ var: tools }: Context<Env>, mailbox: string, query: string) {
  const others = sql`${table.mailbox} = ${mailbox} and ${table.search} <> ${query}`
  if ((await tools.db.$count(table, others)) < maxPerMailbox) return
  const oldest = sql`${table.id} = (select min(id) from ${table} where ${others} and confirmed_at is null)`
  await endAlerts(tools, oldest, null)
}

/** Mails a link to confirm an alert. Takes equally long for every address. */
export async function askForAlert(c: Context<Env>, given: NewAlert) {
  await c.var.limits.candidateMail(c.env?.ip ?? '')
  await Promise.all([ask(c, given), pause(respondAfter)])
}

/** What is shown to whom it is of. */
export const shownAlert = {
  email: table.email,
  search: table.search,
  label: table.label,
  cadence: table.cadence,
  language: table.language,
  created_at: table.created_at,
  confirmed_at: table.confirmed_at,
  keep_until: table.keep_until,
}

const lost = () => new Problem(404, readerWords().alerts.lost)

/** SQL: it is the alert of the token in the path. Throws 404 for a non-token, and 429. */
async function ofToken(c: Context<Env>) {
  await c.var.limits.candidate(c.env?.ip ?? '')
  const hash = hashOfGiven(c.req.param('token') ?? '')
  if (!hash) throw lost()
  return sql`${table.id} in (select alert_id from ${jobAlertLinks} where ${jobAlertLinks.id} = ${hash})`
}

export async function readAlert(c: Context<Env>) {
  const [row] = await c.var.db
    .select(shownAlert)
    .from(table)
    .where(await ofToken(c))
  if (!row) throw lost()
  return row
}

/** Begins the emails, or lets them go on for another year. Twice is as once. */
export async function confirmAlert(c: Context<Env>) {
  const { db } = c.var
  const which = await ofToken(c)
  const { site_time_zone } = await readSiteSettings(db)
  const due = byCadence(firstDue(databaseNow(db), site_time_zone), table.cadence)
  const [row] = await db
    .update(table)
    .set({
      confirmed_at: sql`coalesce(${table.confirmed_at}, ${now})`,
      due_on: sql`coalesce(${table.due_on}, ${due})`,
      seen_until: sql`coalesce(${table.seen_until}, ${now})`,
      keep_until: databaseTime(db, keptMs),
      asked_at: null,
      updated_at: touched(table.updated_at),
    })
    .where(which)
    .returning(shownAlert)
  if (!row) throw lost()
  return row
}

export async function changeAlert(c: Context<Env>, cadence: AlertCadence) {
  const { db } = c.var
  const which = await ofToken(c)
  const { site_time_zone } = await readSiteSettings(db)
  const due_on = firstDue(databaseNow(db), site_time_zone)[cadence]
  const [row] = await db
    .update(table)
    .set({ cadence, due_on, updated_at: touched(table.updated_at) })
    .where(which)
    .returning(shownAlert)
  if (!row) throw lost()
  return row
}

/** Ends the emails. */
export async function leave(c: Context<Env>) {
  if (!(await endAlerts(c.var, await ofToken(c), 'candidate'))) throw lost()
}
