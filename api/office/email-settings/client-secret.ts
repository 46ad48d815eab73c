import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import { queueSecretMail } from '#api/core/letters/admin-mails.ts'
import type { MailServices } from '#api/core/letters/interview-mails.ts'
import { readStored, type StoredSettings } from '#api/core/mail/stored.ts'
import { mailBase, readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { emailSettings as table } from '#db/schema.ts'

/** Days before the end of the client secret from which on admins are warned. */
const warnDays = 28

const hour = 3_600_000

/** The stored settings whose client secret ends soon or has ended; undefined for others. */
function endingOf(stored: StoredSettings | undefined, today: string) {
  if (stored?.kind !== 'microsoft' || !stored.secret_expires_on) return undefined
  const { secret_expires_on: endsOn } = stored
  if (daysLater(today, warnDays) < endsOn) return undefined
  return { stored, endsOn, hasEnded: endsOn < today }
}

/**
 * The day on which the client secret in use ends, from four weeks before; null before that.
 * @param smtpUrl SMTP_URL, which wins over the stored settings
 */
export async function readEndingSecret(db: Db, smtpUrl: string | undefined) {
  if (smtpUrl) return null
  const stored = await readStored(db)
  if (stored?.kind !== 'microsoft') return null
  return endingOf(stored, await siteToday(db))?.endsOn ?? null
}

const formatDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Mails the admins once before the end, and once after it. Returns whether there was a mail. */
export async function warnOfEnd(services: MailServices) {
  const { db, mailFrom } = services
  const ending = endingOf(await readStored(db), await siteToday(db))
  if (!ending) return false
  const { endsOn, hasEnded, stored } = ending
  const warned = hasEnded ? 'ended' : 'soon'
  if (stored.secret_warned === warned || stored.secret_warned === 'ended') return false
  const settings = await readSomeSettings(db, 'site_name', 'public_url')
  // The mark and the emails are one batch: nobody is warned twice, also by two processes.
  const isDue = sql`kind = 'microsoft' and secret_expires_on = ${endsOn}
    and secret_warned is ${stored.secret_warned}`
  const [mails] = await db.batch([
    queueSecretMail(
      db,
      {
        site: settings.site_name,
        from: mailFrom,
        mailbox: stored.user,
        endsOn: formatDay.format(new Date(endsOn)),
        hasEnded,
        base: mailBase(services, settings),
      },
      sql`exists (select 1 from ${table} where ${isDue})`,
    ),
    // Not `updated_at`: a change that an admin is writing is still based on what they see.
    db.update(table).set({ secret_warned: warned }).where(isDue),
  ])
  return mails.length > 0
}

/** Hourly: warns admins of the end of the client secret for Microsoft 365, while it is in use. */
export const startSecretWarnings = ({
  log,
  outbox,
  smtpUrl,
  every = hour,
  ...services
}: MailServices & {
  log: Logger
  outbox: { wake: () => void }
  smtpUrl: string | undefined
  every?: number
}) =>
  startWorker({
    name: 'client_secret',
    every,
    async tick() {
      if (!smtpUrl && (await warnOfEnd(services))) outbox.wake()
    },
    log,
    failure: 'could not warn of the end of the client secret',
  })
