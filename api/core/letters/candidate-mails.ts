import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import type { MailKind } from '#db/enums.ts'
import { applications, outbox } from '#db/schema.ts'
import { fullName } from '../http/contract/text.ts'
import {
  confirmAddress,
  invitationAddress,
  placeholderAt,
  privateAddress,
} from '../links/candidate-links.ts'
import { compose, isolateBidi } from '../mail/layout.ts'
import { mailboxOf } from '../mail/mailbox.ts'
import { messageId, referencePlaceholder } from '../mail/new-mail.ts'
import { queueMail, toApplicant } from '../mail/queue.ts'
import { mayReceive } from '../mail/recipient-limit.ts'
import type { Env } from '../route/context.ts'
import { mailBase, readSiteSettings } from '../site-settings/site-settings.ts'
import { longMonth } from '../words/contract/dates.ts'
import { candidateLanguage, languagesOf } from '../words/contract/names.ts'
import { say } from '../words/contract/say.ts'
import { wordsOf } from '../words/contract.ts'
import { type AutomaticTexts, changedText, readAutomaticTexts, textFor } from './automatic-texts.ts'
import { greetingOf } from './greeting.ts'

type Candidate = {
  /** Or a placeholder. */
  reference: string | null
  first_name: string
  last_name: string
  job_title: string
  /** Not null: the address on file was entered by staff, so it gets no link. */
  given_email?: string | null
  /** From the application. */
  language: string | null
  /** Days: until when they agreed to be kept, and until when they may agree now. */
  keep?: { until: string; renewed: string }
}

type Words =
  | 'link'
  | 'earlier'
  | 'confirmEmail'
  | 'confirmErase'
  | 'emailChanged'
  | 'emailChangedByStaff'
  | 'stillReading'
  | 'message'
  | 'jobInvitation'
  | 'keepRenewal'

const kinds = {
  link: 'link',
  // As kind `link` its link would void older ones.
  earlier: 'notice',
  confirmEmail: 'confirmation',
  confirmErase: 'confirmation',
  emailChanged: 'confirmation',
  emailChangedByStaff: 'notice',
  stillReading: 'still_reading',
  message: 'message',
  jobInvitation: 'job_invitation',
  keepRenewal: 'keep_renewal',
} satisfies Record<Words, MailKind>

/** Where the private page asks whether the consent to be kept is renewed. */
const keepPart = '#keep'

type From = {
  settings: Pick<
    Awaited<ReturnType<typeof readSiteSettings>>,
    'site_language' | 'site_languages' | 'site_name'
  >
  /** From `mailBase`. */
  base: string
  mailFrom: string
  /** From `readAutomaticTexts`. */
  texts?: AutomaticTexts
}

const automatic = { link: 'link', stillReading: 'still_reading', message: 'message' } as const

const isAutomatic = (what: Words): what is keyof typeof automatic => what in automatic

const monthsOf = ({ keep }: Candidate, locale: string) =>
  keep && { month: longMonth(keep.until, locale), renewed: longMonth(keep.renewed, locale) }

/** A mail to a candidate. `message`: what was written to them, where the mail carries it. */
export function candidateMail(
  { settings, base, mailFrom, texts = {} }: From,
  what: Words,
  to: Candidate,
  message?: string,
) {
  const { site_name: site } = settings
  const { language, text } = isAutomatic(what)
    ? textFor(texts, automatic[what], settings, to)
    : { language: candidateLanguage(settings, to), text: undefined }
  const { dateLocale, mail } = wordsOf(language)
  const words = mail[what]
  const name = fullName(to)
  const reference = to.reference ?? ''
  const values = { site, job: to.job_title, reference, ...monthsOf(to, dateLocale) }
  const fill = (text: string) => say(text, values, language)
  const isPrivate = isAutomatic(what) || what === 'earlier' || what === 'keepRenewal'
  const url = isPrivate
    ? `${privateAddress(base)}${what === 'keepRenewal' ? keepPart : ''}`
    : what === 'jobInvitation'
      ? invitationAddress(base)
      : confirmAddress(base)
  const isolated = { site: isolateBidi(site), job: isolateBidi(to.job_title), reference }
  const greeting = greetingOf(to, language)
  const changed = changedText<(typeof automatic)[keyof typeof automatic]>(text, {
    values: { greeting, job_title: to.job_title, site_name: site, reference },
    base,
  })
  const subject = changed?.subject ?? say(words.subject, isolated, language)
  const why = message && 'withText' in words ? words.withText : words.why
  const link = 'link' in words &&
    !(isPrivate && to.given_email) && { link: { label: words.link, url } }
  return {
    kind: kinds[what],
    message_id: messageId(mailFrom),
    to_name: name,
    subject,
    ...compose({
      site,
      language,
      heading: changed ? null : words.heading,
      title: changed ? subject : words.heading,
      sections: [
        { ...(changed?.section ?? { lines: [greeting, fill(why)] }), ...(!message && link) },
        ...(message ? [{ lines: message.split(/\n+/), ...link }] : []),
      ],
      footer: fill(words.footer),
    }),
  }
}

