import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { createContentVersion } from '#api/core/publishing/content-version.ts'
import { siteTimeZone } from '#api/core/site-settings/today.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import { nobody } from '#api/website/content/fields.ts'
import { keepVersion } from '#api/website/content/versions.ts'
import { picturesOf } from '#api/website/jobs/pictures.ts'
import { contentOf, load, notDeleted } from '#api/website/jobs/rows.ts'
import { nextScheduled, publishScheduled } from '#api/website/pages/scheduled.ts'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import { auditEvents, jobs as table, touched } from '#db/schema.ts'

/**
 * Opens the jobs that are due on the day `today` and closes those whose last day has passed, with
 * an event each in the audit trail. A job is also closed when its opening date is ahead once more:
 * the clock was set back, or the time zone changed. `soon` is the day in a moment: another process
 * may have opened it just before this one read the time. Returns whether a job changed.
 */
export async function openAndClose(db: Db, today: string, soon = today): Promise<boolean> {
  const isLater = sql`coalesce(${table.opens_on} > ${today}, 0)`
  const isOver = sql`coalesce(${table.closes_on} < ${today}, 0)`
  const becomesActive = sql`(not ${isLater} and not ${isOver})`
  // Written so that each alternative has an index.
  const isDue = sql`${notDeleted} and ((${table.is_scheduled} = 1 and ${table.opens_on} <= ${today})
    or (${table.is_active} = 1 and ${table.opens_on} > ${soon})
    or (${table.is_active} = 1 and ${table.closes_on} < ${today}))`
  const [, changed] = await db.batch([
    db.run(sql`
      insert into ${auditEvents} (action, target_id, target_name, detail)
      select case when ${becomesActive} then 'job.activated' else 'job.deactivated' end, ${table.id},
        ${table.title}, json_object('is_active', json(iif(${becomesActive}, 'true', 'false')))
      from ${table} where ${isDue} and ${table.is_active} <> ${becomesActive}`),
    db
      .update(table)
      .set({
        is_active: becomesActive,
        is_scheduled: isLater,
        updated_at: touched(table.updated_at),
      })
      .where(isDue)
      .returning({ id: table.id, is_active: table.is_active }),
  ])
  for (const { id, is_active } of changed) if (is_active) await keepOpened(db, id)
  return changed.length > 0
}

/** What visitors see from now on is in the history. */
async function keepOpened(db: Db, id: number) {
  const job = await load(db, id)
  if (!job) return
  const pictures = await picturesOf(db, job)
  const kept = { kind: 'job', id, fields: contentOf(job), is_draft: false, pictures } as const
  await db.batch(keepVersion(db, { ...kept, by: nobody }))
}

/** More than the processes can differ in what they take for the database's time. */
const momentMs = 60_000

type Options = {
  db: Db
  log: Logger
  /** Awaited after jobs have changed. */
  announce: () => Promise<void>
  /** The time of the database by default. */
  now?: () => number
  /** The version of the content, of about a second ago at most. */
  readVersion?: () => Promise<number>
}

/**
 * Runs `openAndClose` at the start, when the day changes (also through the time zone) and after
 * changes of content, as a write from before midnight may arrive after it. Publishes and unpublishes
 * the pages that are due.
 */
export async function startJobTimer({
  db,
  log,
  announce,
  now = () => databaseNow(db),
  readVersion = createContentVersion(db).read,
}: Options) {
  let version = -1
  let timeZone = ''
  let today = ''
  let hasNews = false
  /** When the next page is due, in ms. */
  let scheduled = Number.POSITIVE_INFINITY

  async function tick() {
    const current = await readVersion()
    if (current !== version) {
      timeZone = await siteTimeZone(db)
      scheduled = await nextScheduled(db)
      version = current
      hasNews = true
    }
    if (scheduled <= now()) {
      const hasChanged = await publishScheduled(db, log, now())
      scheduled = await nextScheduled(db)
      if (hasChanged) await announce()
    }
    const time = now()
    const day = dayIn(timeZone, new Date(time))
    if (day === today && !hasNews) return
    const soon = dayIn(timeZone, new Date(time + momentMs))
    const hasChanged = await openAndClose(db, day, soon)
    today = day
    hasNews = false
    if (hasChanged) await announce()
  }

  const worker = startWorker({
    name: 'jobs',
    // At the full second, when days begin; and once between, in case a clock has jumped.
    every: () => 500 - (now() % 500),
    tick,
    log,
    failure: 'jobs not opened and closed',
  })
  await worker.first
  return worker
}
