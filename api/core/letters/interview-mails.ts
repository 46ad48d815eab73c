import { type SQL, sql } from 'drizzle-orm'
import { hoursIn, zoneText, zoneTextOf } from '#api/hiring/interviews/contract/time.ts'
import type { InterviewPart } from '#api/hiring/interviews/contract.ts'
import type { Db } from '#db/client.ts'
import { applications, users } from '#db/schema.ts'
import { type CalendarEvent, invitation } from '../calendar/ical.ts'
import { excerpt } from '../http/contract/excerpt.ts'
import { fullName } from '../http/contract/text.ts'
import { privateAddress } from '../links/candidate-links.ts'
import { compose, isolateBidi } from '../mail/layout.ts'
import { newMessageId, senderDomain } from '../mail/new-mail.ts'
import { queueMail, queueToUsers, toApplicant } from '../mail/queue.ts'
import { staffMail } from '../mail/staff-mail.ts'
import { readStored } from '../mail/stored.ts'
import { unlinkable } from '../mail/unlinkable.ts'
import { reviews } from '../reviewers/scope.ts'
import type { Services } from '../route/context.ts'
import { mailBase, readSiteSettings } from '../site-settings/site-settings.ts'
import { candidateLanguage } from '../words/contract/names.ts'
import { say } from '../words/contract/say.ts'
import { type Words, wordsOf } from '../words/contract.ts'
import { greetingOf } from './greeting.ts'

type Attendee = { id: number; name: string; email: string }

/** What an interview is in an email: as it is, or as it becomes. */
export type About = {
  job_id: number
  job_title: string
  /** The job's title in the candidate's language. */
  candidate_title: string
  first_name: string
  last_name: string
  email: string
  given_email: string | null
  /** From the application. */
  language: string | null
  uid: string
  sequence: number
  time: string | null
  times: string[]
  minutes: number
  place: string
  /** Null: the emails are about no application, and stay when it is erased. */
  application_id: number | null
  attendees: readonly Attendee[]
}

export type MailServices = Pick<Services, 'db' | 'mailFrom' | 'publicUrl' | 'ownAddress'>

type Frame = Awaited<ReturnType<typeof mailFrame>>

/** What all emails about interviews have in common. */
async function mailFrame(services: MailServices) {
  const { db, mailFrom } = services
  const [settings, stored] = await Promise.all([readSiteSettings(db), readStored(db)])
  const { site_name: site, site_time_zone: zone, notify_email } = settings
  const sender = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
  const senders = [notify_email, stored?.from_address, sender].filter((one) => !!one) as string[]
  return {
    site,
    zone,
    settings,
    base: mailBase(services, settings),
    domain: senderDomain(stored?.from_address ?? mailFrom),
    /** Where answers of calendars go. */
    organizer: { name: site, email: await organizerOf(db, senders) },
  }
}

/**
 * The first address that is not that of an interviewer: Outlook ignores an invitation whose organizer
 * is its recipient.
 */
