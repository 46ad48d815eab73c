import vm from 'node:vm'
import ICAL from 'ical.js'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { zoneOf } from './zones.ts'

/** What the worker reads, and how: see `read-hours.ts`. */
export type Request = {
  text: string
  /** The window, in ms. */
  from: number
  to: number
  /** That of times without one, unless the calendar names its own. */
  timeZone: string
  /** Our own interviews of the person, which are known already. */
  own: { uids: string[]; slots: [start: number, end: number][] }
  /** The person's address: what they declined in a calendar stays in it. */
  email: string
}
/** Starts and ends in turn, in ms, in the order of their starts. */
export type Hours = Float64Array<ArrayBuffer>
export type Reply = { hours: Hours } | { failure: 'no_calendar' | 'too_complex' }

const maxHours = 5_000
const maxSteps = { event: 50_000, calendar: 500_000 }
/** For some events: a rule may never find a day. */
const eventsTimeoutMs = 3_000
const eventsAtOnce = 100
const maxTimeouts = 3
const maxEvents = 50_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

class TooComplex extends Error {}

type Wall = ICAL.Time
/** When a clock of a zone shows what is given. */
type Zone = (wall: Wall) => number

const utc: Zone = (wall) => Date.parse(`${shown(wall)}Z`)
const pad = (value: number, length = 2) => String(value).padStart(length, '0')
const shown = ({ year, month, day, isDate, hour, minute, second }: Wall) =>
  `${pad(year, 4)}-${pad(month)}-${pad(day)}T${isDate ? '00:00:00' : `${pad(hour)}:${pad(minute)}:${pad(second)}`}`
const inZone =
  (name: string): Zone =>
  (wall) =>
    instantOf(shown(wall), name)

/** Only what says when somebody is busy: no titles, no alarms. */
const used = new Set(
  'uid dtstart dtend duration rrule rdate exdate recurrence-id transp status x-microsoft-cdo-busystatus freebusy'.split(
    ' ',
  ),
)
const isUsed = (line: string) =>
  used.has(/^[\w-]+/.exec(line)?.[0].toLowerCase() ?? '') ||
  /^ATTENDEE;.*PARTSTAT=DECLINED/i.test(line)

/** The components of a calendar, each without what is not used, its name and its zone. */
function split(text: string) {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const components: { kind: string; lines: string[] }[] = []
  let zoneName: string | undefined
  let name = ''
  let open: (typeof components)[number] | undefined
  let inner = 0
  for (const line of lines) {
    const [, word = '', kind = ''] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? []
    const isWhole = open?.kind === 'VTIMEZONE'
    if (!open) {
      const value = line.slice(line.indexOf(':') + 1).trim()
      if (/^X-WR-TIMEZONE[:;]/i.test(line)) zoneName = value
      if (/^X-WR-CALNAME[:;]/i.test(line)) name = value
      if (/^begin$/i.test(word) && /^(VEVENT|VFREEBUSY|VTIMEZONE)$/i.test(kind)) {
        open = { kind: kind.toUpperCase(), lines: [`BEGIN:${kind.toUpperCase()}`] }
        inner = 0
      }
    } else if (/^begin$/i.test(word)) {
      inner += 1
      if (isWhole) open.lines.push(line)
    } else if (/^end$/i.test(word) && inner) {
      inner -= 1
      if (isWhole) open.lines.push(line)
    } else if (word) {
      open.lines.push(`END:${open.kind}`)
      components.push(open)
      open = undefined
      if (components.length > maxEvents) throw new TooComplex()
    } else if (line && (isWhole || (!inner && isUsed(line)))) open.lines.push(line)
  }
  return { components, zoneName, name }
}

/** Undefined for one that is not valid: the others count. */
function parse(lines: string[]): ICAL.Component | undefined {
  try {
    return new ICAL.Component(ICAL.parse(lines.join('\r\n')))
  } catch {
    return undefined
  }
}

