import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus, replyAddresses } from '#db/enums.ts'
import { applications, later } from '#db/schema.ts'
import { escapeHtml, fullName, visibleText } from '../http/contract/text.ts'
import { Problem } from '../http/problem.ts'
import { privateAddress } from '../links/candidate-links.ts'
import { compose, isolateBidi } from '../mail/layout.ts'
import { messageId, senderDomain } from '../mail/new-mail.ts'
import { queueMail } from '../mail/queue.ts'
import { sanitize } from '../rich-text/rich-text.ts'
import {
  fill,
  fillHtml,
  type PlaceholderValues,
  placeholderError,
  placeholders,
} from '../templates/contract.ts'
import { candidateLanguage, languagesOf, type SiteLanguages } from '../words/contract/names.ts'
import { say } from '../words/contract/say.ts'
import { wordsOf } from '../words/contract.ts'

/** What staff write to a candidate, with placeholders; `body` is rich text. */
export type EmailText = { subject: string; body: string }

/** With its translations, by language. */
export type TemplateText = EmailText & { translations: Partial<Record<string, EmailText>> }

/** Ms that an email about a decision is held at least, so that Undo comes in time. */
const undoMs = 60_000

export type Candidate = {
  id: number
  reference: string | null
  first_name: string
  last_name: string
  email: string
  /** Not null: `email` was entered by staff, so it gets no link. */
  given_email?: string | null
  job_title: string
  /** From the application. */
  language: string | null
}

/**
 * The text as it is kept: `body` is sanitized. Throws 400 when nothing of it is
 * left or one of its placeholders can't be filled in.
 */
export function checkedText(
  { subject, body: given }: EmailText,
  names?: readonly string[],
): EmailText {
  const body = sanitize(given)
  if (!visibleText(body)) throw Problem.field(400, 'body', 'Message is required')
  for (const [field, text] of Object.entries({ subject, body })) {
    const error = placeholderError(text, names)
    if (error) throw Problem.field(400, field, error)
  }
  return { subject, body }
}

/** Throws 400 when replies can't go to the shared address. */
export function checkSharedAddress({ notify_email }: { notify_email: string }) {
  if (!notify_email)
    throw Problem.field(
      400,
      'reply_to',
      'No shared address is set. Let replies come to you, or ask an admin to set one in the settings.',
    )
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32)

export const withAbsoluteLinks = (html: string, base: string) =>
  html.replaceAll('<a href="/', () => `<a href="${escapeHtml(base)}/`)

const mapped = (values: PlaceholderValues, change: (value: string) => string) =>
  Object.fromEntries(placeholders.map((name) => [name, change(values[name])])) as PlaceholderValues

/**
 * The text of an email to a candidate, and the language of what is around it. A template without a
 * translation is sent as it is, and whole in the main language; the frame
 * around what a person wrote to this candidate is in the candidate's language.
 */
function textFor(to: Candidate, text: EmailText | TemplateText, site: SiteLanguages) {
  const language = candidateLanguage(site, to)
  const [main] = languagesOf(site)
  if (language === main || !('translations' in text)) return { language, text }
  const translated = text.translations[language]
  return translated ? { language, text: translated } : { language: main, text }
}

/**
 * The row of an email from staff to a candidate, to be queued with `queueDecisionEmail`. `given` must have
 * passed `checkedText`. The candidate's private link is below it.
 */
export function decisionEmail(
  to: Candidate,
  given: EmailText | TemplateText,
  {
    sender,
    reply_to,
    tells = null,
    holdMs = 0,
    site: settings,
    base,
    from,
    key,
  }: {
    sender: { id: number; name: string; email: string }
    reply_to: (typeof replyAddresses)[number]
    /** The decision of which it tells the candidate. */
    tells?: ApplicationStatus | null
    /** How long it is held before it is sent. */
    holdMs?: number
    site: { site_name: string } & SiteLanguages
    /** From `mailBase`. */
    base: string
    /** MAIL_FROM */
    from: string
    /** Of two mails with the same key only the first is queued. */
    key?: string | undefined
  },
) {
  const { site_name: site } = settings
  const { language, text } = textFor(to, given, settings)
  const held = tells ? Math.max(holdMs, undoMs) : holdMs
  const held_until = held ? later(held) : null
  const values = mapped(
    {
      first_name: to.first_name,
      last_name: to.last_name,
      job_title: to.job_title,
      site_name: site,
      sender_name: sender.name,
      reference: to.reference ?? '',
    },
    (value) => value.replace(/\s+/g, ' '),
  )
  const isolated = mapped(values, isolateBidi)
  const written = withAbsoluteLinks(text.body, base)
  const subject = fill(text.subject, isolated)
  const words = wordsOf(language).mail.answer
  // Below a rejection, a large button would only hurt.
  const link = { label: words.link, url: privateAddress(base), quiet: tells === 'rejected' }
  return {
    kind: 'answer' as const,
    application_id: to.id,
    message_id: key ? `<${hashOf(key)}@${senderDomain(from)}>` : messageId(from),
    to_name: fullName(to),
    to_address: to.email,
    subject,
    ...compose({
      site,
      language,
      heading: null,
      title: subject,
      sections: [{ html: fillHtml(written, isolated) }, ...(to.given_email ? [] : [{ link }])],
      footer: say(words.footer, { site }, language),
    }),
    body: fillHtml(written, values),
    sender_id: sender.id,
    sender_name: sender.name,
    reply_to: reply_to === 'me' ? sender.email : null,
    tells,
    held_until,
    ...(held_until && { next_try_at: held_until }),
  }
}
export type DecisionEmail = ReturnType<typeof decisionEmail>

/**
 * A batch statement: queues the mail if its application exists and `condition` on it holds; returns
 * the mail's id, or nothing.
 */
export const queueDecisionEmail = (db: Db, mail: DecisionEmail, condition = sql`1`) =>
  queueMail(
    db,
    mail,
    sql`${eq(applications.id, mail.application_id)} and (${condition})`,
    applications,
  )
