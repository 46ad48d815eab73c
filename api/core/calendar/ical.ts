import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { endOf } from '#api/hiring/interviews/contract/time.ts'

/** Times are in UTC, so that they are right in any calendar and at changes of daylight saving time. */
export type CalendarEvent = {
  uid: string
  sequence: number
  time: string
  minutes: number
  summary: string
  location?: string
  description?: string
  url?: string
  /** When it last changed, in a calendar that is read again and again. */
  changed?: string
}

type Party = { name: string; email: string }

/** A name in a parameter: quotes and control characters cannot be escaped there (RFC 5545 §3.2). */
const cn = ({ name, email }: Party) => ({
  name: name.replaceAll('"', "'").replace(/\p{Cc}/gu, ' ') || email,
  email,
})

/** Outlook ignores an invitation whose organizer is an attendee: then a subaddress of it (RFC 5233). */
const apartFrom = (organizer: Party, attendees: readonly Party[]): Party =>
  attendees.some(({ email }) => email.toLowerCase() === organizer.email.toLowerCase())
    ? { ...organizer, email: organizer.email.replace('@', '+interviews@') }
    : organizer

const prodId = { company: 'Foyer', product: 'Interviews', language: 'EN' }

const add = (calendar: ICalCalendar, event: CalendarEvent, status: ICalEventStatus) =>
  calendar.createEvent({
    id: event.uid,
    sequence: event.sequence,
    stamp: event.changed ? new Date(event.changed) : new Date(),
    start: new Date(event.time),
    end: new Date(endOf(event.time, event.minutes)),
    summary: event.summary,
    status,
    ...(event.location && { location: event.location }),
    ...(event.description && { description: event.description }),
    ...(event.url && { url: event.url }),
  })

/** Each line ends with a break, the last one too (RFC 5545 §3.1). */
const textOf = (calendar: ICalCalendar) => `${calendar.toString()}\r\n`

/** The file of an invitation, of its update or of its cancellation (RFC 5546). */
export function invitation(
  method: 'REQUEST' | 'CANCEL',
  event: CalendarEvent,
  { organizer, attendees }: { organizer: Party; attendees: readonly Party[] },
): string {
  const calendar = ical({ prodId, method: ICalCalendarMethod[method] })
  const status = method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED
  const entry = add(calendar, event, status)
  entry.organizer(cn(apartFrom(organizer, attendees)))
  for (const attendee of attendees)
    entry.createAttendee({
      ...cn(attendee),
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    })
  return textOf(calendar)
}

/** A calendar to subscribe to. */
export function feed(name: string, events: readonly CalendarEvent[]): string {
  const calendar = ical({ prodId, name, ttl: 3600 })
  for (const event of events) add(calendar, event, ICalEventStatus.CONFIRMED)
  return textOf(calendar)
}