/** The zones that the calendar describes itself, by TZID. */
function describedZones(components: ReturnType<typeof split>['components'], until: Wall) {
  const zones = new Map<string, Zone>()
  for (const { kind, lines } of components) {
    const component = kind === 'VTIMEZONE' ? parse(lines) : undefined
    const tzid = component?.getFirstPropertyValue('tzid')
    if (!component || typeof tzid !== 'string') continue
    const zone = new ICAL.Timezone({ component, tzid })
    const find: Zone = (wall) => utc(wall) - zone.utcOffset(wall) * 1000
    try {
      // Applies its rules, once, up to that year.
      withTimeout(() => find(until))
      if (component.getAllSubcomponents().length) zones.set(tzid, find)
    } catch {
      // Then its name is looked up.
    }
  }
  return zones
}

type Start = { wall: Wall; zone: Zone }

const isOfTime = (value: unknown): value is Wall => value instanceof ICAL.Time
const text = (component: ICAL.Component, name: string) =>
  String(component.getFirstPropertyValue(name) ?? '').toUpperCase()

/** Whether the person can be met meanwhile. */
function isFree(event: ICAL.Component, emails: ReadonlySet<string>): boolean {
  const microsoft = text(event, 'x-microsoft-cdo-busystatus')
  return (
    text(event, 'status') === 'CANCELLED' ||
    text(event, 'transp') === 'TRANSPARENT' ||
    microsoft === 'FREE' ||
    microsoft === 'WORKINGELSEWHERE' ||
    event
      .getAllProperties('attendee')
      .some(
        (one) =>
          one.getFirstParameter('partstat')?.toUpperCase() === 'DECLINED' &&
          emails.has(String(one.getFirstValue()).toLowerCase()),
      )
  )
}

/** Without a zone: occurrences are those of the clock. */
const floating = ({ year, month, day, hour, minute, second, isDate }: Wall) =>
  new ICAL.Time({ year, month, day, hour, minute, second, isDate }, ICAL.Timezone.localTimezone)

