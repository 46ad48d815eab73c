import type { Logger } from 'pino'
import { readCalendar } from '#api/core/calendar/calendar.ts'
import { clock } from '#api/core/calendar/contract/clock.ts'
import { responseCutoff } from '#api/core/calendar/waiting.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import { writeResponseTime } from './answer-time.ts'
import { notifyStaffOfOverdue, notifyStillReading, removeObsolete } from './late.ts'

type Options = {
  db: Db
  log: Logger
  mailFrom: string
  /** PUBLIC_URL. */
  publicUrl: string | undefined
  ownAddress: () => string
  outbox: { wake: () => void }
  /** Awaited after public content has changed. */
  announce: () => Promise<void>
  now?: () => Date
  /** Between two checks. */
  pollMs?: number
}

/** Local time from which staff are mailed how many candidates are waiting. */
const morning = '08:00'

/**
 * Once a minute: tells candidates that their answer is late, if the setting `still_reading` is on;
 * from eight in the morning of each business day, tells staff how many are waiting; and once a day
 * computes the time until an answer.
 */
export function startResponseTimer({
  db,
  log,
  mailFrom,
  publicUrl,
  ownAddress,
  outbox,
  announce,
  now = () => new Date(databaseNow(db)),
  pollMs = 60_000,
}: Options) {
  let mailedOn = ''
  let computedFor = ''

  async function tick() {
    const settings = await readSiteSettings(db)
    const time = now()
    const [day = '', hour = ''] = clock(time.getTime(), settings.site_time_zone).split('T')
    const cutoff = await responseCutoff(db, time)
    const sender = { db, mailFrom, base: mailBase({ publicUrl, ownAddress }, settings) }
    await removeObsolete(db)
    let hasMail =
      settings.still_reading === 'true' && (await notifyStillReading(sender, settings, cutoff))
    if (mailedOn !== day && settings.waiting_mail === 'true' && hour >= morning) {
      const { isBusinessDay } = await readCalendar(db, settings.holiday_country)
      if (isBusinessDay(day))
        hasMail = (await notifyStaffOfOverdue(sender, settings, { cutoff, day })) || hasMail
      mailedOn = day
    }
    if (hasMail) outbox.wake()
    const state = `${day} ${settings.show_answer_time}`
    if (
      computedFor !== state &&
      (await writeResponseTime(db, settings.show_answer_time === 'true'))
    )
      await announce()
    computedFor = state
  }

  return startWorker({
    name: 'late_answers',
    every: pollMs,
    tick,
    log,
    failure: 'could not check for late answers',
  })
}