async function organizerOf(db: Db, senders: readonly string[]) {
  const own = await db
    .select({ email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(sql`lower(${users.email}) in (
      select lower(value) from json_each(${JSON.stringify(senders)}))`)
  const isOwn = (email: string) => own.some((one) => one.email === email.toLowerCase())
  return senders.find((email) => !isOwn(email)) ?? senders[0] ?? ''
}

type Composed = { subject: string; text: string; html: string; calendar: string | null }

/** 'Monday 12 January 2026 at 10:00–10:45 (Europe/Berlin, UTC+01:00)' */
const whenText = (time: string, minutes: number, zone: string, locale: string) =>
  `${hoursIn(time, minutes, zone, locale)} (${zoneText(time, zone)})`

type Calendar = { method: 'REQUEST' | 'CANCEL'; sequence: number }

const eventOf = (about: About, sequence: number, summary: string): CalendarEvent => ({
  uid: about.uid,
  sequence,
  time: about.time ?? '',
  minutes: about.minutes,
  summary,
  location: about.place,
})

type CandidateWords = keyof Words['mail']['interview'] &
  (
    | 'proposed'
    | 'changed'
    | 'booked'
    | 'updated'
    | 'canceled'
    | 'canceledByCandidate'
    | 'withdrawn'
    | 'reminder'
  )

/** With `calendar`, with the file for the candidate's calendar; says what `changed`. */
type CandidateParts = { calendar?: Calendar; changed?: readonly InterviewPart[] }

function composeToCandidate(
  frame: Frame,
  what: CandidateWords,
  about: About,
  { calendar, changed = [] }: CandidateParts,
): Composed {
  const { settings, site, zone, base } = frame
  const language = candidateLanguage(settings, about)
  const { dateLocale, mail } = wordsOf(language)
  const { interview: words } = mail
  const own = words[what]
  const name = fullName(about)
  const { candidate_title: job } = about
  const parts = new Intl.ListFormat(dateLocale).format(changed.map((part) => words.parts[part]))
  const values = { job, site, zone, changed: parts }
  const fill = (text: string) => say(text, values, language)
  const greeting = greetingOf(about, language)
  const offers = what === 'proposed' || what === 'changed'
  const facts: [string, string][] = [
    ...(about.time && !offers
      ? [[words.when, whenText(about.time, about.minutes, zone, dateLocale)] as [string, string]]
      : []),
    [words.length, say(words.minutes, { n: about.minutes }, language)],
    [words.place, about.place],
    ...(about.attendees.length
      ? [[words.people, about.attendees.map((one) => one.name).join(', ')] as [string, string]]
      : []),
  ]
  return {
    subject: say(own.subject, { job: isolateBidi(job) }, language),
    ...compose({
      site,
      language,
      heading: own.heading,
      sections: [
        {
          lines: [greeting, fill(about.given_email && 'byReply' in own ? own.byReply : own.why)],
          ...(offers && {
            list: about.times.map((time) => whenText(time, about.minutes, zone, dateLocale)),
          }),
        },
        ...(what === 'withdrawn' ? [] : [{ facts }]),
        ...(offers
          ? [
              {
                lines: [
                  [
                    say(words.zone, { zone: zoneTextOf(about.times, zone) }, language),
                    ...(about.given_email ? [] : [words.ownZone]),
                  ].join(' '),
                ],
              },
            ]
          : []),
        ...('link' in own && !about.given_email
          ? [{ link: { label: own.link, url: privateAddress(base) } }]
          : []),
      ],
      footer: fill(words.footer),
    }),
    calendar: calendar
      ? invitation(calendar.method, eventOf(about, calendar.sequence, fill(words.event)), {
          organizer: frame.organizer,
          attendees: [{ name, email: about.email }],
        })
      : null,
  }
}

const staffWords = {
  booked: { heading: 'Interview booked', why: 'The attached file adds it to your calendar.' },
  updated: { heading: 'Interview changed', why: 'The attached file updates your calendar.' },
  canceled: {
    heading: 'Interview canceled',
    why: 'It will not take place. The attached file removes it from your calendar.',
  },
  removed: {
    heading: 'You no longer take part in an interview',
    why: 'It takes place without you. The attached file removes it from your calendar.',
  },
  left: { heading: 'An interviewer can no longer take part', why: '' },
  reminder: { heading: 'Interview soon', why: 'This is a reminder of your interview.' },
  declined: {
    heading: 'None of the proposed times fit',
    why: 'The candidate asks for other times. Propose some on the application.',
  },
  off: {
    heading: 'The candidate canceled an interview',
    why: 'You can propose other times on the application.',
  },
} as const

/** With `calendar`, with the file for their calendars; `more` is added below. */
type StaffParts = { calendar?: Calendar; reply?: string | null; more?: string }

/**
 * That of a cancellation names no candidate: it is sent also when the application is erased, or to
 * somebody who can no longer see it.
 */
function composeToStaff(
  frame: Frame,
  what: keyof typeof staffWords,
  about: About,
  { calendar, reply, more }: StaffParts,
): Composed {
  const { site, zone, base } = frame
  const { heading, why } = staffWords[what]
  const isNamed = what !== 'canceled' && what !== 'removed'
  const applicant = unlinkable(fullName(about))
  const url = `${base}/backoffice/applications/${about.application_id}?tab=interviews`
  const facts: [string, string][] = [
    ['Position', about.job_title],
    ...(isNamed ? [['Applicant', applicant] as [string, string]] : []),
    ...(about.time
      ? [['When', whenText(about.time, about.minutes, zone, 'en-GB')] as [string, string]]
      : []),
    ...(reply
      ? [['They wrote', unlinkable(excerpt(reply.replace(/\s+/g, ' '), 500))] as [string, string]]
      : []),
    ['Where', about.place],
    ...(about.attendees.length
      ? [['Interviewers', about.attendees.map((one) => one.name).join(', ')] as [string, string]]
      : []),
  ]
  const named = isNamed ? `, ${isolateBidi(applicant)}` : ''
  const summary = `Interview: ${about.job_title}${isNamed ? `, ${applicant}` : ''}`
  return {
    subject: `${heading}: ${isolateBidi(about.job_title)}${named}`,
    ...staffMail({
      site,
      heading,
      sections: [
        { lines: [why, more ?? ''].filter(Boolean), facts },
        ...(isNamed ? [{ link: { label: 'Open the application', url } }] : []),
      ],
      because: `you take part in interviews at ${site}`,
    }),
    calendar: calendar
      ? invitation(
          calendar.method,
          {
            ...eventOf(about, calendar.sequence, summary),
            ...(isNamed && { description: url, url }),
          },
          { organizer: frame.organizer, attendees: about.attendees },
        )
      : null,
  }
}

type Booked = About & { user_ids: readonly number[] }

/** SQL: after a withdrawal the candidate gets no more emails, as the private page promises. */
export const hasNotWithdrawn = sql`${applications.withdrawn_at} is null`

export type InterviewMails = Awaited<ReturnType<typeof interviewMails>>

/** Returns what queues emails about interviews: batch statements. */
export async function interviewMails(services: MailServices) {
  const { db } = services
  const frame = await mailFrame(services)
  const message_id = newMessageId(frame.domain)
  const toUsers = (
    { application_id }: Pick<About, 'application_id'>,
    ids: readonly number[],
    mail: Composed,
    condition = sql`1`,
  ) =>
    queueToUsers(
      db,
      { application_id, message_id, ...mail },
      sql`${users.id} in (select value from json_each(${JSON.stringify(ids)})) and ${condition}`,
    )

  /** To the candidate, if `condition` holds. */
  const toCandidate = (
    what: CandidateWords,
    about: About,
    { condition = sql`1`, ...parts }: CandidateParts & { condition?: SQL } = {},
  ) =>
    queueMail(
      db,
      {
        kind: 'interview',
        message_id,
        ...toApplicant,
        ...composeToCandidate(frame, what, about, parts),
      },
      sql`${applications.id} = ${about.application_id} and ${condition}`,
      applications,
    )

  /** To those of these users who may review the job now. */
  const toStaff = (
    what: keyof typeof staffWords,
    about: About,
    ids: readonly number[],
    { condition = sql`1`, ...parts }: StaffParts & { condition?: SQL } = {},
  ) =>
    toUsers(
      about,
      ids,
      composeToStaff(frame, what, about, parts),
      sql`${reviews(about.job_id)} and ${condition}`,
    )

  /** To those who no longer take part, with the file that removes it. */
  const toRemoved = (about: About, attendees: readonly Attendee[]) => {
    const calendar = { method: 'CANCEL', sequence: about.sequence } as const
    const mail = composeToStaff(frame, 'removed', { ...about, attendees }, { calendar })
    return toUsers(
      about,
      attendees.map(({ id }) => id),
      mail,
    )
  }

  const canceling = ({ sequence }: About) => ({ method: 'CANCEL', sequence: sequence + 1 }) as const

  /**
   * For a booked interview as it was: to its interviewers, with the file that removes it. It is about
   * no application, so that it outlives an erasure.
   */
  const cancelToStaff = (about: Booked) =>
    toStaff('canceled', { ...about, application_id: null }, about.user_ids, {
      calendar: canceling(about),
    })

  /** The same to everyone invited; to the candidate unless they withdrew. */
  const cancel = (about: Booked) => [
    cancelToStaff(about),
    toCandidate('canceled', about, { calendar: canceling(about), condition: hasNotWithdrawn }),
  ]

  return { domain: frame.domain, toCandidate, toStaff, toRemoved, cancelToStaff, cancel }
}
