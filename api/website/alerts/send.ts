import { setImmediate } from 'node:timers/promises'
import { and, desc, inArray, sql } from 'drizzle-orm'
import { alertMail } from '#api/core/letters/alert-mails.ts'
import { newMessageId, senderDomain } from '#api/core/mail/new-mail.ts'
import { queueMail } from '#api/core/mail/queue.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { type Language, languagesOf } from '#api/core/words/contract/names.ts'
import { inLanguage } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import { databaseTime } from '#db/clock.ts'
import { jobs, now, outbox, jobAlerts as table } from '#db/schema.ts'
import { addressOf, readSearch } from '../jobs/contract/job-search.ts'
import { findJobs } from '../jobs/filter.ts'
import { brief, listed, newest } from '../jobs/rows.ts'
import { shownJobs } from '../jobs/shown.ts'
import { notHidden } from '../translations/shown.ts'
import { byCadence, sendingAt } from './schedule.ts'

export type AlertServices = {
  db: Db
  mailFrom: string
  /** PUBLIC_URL. */
  publicUrl: string | undefined
  ownAddress: () => string
}

/** Jobs that a mail names. */
const maxJobs = 20
/** Mails of alerts that wait at a time: those of candidates, which are queued later, leave soon. */
const maxWaiting = 50
/** Alerts that are looked at in one statement: some milliseconds. */
const atOnce = 500
/** Searches in one round. */
const maxSearches = 100
/** In ms. What could not be sent until then is old. */
const staleMs = 3 * 24 * 60 * 60_000

type Sending = NonNullable<ReturnType<typeof sendingAt>>

const isDue = ({ day }: Sending) =>
  sql`confirmed_at is not null and due_on <= ${day} and keep_until > ${now}`

/** Alerts with the same search, language and day: they get the same mail. */
type Group = { search: string; language: string; label: string; seen_until: string }

const inGroup = ({ search, language, label, seen_until }: Group) =>
  sql`search = ${search} and language = ${language} and label = ${label} and seen_until = ${seen_until}`

async function nextGroup(db: Db, sending: Sending) {
  const [group] = await db.all<Group>(sql`
    select search, language, label, seen_until from ${table} where ${isDue(sending)}
    order by due_on, search, language, seen_until limit 1`)
  return group
}

/** A batch statement: the alerts are due on the next day. */
const moveOn = (db: Db, ids: number[], group: Group, sending: Sending) =>
  db
    .update(table)
    .set({
      due_on: byCadence(sending.next, table.cadence),
      seen_until: sql`max(seen_until, ${sending.until})`,
    })
    .where(and(inArray(table.id, ids), inGroup(group), isDue(sending)))

/** The listed jobs that match and are new to the group, in its language; undefined without any. */
async function newJobs(
  db: Db,
  group: Group,
  { until, language, main }: { until: string; language: Language; main: Language },
) {
  const { page: _, ...search } = readSearch(new URLSearchParams(group.search))
  return inLanguage(language, async () => {
    // As the index `jobs_listed` has it. Each was active, so it has `first_active_at`.
    const posted = sql`coalesce(${jobs.first_active_at}, ${jobs.created_at})`
    const isNew = sql`${posted} > ${group.seen_until} and ${posted} <= ${until}`
    const which = and(listed, isNew, await notHidden(db, 'job'))
    const ids = await findJobs(db, which, search)
    if (!ids.length) return undefined
    const rows = await db
      .select(brief)
      .from(jobs)
      .where(inArray(jobs.id, ids.slice(0, maxJobs)))
      .orderBy(...newest)
    const shown = await shownJobs(db, rows)
    return {
      total: ids.length,
      jobs: shown.map(({ id, title, location_text, languages }) => {
        const isOwn = language !== main && languages?.includes(language)
        return {
          title,
          location: location_text,
          path: `${isOwn ? `/${language}` : ''}/jobs/${id}/apply`,
        }
      }),
    }
  })
}

async function countWaiting(db: Db) {
  const row = await db.get<{ waiting: number }>(sql`
    select count(*) as waiting from (
      select 1 from ${outbox} indexed by outbox_due
      where sent_at is null and failed_at is null and kind = 'alert' limit ${maxWaiting})`)
  return row?.waiting ?? 0
}

const idsOf = (db: Db, group: Group, sending: Sending, limit: number) =>
  db
    .select({ id: table.id })
    .from(table)
    .where(and(inGroup(group), isDue(sending)))
    .orderBy(desc(table.due_on))
    .limit(limit)

/**
 * Queues the mails that are due: of alerts with the same search at once, and never more than
 * `maxWaiting`. Mail and next day of an alert are one batch, so that nobody is mailed twice or left
 * out, whichever process does it and whenever it ends.
 * @param at of the database, in ms
 * @returns whether everything is done, and how many mails were queued
 */
export async function sendAlerts(
  { db, mailFrom, ...addresses }: AlertServices,
  at: number,
): Promise<{ isDone: boolean; queued: number }> {
  const settings = await readSiteSettings(db)
  const sending = settings.job_alerts === 'true' && sendingAt(at, settings.site_time_zone)
  if (!sending) return { isDone: true, queued: 0 }
  const base = mailBase(addresses, settings)
  const [main, ...others] = languagesOf(settings)
  let queued = 0
  for (let searches = 0; searches < maxSearches; searches++) {
    const group = await nextGroup(db, sending)
    if (!group) return { isDone: true, queued }
    const language = others.find((tag) => tag === group.language) ?? main
    const found = await newJobs(db, group, { until: sending.until, language, main })
    const room = found ? maxWaiting - (await countWaiting(db)) : atOnce
    if (room <= 0) return { isDone: false, queued }
    const ids = (await idsOf(db, group, sending, room)).map(({ id }) => id)
    if (!found) await moveOn(db, ids, group, sending)
    else {
      const mail = alertMail(
        { site_name: settings.site_name, base },
        { language, label: group.label },
        {
          total: found.total,
          jobs: found.jobs.map(({ path, ...job }) => ({ ...job, url: base + path })),
          list:
            base +
            (language === main ? '' : `/${language}`) +
            addressOf(readSearch(new URLSearchParams(group.search))),
        },
      )
      const [mails] = await db.batch([
        queueMail(
          db,
          {
            ...mail,
            message_id: newMessageId(senderDomain(mailFrom)),
            to_address: table.email,
            alert_id: table.id,
            expires_at: databaseTime(db, staleMs),
          },
          and(inArray(table.id, ids), inGroup(group), isDue(sending)),
          table,
        ),
        moveOn(db, ids, group, sending),
      ])
      queued += mails.length
    }
    // Requests come in between.
    await setImmediate()
  }
  return { isDone: false, queued }
}
