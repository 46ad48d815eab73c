import { eq, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Secrets } from '#api/core/environment/secrets.ts'
import { OutboundError } from '#api/core/outbound/outbound.ts'
import type { Services } from '#api/core/route/context.ts'
import { siteTimeZone } from '#api/core/site-settings/today.ts'
import type { CalendarFailure } from '#db/enums.ts'
import { beforeEffect, withoutAssuming } from '#db/remote/assuming.ts'
import { interviewPeople, interviews, now, busyCalendars as table, users } from '#db/schema.ts'
import { readHours } from './read-hours.ts'
import type { StoredCalendar } from './rows.ts'
import type { Hours } from './worker/hours.ts'

const freshMs = 5 * 60_000
/** How long the last good hours count while the calendar can't be read. */
const staleMs = 60 * 60_000
const retryMs = 60_000
const fetchTimeoutMs = 10_000
const maxBytes = 5_000_000
/** In memory: at most 80 kB each. */
const maxCalendars = 500
const maxAtOnce = 8
const maxWaiting = 200
const dayMs = 86_400_000
const windowDays = 120
const maxOwn = 2_000

/** How long those who propose, an interview's screen and a candidate wait for calendars that were not read lately. */
const usualWaitMs = { proposal: 5_000, screen: 2_000, candidate: 3_000 }

type Reading = Pick<Services, 'db' | 'secrets' | 'outbound' | 'log'>

/** What functions that read interviews need of a request's variables. */
export type WithCalendars = Reading & Pick<Services, 'busyCalendars'>

/** What is known of a person's calendar. Undefined hours: nothing, so it blocks no time. */
export type KnownHours = {
  hours: Hours | undefined
  /** Whether they are as the calendar was at most five minutes ago. */
  isFresh: boolean
}

type Outcome = { hours: Hours } | { failure: CalendarFailure }

type Entry = {
  hours?: Hours
  readAt: number
  triedAt: number
  reading?: Promise<void> | undefined
}

declare module '#api/core/route/context.ts' {
  interface Services {
    busyCalendars: BusyCalendars
  }
}

/** An address opens for its owner only. */
const contextOf = (user: number) => `busy calendar of user ${user}`
export const sealAddress = (secrets: Secrets, user: number, url: string) =>
  secrets.seal(url, contextOf(user))
export const openAddress = (secrets: Secrets, { user_id, url }: StoredCalendar) =>
  secrets.open(url, contextOf(user_id))

const keyOf = ({ user_id, url }: StoredCalendar) => `${user_id} ${url}`

/** Of a status of HTTP; undefined for 2xx. */
function failureOf(status: number): CalendarFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return 'redirects'
  if (status === 401 || status === 403) return 'sign_in'
  return status === 404 || status === 410 ? 'missing' : 'status'
}

/** The person's own interviews: Foyer knows them better than a calendar does. */
async function ownInterviews({ db }: Reading, user: number, from: number) {
  const rows = await db
    .select({
      uid: interviews.uid,
      time: interviews.time,
      minutes: interviews.minutes,
      state: interviews.state,
    })
    .from(interviewPeople)
    .innerJoin(interviews, sql`${interviews.id} = ${interviewPeople.interview_id}`)
    .where(
      sql`${interviewPeople.user_id} = ${user} and ${interviews.time} > ${new Date(from).toISOString()}`,
    )
    .limit(maxOwn)
  return {
    uids: rows.map(({ uid }) => uid),
    slots: rows.flatMap(({ time, minutes, state }): [number, number][] => {
      const start = Date.parse(time ?? '')
      return state === 'booked' ? [[start, start + minutes * 60_000]] : []
    }),
  }
}

type BusyCalendars = ReturnType<typeof createBusyCalendars>

