import { and, asc, desc, eq, gte, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import { candidateMail, linksMail, queue } from '#api/core/letters/candidate-mails.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import { jobs, now, outbox, applications as table } from '#db/schema.ts'
import { titleForCandidate } from '../applications/job-title.ts'
import { consentUntil } from '../privacy/contract/consent.ts'

type Services = {
  db: Db
  mailFrom: string
  /** PUBLIC_URL. */
  publicUrl: string | undefined
  ownAddress: () => string
}

/** Addresses per round. */
const atOnce = 50
/** Applications in one email. */
const maxLinks = 20

/** Days before the end of the consent, so that it is not asked for as soon as it is given. */
const daysBefore = (months: number) => (months === 1 ? 14 : 30)

/**
 * SQL: the candidate agreed to be kept until a day in the period and was not asked to renew that. Not
 * one who withdrew, nor one whose address is of staff: that gets no link.
 */
const isToAsk = ({ today, latest, renewed }: { today: string; latest: string; renewed: string }) =>
  and(
    isNotNull(table.keep_until),
    isNull(table.keep_asked_at),
    gte(table.keep_until, today),
    lte(table.keep_until, latest),
    lt(table.keep_until, renewed),
    isNull(table.withdrawn_at),
    isNull(table.given_email),
    sql`exists (select 1 from settings
      where key = 'keep_consent_months' and cast(value as integer) > 0)`,
  ) as SQL

const readPeople = (db: Db, which: SQL) =>
  db
    .select({
      id: table.id,
      email: table.email,
      reference: table.reference,
      first_name: table.first_name,
      last_name: table.last_name,
      language: table.language,
      keep_until: sql<string>`${table.keep_until}`,
      job_title: titleForCandidate,
    })
    .from(table)
    .innerJoin(jobs, eq(jobs.id, table.job_id))
    .where(
      and(
        which,
        sql`${table.email} in (select email from ${table} where ${which}
          group by email order by min(keep_until), email limit ${atOnce})`,
      ),
    )
    .orderBy(asc(table.keep_until), desc(table.id))
    .limit(atOnce * maxLinks)

/**
 * Emails those whose consent to be kept ends soon, each once until they renew it: the email and the
 * mark are one batch. What ends on the same day is one email, with a link to each application.
 * Returns how many emails were due.
 */
export async function askToRenew(services: Services, time = new Date(databaseNow(services.db))) {
  const { db, mailFrom } = services
  const settings = await readSiteSettings(db)
  const months = Number(settings.keep_consent_months)
  if (!months) return 0
  const today = dayIn(settings.site_time_zone, time)
  const renewed = consentUntil(today, months)
  const which = isToAsk({ today, latest: daysLater(today, daysBefore(months)), renewed })
  const from = { settings, base: mailBase(services, settings), mailFrom }
  const people = await readPeople(db, which)
  const ofOne = Map.groupBy(people, ({ email, keep_until }) => `${keep_until} ${email}`)
  for (const all of ofOne.values()) {
    const [first, ...others] = all.slice(0, maxLinks)
    if (!first) continue
    const { keep_until } = first
    const ids = [first, ...others].map(({ id }) => id)
    const to = [first, ...others].map((person) => ({
      ...person,
      keep: { until: keep_until, renewed },
    }))
    const mail =
      to[0] && !others.length
        ? candidateMail(from, 'keepRenewal', to[0])
        : linksMail(from, 'keepRenewal', to)
    const own = sql`${table.id} in (select value from json_each(${JSON.stringify(ids)}))`
    const still = sql`(select count(*) from ${table} where ${own} and ${table.email} = ${first.email}
      and ${table.keep_until} = ${keep_until} and ${which}) = ${ids.length}`
    await db.batch([
      queue(db, mail, first.id, {
        condition: still,
        links: others.length ? ids : undefined,
        expires_at: `${daysLater(keep_until, 1)}T00:00:00.000Z`,
      }),
      // Not `updated_at`: a change that somebody is writing is still based on what they see.
      db
        .update(table)
        .set({ keep_asked_at: now })
        .where(
          sql`${own} and exists (
            select 1 from ${outbox} where ${outbox.message_id} = ${mail.message_id})`,
        ),
    ])
  }
  return ofOne.size
}

type Options = Services & { log: Logger; outbox: { wake: () => void }; pollMs?: number }

/** Every ten minutes: asks candidates whether they may be kept for longer. */
export const startRenewals = ({ log, outbox, pollMs = 600_000, ...services }: Options) =>
  startWorker({
    name: 'keep_renewals',
    every: pollMs,
    async tick() {
      if (await askToRenew(services)) outbox.wake()
    },
    log,
    failure: 'could not ask candidates to renew their consent',
  })