/** Returns what composes mails to candidates during a request. */
export async function composer(
  { var: services }: Context<Env>,
  given?: [settings: Awaited<ReturnType<typeof readSiteSettings>>, texts: AutomaticTexts],
) {
  const { db, mailFrom } = services
  const [settings, texts] =
    given ?? (await Promise.all([readSiteSettings(db), readAutomaticTexts(db)]))
  const base = mailBase(services, settings)
  const from = { settings, base, mailFrom, texts }
  const mail = (what: Words, to: Candidate, message?: string) =>
    candidateMail(from, what, to, message)
  return Object.assign(mail, { links: (all: readonly Candidate[]) => linksMail(from, 'link', all) })
}
type Mail = ReturnType<typeof candidateMail>

/**
 * One mail with the links of several applications of one person, with the placeholders of
 * `placeholderAt`; in the language of the first.
 */
export function linksMail(
  { settings, base, mailFrom }: From,
  what: 'link' | 'keepRenewal',
  all: readonly Candidate[],
) {
  const { site_name: site } = settings
  const [first = { language: null } as Candidate] = all
  const language = candidateLanguage(settings, first)
  const { dateLocale, mail } = wordsOf(language)
  const words = what === 'link' ? mail.links : mail.keepRenewals
  const values = { site, ...monthsOf(first, dateLocale) }
  const fill = (text: string) => say(text, values, language)
  return {
    kind: kinds[what],
    message_id: messageId(mailFrom),
    to_name: '',
    subject: say(words.subject, { site: isolateBidi(site) }, language),
    ...compose({
      site,
      language,
      heading: words.heading,
      sections: [
        {
          lines: [mail.receipt.greetingWithoutName, fill(words.why)],
          links: all.map(({ reference, job_title }, at) => ({
            label: say(mail.links.one, { job: job_title, reference: reference ?? '' }, language),
            url: privateAddress(base, placeholderAt(at)) + (what === 'link' ? '' : keepPart),
          })),
        },
      ],
      footer: fill(words.footer),
    }),
  }
}

/** Most confirmations of a new address of an application in 24 hours, to whomever. */
const maxConfirmations = 5

/** SQL: the application has not had too many confirmations today. */
export const mayConfirm = sql`(
  select count(*) from ${outbox}
  where ${outbox.application_id} = ${applications.id} and ${outbox.kind} = 'confirmation'
    and ${outbox.created_at} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')) < ${maxConfirmations}`

/**
 * Batch statements after that of a new application: tell somebody who applied for the same job
 * before of their first application, with its link, at the address on file. Written before it is
 * known whether there is one, so that the time of the answer doesn't tell.
 */
export async function mailFirstApplication(
  c: Context<Env>,
  settings: Awaited<ReturnType<typeof readSiteSettings>>,
  texts: AutomaticTexts,
  { email, job_id, job_title }: { email: string; job_id: number; job_title: string },
) {
  const compose = await composer(c, [settings, texts])
  const mailIn = (language: string) =>
    compose('earlier', {
      reference: referencePlaceholder,
      first_name: '',
      last_name: '',
      job_title,
      language,
    })
  const [main, ...others] = languagesOf(settings)
  const mail = mailIn(main)
  const translated = others.map((language) => ({ language, ...mailIn(language) }))
  // In the language of the first application, which is not known yet.
  const filled = (part: 'subject' | 'text' | 'html') => {
    const cases = translated.map((one) => sql`when ${one.language} then ${one[part]}`)
    const text = cases.length
      ? sql`case ${applications.language} ${sql.join(cases, sql` `)} else ${mail[part]} end`
      : sql`${mail[part]}`
    return sql`replace(${text}, ${referencePlaceholder}, ${applications.reference})`
  }
  const row = {
    ...mail,
    ...toApplicant,
    mailbox: applications.mailbox,
    subject: filled('subject'),
    text: filled('text'),
    html: filled('html'),
  }
  const isEarlier = sql`${applications.id} = (select id from applications
      where mailbox = ${mailboxOf(email)} and job_id = ${job_id}
      order by id limit 1)
    and ${applications.id} < (select max(id) from applications) and changes() > 0
    and ${applications.given_email} is null and ${mayReceive(sql`${applications.mailbox}`, kinds.earlier)}`
  return [queueMail(c.var.db, row, isEarlier, applications)]
}

/**
 * A batch statement: queues the mail to the address on file or `address`, if `condition` holds and
 * the mailbox may get another one today.
 */
export const queue = (
  db: Db,
  mail: Mail,
  id: number,
  {
    address,
    condition,
    expires_at,
    links,
    byStaff = false,
  }: {
    address?: string
    condition: SQL
    expires_at?: string
    links?: number[] | undefined
    /** Not caused by a visitor: neither counted nor limited. */
    byStaff?: boolean
  },
) => {
  const mailbox = address === undefined ? sql`${applications.mailbox}` : sql`${mailboxOf(address)}`
  return queueMail(
    db,
    {
      ...mail,
      application_id: applications.id,
      mailbox: byStaff ? null : mailbox,
      to_address: address ?? applications.email,
      expires_at,
      links,
    },
    sql`${applications.id} = ${id} and ${condition}${byStaff ? sql`` : sql` and ${mayReceive(mailbox, mail.kind)}`}`,
    applications,
  )
}
