import type { SiteSettings } from '#api/core/site-settings/contract.ts'
import { answerText } from '#api/hiring/applications/contract/answers.ts'
import type { Answer } from '#db/enums.ts'
import { dayIn } from '../calendar/contract/dates.ts'
import { excerpt } from '../http/contract/excerpt.ts'
import { fullName } from '../http/contract/text.ts'
import { privateAddress } from '../links/candidate-links.ts'
import { compose, isolateBidi, type Section } from '../mail/layout.ts'
import { mailboxOf } from '../mail/mailbox.ts'
import {
  countPlaceholder,
  idPlaceholder,
  messageId,
  type NewMail,
  referencePlaceholder,
  type StaffNotice,
} from '../mail/new-mail.ts'
import { noticeAddresses, staffMail } from '../mail/staff-mail.ts'
import { unlinkable } from '../mail/unlinkable.ts'
import { longDate } from '../words/contract/dates.ts'
import { nextSteps } from '../words/contract/next-steps.ts'
import { say } from '../words/contract/say.ts'
import { type Language, languages, wordsOf } from '../words/contract.ts'
import { type AutomaticTexts, changedText, textFor } from './automatic-texts.ts'
import { greetingOf } from './greeting.ts'

type Submission = {
  job_title: string
  first_name: string
  last_name: string
  email: string
  answers: Answer[]
}

/** An answer of at most `length` characters, of which nothing can become a link. */
function answerFact(response: Answer, length: number, language: Language): [string, string] {
  const { dateLocale, form, mail } = wordsOf(language)
  const words = mail.receipt
  // A file's name looks like an address.
  if (response.kind === 'file') return [response.label, words.oneFile]
  const text = answerText(response, form, dateLocale)
  if (!response.kind.endsWith('text')) return [response.label, text]
  return [response.label, unlinkable(excerpt(text.replace(/\s+/g, ' '), length))]
}

/**
 * The confirmation that the success page promises. Anyone can have it sent to any address, so it
 * repeats only the name and the answers, without links from strangers (`mailboxOf` limits how
 * often).
 */
export function confirmation(
  to: Submission & { language: string | null },
  settings: Pick<
    SiteSettings,
    'site_name' | 'site_time_zone' | 'answer_within_days' | 'site_language' | 'site_languages'
  > & { notify_email: string },
  from: string,
  base: string,
  texts: AutomaticTexts = {},
): NewMail {
  const { site_name: site, site_time_zone, answer_within_days, notify_email } = settings
  const { language, text } = textFor(texts, 'receipt', settings, to)
  const { dateLocale, mail, nextSteps: next } = wordsOf(language)
  const words = mail.receipt
  const name = fullName(to)
  const reference = referencePlaceholder
  const values = { site, job: to.job_title }
  const fill = (text: string) => say(text, values, language)
  const greeting = greetingOf(to, language)
  const changed = changedText<'receipt'>(text, {
    values: { greeting, job_title: to.job_title, site_name: site, reference },
    base,
  })
  const sections: Section[] = [
    {
      ...(changed?.section ?? { lines: [greeting, fill(words.received)] }),
      facts: [
        [words.job, to.job_title],
        [words.date, longDate(new Date(dayIn(site_time_zone)), dateLocale)],
        [words.reference, reference],
      ],
    },
    { link: { label: words.link, url: privateAddress(base) } },
    ...(to.answers.length
      ? [
          {
            title: words.answers,
            facts: to.answers.map((response) => answerFact(response, 500, language)),
          },
        ]
      : []),
    {
      title: next.heading,
      list: [...nextSteps(answer_within_days, language), words.noNeedToAct],
    },
    ...(notify_email ? [{ lines: [words.reply] }] : []),
  ]
  const isolated = { site: isolateBidi(site), job: isolateBidi(to.job_title), reference }
  const subject = changed?.subject ?? say(words.subject, isolated, language)
  return {
    kind: 'receipt',
    mailbox: mailboxOf(to.email),
    message_id: messageId(from),
    to_name: name,
    to_address: to.email,
    subject,
    ...compose({
      site,
      language,
      heading: changed ? null : words.heading,
      title: changed ? subject : words.heading,
      sections,
      footer: fill(words.footer),
    }),
  }
}

type NoticeFrame = {
  site: string
  base: string
  from: string
  /** The day by which an answer is promised. */
  answer_by: string
  /** From `readAutomaticTexts`. */
  texts?: AutomaticTexts
}

export const noticeHeading = 'New application'

/**
 * Tells the address in `notify_email`, or a person who asked for it, that someone applied; the
 * bundle is for when too many do.
 */
function notice(
  about: Submission,
  to: { to_name: string; to_address: string },
  because: string,
  { site, base, from, answer_by, texts }: NoticeFrame,
): StaffNotice {
  const person = unlinkable(fullName(about))
  const url = `${base}/backoffice/applications/${idPlaceholder}`
  const facts: [string, string][] = [
    ['Position', about.job_title],
    ['Applicant', person],
    ['Reference', referencePlaceholder],
    ['Answer by', longDate(new Date(answer_by), languages.en.dateLocale)],
    ...about.answers.map((response) => answerFact(response, 100, 'en')),
  ]
  const address = { mailbox: `staff:${to.to_address.toLowerCase()}`, ...to }
  const all = `${base}/backoffice/applications`
  const changed = changedText<'notice'>(texts?.notice, {
    values: {
      applicant: person,
      job_title: about.job_title,
      site_name: site,
      reference: referencePlaceholder,
    },
    base,
  })
  const subject =
    changed?.subject ?? `${noticeHeading}: ${isolateBidi(about.job_title)}, ${isolateBidi(person)}`
  return {
    notice: {
      ...address,
      message_id: messageId(from),
      subject,
      ...staffMail({
        site,
        heading: changed ? null : noticeHeading,
        title: changed ? subject : noticeHeading,
        sections: [
          { ...changed?.section, facts },
          { link: { label: 'Read the application', url } },
        ],
        because,
      }),
    },
    bundle: {
      ...address,
      message_id: messageId(from),
      subject: `More new applications: ${countPlaceholder}`,
      ...staffMail({
        site,
        heading: 'More new applications',
        sections: [
          {
            lines: [
              'So many applications arrived that this one email is about all of the last hour.',
            ],
            facts: [['New applications', countPlaceholder]],
          },
          { link: { label: 'See all applications', url: all } },
        ],
        because,
      }),
    },
  }
}

/** An application's notices: to the site's address, and to each person who asked for them or owns the job. */
export function notices(
  about: Submission,
  recipients: { email: string; first_name: string; last_name: string; asked: boolean }[],
  { notify_email, ...frame }: NoticeFrame & { notify_email: string },
): StaffNotice[] {
  const { site } = frame
  return noticeAddresses(recipients, { site, notify_email }).map(({ person, ...to }) =>
    notice(
      about,
      to,
      !person
        ? `${site} sends notices of new applications to this address`
        : person.asked
          ? `you asked ${site} to tell you about new applications. You can turn it off in your profile`
          : `you are an owner of this job at ${site}`,
      frame,
    ),
  )
}
