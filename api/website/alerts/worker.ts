import { sql } from 'drizzle-orm'
import { alertConfirmation } from '#api/core/letters/alert-mails.ts'
import type { Outbox } from '#api/core/mail/outbox.ts'
import { queueMail } from '#api/core/mail/queue.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { candidateLanguage } from '#api/core/words/contract/names.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import { databaseNow, databaseTime } from '#db/clock.ts'
import { jobAlertLinks, now, jobAlerts as table } from '#db/schema.ts'
import { confirmableMs } from './contract.ts'
import { type EndingTools, endAlerts } from './end.ts'
import { type AlertServices, sendAlerts } from './send.ts'

/** How long before its end an alert is asked to be confirmed again, in ms. */
const askBeforeMs = 14 * 24 * 60 * 60_000
/** How long a link in an earlier mail works at least, in ms; that of the newest always does. */
const linksKeptMs = 90 * 24 * 60 * 60_000
/** Alerts in one round that are asked to be confirmed again. */
const maxAsked = 25
const maxLinks = 500

type Services = AlertServices & EndingTools

/** Once a year: asks whether somebody still wants the emails. Returns how many were asked. */
export async function askAgain({ db, mailFrom, ...addresses }: AlertServices) {
  const settings = await readSiteSettings(db)
  if (settings.job_alerts !== 'true') return 0
  const isEnding = sql`confirmed_at is not null and keep_until between ${now}
    and ${databaseTime(db, askBeforeMs)} and asked_at is null`
  const ending = await db.select().from(table).where(isEnding).limit(maxAsked)
  const from = { site_name: settings.site_name, base: mailBase(addresses, settings), mailFrom }
  for (const { id, keep_until, ...alert } of ending) {
    const own = sql`${table.id} = ${id} and ${isEnding}`
    await db.batch([
      queueMail(
        db,
        {
          ...alertConfirmation(
            from,
            { ...alert, language: candidateLanguage(settings, alert) },
            keep_until?.slice(0, 10),
          ),
          to_address: table.email,
          alert_id: table.id,
          expires_at: keep_until,
        },
        own,
        table,
      ),
      db.update(table).set({ asked_at: now }).where(own),
    ])
  }
  return ending.length
}

/** Deletes alerts that nobody confirmed in time, or again, and links of old mails. */
export async function forgetAlerts(tools: EndingTools) {
  const { db } = tools
  await endAlerts(
    tools,
    sql`confirmed_at is null and created_at < ${databaseTime(db, -confirmableMs)}`,
    null,
  )
  await endAlerts(tools, sql`confirmed_at is not null and keep_until < ${now}`, null)
  await db.run(sql`
    delete from ${jobAlertLinks} where id in (
      select id from ${jobAlertLinks} old where created_at < ${databaseTime(db, -linksKeptMs)}
        and exists (select 1 from ${jobAlertLinks} newer
          where newer.alert_id = old.alert_id and newer.created_at > old.created_at)
      order by created_at limit ${maxLinks})`)
}

/** In ms: until the mails that wait have left. */
const pacedMs = 1_000

/** Once a minute: from eight in the morning, mails new jobs to those who asked for them. */
export const startAlerts = ({
  log,
  outbox,
  store,
  nowMs,
  pollMs = 60_000,
  ...services
}: Omit<Services, 'outbox'> & {
  outbox: Pick<Outbox, 'wake' | 'removeFiles'>
  nowMs?: () => number
  /** Between two rounds. */
  pollMs?: number
}) =>
  startWorker({
    name: 'job_alerts',
    every: pollMs,
    async tick() {
      const { db } = services
      await forgetAlerts({ db, store, log, outbox })
      const asked = await askAgain(services)
      const { isDone, queued } = await sendAlerts(services, nowMs?.() ?? databaseNow(db))
      if (asked + queued) outbox.wake()
      return isDone ? pollMs : pacedMs
    },
    log,
    failure: 'could not send new jobs by email',
  })