/** Reads the calendars that people gave, and keeps their busy hours in this process for minutes. */
export function createBusyCalendars({ maxWaitMs = usualWaitMs } = {}) {
  const slots = pLimit(maxAtOnce)
  /** By owner and sealed address, which is another one after each change; the last used at the end. */
  const entries = new Map<string, Entry>()

  function keep(calendar: StoredCalendar, entry: Entry) {
    const key = keyOf(calendar)
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= maxCalendars) break
      entries.delete(oldest)
    }
  }

  /** Reads the calendar now. */
  async function fetchHours(services: Reading, user: number, url: string): Promise<Outcome> {
    try {
      const { status, body } = await services.outbound.send({
        url,
        method: 'GET',
        headers: { accept: 'text/calendar, text/plain;q=0.5' },
        maxBytes,
        timeoutMs: fetchTimeoutMs,
      })
      const failure = failureOf(status)
      if (failure) return { failure }
      const from = Date.now() - dayMs
      const [own, timeZone, [owner]] = await Promise.all([
        ownInterviews(services, user, from),
        siteTimeZone(services.db),
        services.db.select({ email: users.email }).from(users).where(eq(users.id, user)),
      ])
      const to = Date.now() + windowDays * dayMs
      const email = owner?.email ?? ''
      return await readHours({ text: body.toString('utf8'), from, to, timeZone, own, email })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return { failure: error.reason === 'aborted' ? 'broken' : error.reason }
    }
  }

  async function refresh(services: Reading, calendar: StoredCalendar, entry: Entry) {
    const { user_id } = calendar
    const url = openAddress(services.secrets, calendar)
    if (url === undefined) return
    const found = await fetchHours(services, user_id, url)
    entry.triedAt = Date.now()
    if ('hours' in found) Object.assign(entry, { hours: found.hours, readAt: entry.triedAt })
    const failure = 'failure' in found ? found.failure : null
    const [changed] = await services.db
      .update(table)
      .set(failure ? { failure } : { failure, read_at: now })
      .where(
        sql`${table.user_id} = ${user_id} and ${table.url} = ${calendar.url}
          and (${failure} is null or ${table.failure} is not ${failure})`,
      )
      .returning({ user_id: table.user_id })
    if (changed && failure) services.log.info({ user: user_id, failure }, 'calendar not read')
  }

  const entryOf = (calendar: StoredCalendar): Entry =>
    entries.get(keyOf(calendar)) ?? { readAt: 0, triedAt: 0 }

  const isDue = ({ reading, readAt, triedAt }: Entry) =>
    !reading &&
    Date.now() >= Math.max(readAt + freshMs, triedAt + retryMs) &&
    slots.pendingCount < maxWaiting

  /** One at a time for each calendar. */
  function begin(services: Reading, calendar: StoredCalendar, entry: Entry) {
    if (!isDue(entry)) return entry.reading
    // Other calls wait for it as well.
    entry.reading = withoutAssuming(() => slots(() => refresh(services, calendar, entry)))
      .catch((err: unknown) => {
        entry.triedAt = Date.now()
        services.log.error({ err, user: calendar.user_id }, 'reading a calendar failed')
      })
      .finally(() => {
        entry.reading = undefined
      })
    return entry.reading
  }

  return {
    fetchHours: (services: Reading, user: number, url: string) =>
      slots(() => fetchHours(services, user, url)),

    /** Keeps what was just read for a new address. */
    remember(calendar: StoredCalendar, hours: Hours) {
      keep(calendar, { hours, readAt: Date.now(), triedAt: Date.now() })
    },

    /** By user, what is known of these calendars; those not read lately are read first, if that is soon. */
    async read(
      services: Reading,
      calendars: readonly StoredCalendar[],
      waiting: keyof typeof usualWaitMs,
    ): Promise<Map<number, KnownHours>> {
      if (calendars.some((calendar) => isDue(entryOf(calendar)))) await beforeEffect()
      const asked = calendars.map((calendar) => {
        const entry = entryOf(calendar)
        keep(calendar, entry)
        return { user_id: calendar.user_id, entry, reading: begin(services, calendar, entry) }
      })
      const reading = asked.flatMap((one) => one.reading ?? [])
      if (reading.length) {
        let timer: NodeJS.Timeout | undefined
        const timeout = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, maxWaitMs[waiting])
        })
        await Promise.race([Promise.all(reading), timeout])
        clearTimeout(timer)
      }
      return new Map(
        asked.map(({ user_id, entry: { hours, readAt } }) => {
          const age = Date.now() - readAt
          return [user_id, { hours: age < staleMs ? hours : undefined, isFresh: age < freshMs }]
        }),
      )
    },
  }
}

/** Whether one of these calendars has something else then. */
export function isBusy(
  known: Iterable<Pick<KnownHours, 'hours'>>,
  time: string,
  minutes: number,
): boolean {
  const start = Date.parse(time)
  const end = start + minutes * 60_000
  for (const { hours = [] } of known)
    for (let at = 0; at < hours.length; at += 2)
      if ((hours[at] ?? 0) < end && (hours[at + 1] ?? 0) > start) return true
  return false
}

const maxShown = 1_000

/** The hours without overlaps, for a screen; `minutes` rounded up. */
export function shownHours({ hours = new Float64Array() }: Pick<KnownHours, 'hours'>) {
  const merged: [start: number, end: number][] = []
  for (let at = 0; at < hours.length; at += 2) {
    const [start = 0, end = 0] = hours.subarray(at, at + 2)
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged.slice(0, maxShown).map(([start, end]) => ({
    time: new Date(start).toISOString(),
    minutes: Math.ceil((end - start) / 60_000),
  }))
}
