import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import type { MailKind } from '#db/enums.ts'
import { preparedItem } from '#db/prepared.ts'
import { applications, outbox } from '#db/schema.ts'
import { looksLikeName, mailboxOf, referencePlaceholder } from '../applications/receipt-mail.ts'
import type { Env } from '../context.ts'
import { fullName } from '../http/contract/text.ts'
import { compose, isolateBidi } from '../mail/layout.ts'
import { messageId } from '../mail/new-mail.ts'
import { mailBase, readSiteSettings } from '../settings/site-settings.ts'
import { say } from '../words/contract/say.ts'
import { languages } from '../words/contract.ts'
import { confirmAddress, privateAddress } from './links.ts'

export type Candidate = {
  /** Or a placeholder. */
  reference: string | null
  first_name: string
  last_name: string
  job_title: string
}

type Words = 'link' | 'earlier' | 'confirmEmail' | 'confirmErase' | 'emailChanged' | 'stillReading'

const kinds = {
  link: 'link',
  // As kind `link` it would void older links.
  earlier: 'notice',
  confirmEmail: 'confirmation',
  confirmErase: 'confirmation',
  emailChanged: 'notice',
  stillReading: 'still_reading',
} satisfies Record<Words, MailKind>

type From = {
  settings: Pick<Awaited<ReturnType<typeof readSiteSettings>>, 'language' | 'site_name'>
  /** From `mailBase`. */
  base: string
  mailFrom: string
}

/** A mail to a candidate. */
export function candidateMail({ settings, base, mailFrom }: From, what: Words, to: Candidate) {
  const { language, site_name: site } = settings
  const words = languages[language].mail[what]
  const { greeting, greetingWithoutName } = languages[language].mail.receipt
  const name = fullName(to)
  const reference = to.reference ?? ''
  const fill = (text: string) => say(text, { name, site, job: to.job_title, reference }, language)
  const isPrivate = what === 'link' || what === 'earlier' || what === 'stillReading'
  const url = isPrivate ? privateAddress(base) : confirmAddress(base)
  const isolated = { site: isolateBidi(site), job: isolateBidi(to.job_title), reference }
  return {
    kind: kinds[what],
    message_id: messageId(mailFrom),
    to_name: name,
    subject: say(words.subject, isolated, language),
    ...compose({
      ...{ site, language, heading: words.heading },
      sections: [
        {
          lines: [looksLikeName(name) ? fill(greeting) : greetingWithoutName, fill(words.why)],
          ...('link' in words && { link: { label: words.link, url } }),
        },
      ],
      footer: fill(words.footer),
    }),
  }
}

/** Returns what composes mails to candidates during a request. */
export async function composer(
  { var: services }: Context<Env>,
  given?: Awaited<ReturnType<typeof readSiteSettings>>,
) {
  const { db, mailFrom } = services
  const settings = given ?? (await readSiteSettings(db))
  const base = mailBase(services, settings)
  return (what: Words, to: Candidate) => candidateMail({ settings, base, mailFrom }, what, to)
}
export type Mail = ReturnType<typeof candidateMail>

/** Most mails of a kind about an application in 24 hours. */
const mostADay = 5

/** SQL: the application has not been mailed too often today. */
export const mayMail = (kind: MailKind): SQL => sql`(
  select count(*) from ${outbox}
  where ${outbox.application_id} = ${applications.id} and ${outbox.kind} = ${kind}
    and ${outbox.created_at} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')) < ${mostADay}`

/** SQL: as `mayMail`, for notices to the candidate; those to staff have other addresses. */
const mayNotify = sql`(
  select count(*) from ${outbox}
  where ${outbox.application_id} = ${applications.id} and ${outbox.kind} = 'notice'
    and ${outbox.to_address} = ${applications.email}
    and ${outbox.created_at} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')) < ${mostADay}`

const queueForFirst = preparedItem((db) => {
  const filled = (name: 'subject' | 'text' | 'html') =>
    sql`replace(${sql.placeholder(name)}, ${referencePlaceholder}, ${applications.reference})`
  return db.run(sql`
    insert into ${outbox} (kind, application_id, message_id, to_name, to_address, subject, text, html)
    select ${sql.placeholder('kind')}, ${applications.id}, ${sql.placeholder('message_id')},
      ${applications.first_name} || ' ' || ${applications.last_name}, ${applications.email},
      ${filled('subject')}, ${filled('text')}, ${filled('html')}
    from ${applications}
    where ${applications.id} = (select id from applications
        where mailbox = ${sql.placeholder('mailbox')} and job_id = ${sql.placeholder('job_id')}
        order by id limit 1)
      and ${applications.id} < (select max(id) from applications) and changes() > 0 and ${mayNotify}`)
})

/**
 * Batch statements after that of a new application: tell somebody who applied for the same job
 * before of their first application, with its link, at the address on file. Written before it is
 * known whether there is one, so that the time of the answer doesn't tell.
 */
export async function mailFirstApplication(
  c: Context<Env>,
  settings: Awaited<ReturnType<typeof readSiteSettings>>,
  { email, job_id, job_title }: { email: string; job_id: number; job_title: string },
) {
  const compose = await composer(c, settings)
  const mail = compose('earlier', {
    ...{ reference: referencePlaceholder, first_name: '', last_name: '', job_title },
  })
  return [queueForFirst(c.var.db, { ...mail, mailbox: mailboxOf(email), job_id })]
}

/** A batch statement: queues the mail to the address on file or `address`, if `condition` holds. */
export const queue = (
  db: Db,
  { kind, message_id, to_name, subject, text, html }: Mail,
  id: number,
  {
    address = sql`${applications.email}`,
    condition,
    expires_at = null,
  }: { address?: SQL; condition: SQL; expires_at?: string | null },
) =>
  db.run(sql`
    insert into ${outbox} (kind, application_id, message_id, to_name, to_address, subject, text, html, expires_at)
    select ${kind}, ${applications.id}, ${message_id}, ${to_name}, ${address}, ${subject}, ${text}, ${html}, ${expires_at}
    from ${applications} where ${applications.id} = ${id} and ${condition}`)