/** When somebody is busy. Throws `TooComplex`. */
function readHours({ text: given, from, to, timeZone, own, email }: Request): Hours {
  const { components, zoneName, name } = split(given)
  // Google names a person's first calendar by the address of the account.
  const emails = new Set([email, name].map((address) => `mailto:${address.toLowerCase()}`))
  const described = describedZones(components, ICAL.Time.fromJSDate(new Date(to), true))
  const byDefault =
    (zoneName && described.get(zoneName)) || inZone(zoneOf(zoneName ?? '') ?? timeZone)
  const zones = new Map<string, Zone>()
  function zoneFor(property: ICAL.Property, wall: Wall): Zone {
    if (wall.zone === ICAL.Timezone.utcTimezone) return utc
    const tzid = property.getFirstParameter('tzid')
    if (!tzid || wall.isDate) return byDefault
    const known = zones.get(tzid)
    if (known) return known
    const name = described.has(tzid) ? undefined : zoneOf(tzid)
    const zone = described.get(tzid) ?? (name ? inZone(name) : byDefault)
    zones.set(tzid, zone)
    return zone
  }
  const at = (property: ICAL.Property, wall: Wall) => zoneFor(property, wall)(wall)
  const hours = new Map<string, [number, number]>()
  const slots = new Set(own.slots.map(String))
  function add(start: number, end: number) {
    if (!(end > start) || start >= to || end <= from || slots.has(String([start, end]))) return
    hours.set(`${start} ${end}`, [Math.max(start, from), Math.min(end, to)])
    if (hours.size > maxHours) throw new TooComplex()
  }

  function startOf(event: ICAL.Component): Start | undefined {
    const property = event.getFirstProperty('dtstart')
    const wall = property?.getFirstValue()
    return property && isOfTime(wall) ? { wall, zone: zoneFor(property, wall) } : undefined
  }
  /** The end of an occurrence of the event that begins then. */
  function endsOf(event: ICAL.Component, { wall, zone }: Start): (start: Wall) => number {
    const property = event.getFirstProperty('dtend')
    const end = property?.getFirstValue()
    if (property && isOfTime(end)) {
      // Whole days are as long as their clocks make them (RFC 5545 §3.8.5.3 for the others).
      if (wall.isDate) {
        const days = Math.max(1, Math.round((utc(end) - utc(wall)) / dayMs))
        return (start) => zone(later(start, days))
      }
      const length = at(property, end) - zone(wall)
      return (start) => zone(start) + length
    }
    const length = event.getFirstPropertyValue('duration')
    if (length instanceof ICAL.Duration && !length.isNegative) {
      const { weeks, days, hours: inHours, minutes, seconds } = length
      const more = ((inHours * 60 + minutes) * 60 + seconds) * 1000
      return (start) => zone(later(start, weeks * 7 + days)) + more
    }
    return (start) => (wall.isDate ? zone(later(start, 1)) : zone(start))
  }

  let steps = 0
  let timeouts = 0
  /** One event that can't be read is left out: anybody can send it in an invitation. */
  function unlessBroken(work: () => void) {
    try {
      work()
    } catch (error) {
      if (error instanceof TooComplex) throw error
      const isTimeout = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      if (isTimeout && ++timeouts > maxTimeouts) throw new TooComplex()
    }
  }

  const ownUids = new Set(own.uids)
  const events: { event: ICAL.Component; uid: string }[] = []
  /** By UID, the occurrences that have an event of their own. */
  const replaced = new Map<string, Set<number>>()
  for (const { kind, lines } of components) {
    const event = kind === 'VEVENT' ? parse(lines) : undefined
    if (!event) continue
    unlessBroken(() => {
      const uid = String(event.getFirstPropertyValue('uid') ?? '')
      if (ownUids.has(uid)) return
      const property = event.getFirstProperty('recurrence-id')
      const which = property?.getFirstValue()
      if (property && isOfTime(which))
        replaced.set(uid, (replaced.get(uid) ?? new Set()).add(at(property, which)))
      events.push({ event, uid })
    })
  }

  function addRule(
    rule: ICAL.Recur,
    { wall, zone }: Start,
    { isNear, each }: { isNear: (wall: Wall) => boolean; each: (wall: Wall) => void },
  ) {
    // Nobody meets by the minute, but such a rule can keep a machine busy for hours.
    if (rule.freq === 'SECONDLY' || rule.freq === 'MINUTELY') return
    const { until } = rule
    // In UTC or on the same clock, which ical.js would compare as they are.
    const last = !until
      ? to
      : until.isDate
        ? zone(later(until, 1)) - 1
        : until.zone === ICAL.Timezone.utcTimezone
          ? utc(until)
          : zone(until)
    rule.until = null
    const iterator = rule.iterator(nearest(rule, wall, from))
    for (let tries = maxSteps.event; tries; tries--) {
      if (++steps > maxSteps.calendar) throw new TooComplex()
      const next = iterator.next()
      if (!next || utc(next) - dayMs > Math.min(last, to)) return
      const start = floating(next)
      if (isNear(start) && zone(start) <= last) each(start)
    }
  }

  function addEvent(event: ICAL.Component, uid: string) {
    const start = startOf(event)
    if (!start || isFree(event, emails)) return
    const ends = endsOf(event, start)
    if (event.hasProperty('recurrence-id')) {
      add(start.zone(start.wall), ends(start.wall))
      return
    }
    const without = new Set(replaced.get(uid))
    const withoutDays = new Set<string>()
    for (const property of event.getAllProperties('exdate'))
      for (const value of property.getValues()) {
        if (!isOfTime(value)) continue
        if (value.isDate) withoutDays.add(shown(value).slice(0, 10))
        else without.add(at(property, value))
      }
    const rough = roughLength(event, start.wall)
    /** Whether it can be in the window, by its clock alone: zones cost a hundred times as much. */
    const isNear = (wall: Wall) => utc(wall) + rough > from && utc(wall) < to + dayMs
    const each = (wall: Wall) => {
      if (!isNear(wall)) return
      const begin = start.zone(wall)
      if (without.has(begin) || withoutDays.has(shown(wall).slice(0, 10))) return
      add(begin, ends(wall))
    }
    each(start.wall)
    for (const property of event.getAllProperties('rdate'))
      for (const value of property.getValues()) {
        if (value instanceof ICAL.Period) addPeriod(value, (wall) => at(property, wall))
        if (!isOfTime(value)) continue
        const begin = at(property, value)
        const length = ends(start.wall) - start.zone(start.wall)
        if (!without.has(begin)) add(begin, begin + length)
      }
    for (const property of event.getAllProperties('rrule')) {
      const rule = property.getFirstValue()
      if (rule instanceof ICAL.Recur) addRule(rule, start, { isNear, each })
    }
  }
  for (let at = 0; at < events.length; ) {
    const end = Math.min(events.length, at + eventsAtOnce)
    const untilThere = () => {
      for (const { event, uid } of events.slice(at, end)) {
        // Before: the one that is interrupted is not tried again.
        at += 1
        unlessBroken(() => addEvent(event, uid))
      }
    }
    unlessBroken(() => withTimeout(untilThere))
  }

  function addPeriod(period: ICAL.Period, zone: Zone) {
    const begin = zone(period.start)
    if (period.end) add(begin, zone(period.end))
    else if (period.duration) add(begin, begin + period.duration.toSeconds() * 1000)
  }
  for (const { kind, lines } of components) {
    const component = kind === 'VFREEBUSY' ? parse(lines) : undefined
    for (const property of component?.getAllProperties('freebusy') ?? []) {
      if (property.getFirstParameter('fbtype')?.toUpperCase() === 'FREE') continue
      unlessBroken(() => {
        for (const value of property.getValues())
          if (value instanceof ICAL.Period) addPeriod(value, (wall) => at(property, wall))
      })
    }
  }
  return Float64Array.from([...hours.values()].sort(([one], [other]) => one - other).flat())
}

function later(wall: Wall, days: number, hours = 0): Wall {
  const moved = floating(wall)
  moved.adjust(days + Math.floor(hours / 24), hours % 24, 0, 0)
  return moved
}

/** At least the length of the event, whatever its zones, in ms. */
function roughLength(event: ICAL.Component, wall: Wall): number {
  const end = event.getFirstPropertyValue('dtend')
  const length = event.getFirstPropertyValue('duration')
  const known = isOfTime(end)
    ? utc(end) - utc(wall)
    : length instanceof ICAL.Duration
      ? length.toSeconds() * 1000
      : dayMs
  return known + 3 * dayMs
}

/** Where a rule of hours, days or weeks can begin as well, not long before the window. */
function nearest(rule: ICAL.Recur, wall: Wall, from: number): Wall {
  const hours = { HOURLY: 1, DAILY: 24, WEEKLY: 7 * 24 }[rule.freq as string]
  if (!hours || rule.count || rule.parts.BYSETPOS) return floating(wall)
  const step = hours * Math.max(1, rule.interval)
  const rounds = Math.floor((from - 40 * dayMs - utc(wall)) / hourMs / step)
  return rounds > 0 ? later(wall, 0, rounds * step) : floating(wall)
}

/** Interrupts the work after a while, which only a script can be: ical.js may search without end. */
function withTimeout(work: () => void) {
  const shared = globalThis as { work?: (() => void) | undefined }
  shared.work = work
  vm.runInThisContext('work()', { timeout: eventsTimeoutMs })
  shared.work = undefined
}

export function reply(request: Request): Reply {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(request.text)) return { failure: 'no_calendar' }
  try {
    return { hours: readHours(request) }
  } catch (error) {
    if (error instanceof TooComplex) return { failure: 'too_complex' }
    throw error
  }
}
