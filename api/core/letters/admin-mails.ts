import { type SQL, sql } from 'drizzle-orm'
import { type AdminSetting, builtInSettings } from '#api/core/site-settings/contract/table.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema.ts'
import type { Section } from '../mail/layout.ts'
import { newMessageId, senderDomain, timeInMail } from '../mail/new-mail.ts'
import { queueToUsers } from '../mail/queue.ts'
import { staffMail } from '../mail/staff-mail.ts'

/** A mail to admins, and the batch statement that queues it for each, if `condition` holds. */
function adminMail(
  db: Db,
  {
    site,
    from,
    heading,
    sections,
  }: Record<'site' | 'from' | 'heading', string> & { sections: Section[] },
  condition: SQL,
  queued: { next_try_at?: SQL } = {},
) {
  const mail = {
    subject: `${heading} for ${site}`,
    ...staffMail({ site, heading, sections, because: `you are an admin of ${site}` }),
  }
  const queue = queueToUsers(
    db,
    { message_id: newMessageId(senderDomain(from)), ...mail, ...queued },
    sql`${users.role} = 'admin' and ${condition}`,
  )
  return { ...mail, queue }
}

/** Statements for a batch that tell every active admin about the change, if `condition` holds. */
export function notifyAdmins(
  db: Db,
  {
    key,
    value,
    by,
    site,
    from,
  }: Record<'value' | 'by' | 'site' | 'from', string> & {
    key: AdminSetting
  },
  condition: SQL,
) {
  const { queue } = adminMail(
    db,
    {
      site,
      from,
      heading: `The setting ${key} was changed`,
      sections: [
        {
          lines: [builtInSettings[key].adminsOnly.notice],
          facts: [
            ['Setting', key],
            ['New value', value || '(empty)'],
            ['Changed by', by],
            ['Time', timeInMail()],
          ],
        },
        {
          lines: [
            'If you did not expect this, change it back under Settings and ask the person named above. Earlier values are in the activity log.',
          ],
        },
      ],
    },
    condition,
  )
  // In a list: awaiting a bare Drizzle query would execute it.
  return [queue] as const
}

/**
 * The mail about changed email settings, and the statement that queues it if the statement before
 * it in the batch changed a row. It returns the mails, not due before `due`: until then the caller
 * tries the mail server of before.
 */
export const emailSettingsMail = (
  db: Db,
  {
    by,
    facts,
    due,
    ...about
  }: Record<'site' | 'from' | 'by', string> & { due: SQL; facts: [string, string][] },
) =>
  adminMail(
    db,
    {
      ...about,
      heading: 'The email settings were changed',
      sections: [
        {
          lines: [`From now on, all email of ${about.site} is sent like this:`],
          facts: [...facts, ['Changed by', by], ['Time', timeInMail()]],
        },
        {
          lines: [
            'If you did not expect this, ask the person named above, and change it back under Settings › Email.',
          ],
        },
      ],
    },
    sql`changes() > 0`,
    { next_try_at: due },
  )

/** A batch statement: warns every admin of the end of the client secret, if `condition`. */
export const queueSecretMail = (
  db: Db,
  {
    mailbox,
    endsOn,
    hasEnded,
    base,
    ...about
  }: Record<'site' | 'from' | 'mailbox' | 'endsOn', string> & {
    hasEnded: boolean
    base: string
  },
  condition: SQL,
) =>
  adminMail(
    db,
    {
      ...about,
      heading: hasEnded
        ? 'The client secret for email has ended'
        : 'The client secret for email ends soon',
      sections: [
        {
          lines: [
            hasEnded
              ? `By the date under Settings › Email, the client secret with which ${about.site} sends email through Microsoft 365 has ended. If it has, email waits and nobody gets any.`
              : `${about.site} sends email through Microsoft 365 with a client secret that ends soon. After that, email waits and nobody gets any.`,
            'Make a new one in Microsoft Entra under App registrations › Certificates & secrets, and enter it with its date under Settings › Email.',
          ],
          facts: [
            ['Mailbox', mailbox],
            [hasEnded ? 'Ended on' : 'Ends on', endsOn],
          ],
          link: { label: 'Open Settings › Email', url: `${base}/backoffice/settings/email` },
        },
      ],
    },
    condition,
  ).queue

/** A batch statement: tells every admin that the virus scanner can't be reached, if `condition`. */
export const queueScannerMail = (
  db: Db,
  { since, ...about }: Record<'site' | 'from', string> & { since: Date },
  condition: SQL,
) =>
  adminMail(
    db,
    {
      ...about,
      heading: 'The virus scanner can’t be reached',
      sections: [
        {
          lines: [
            'Applications arrive as always, but nobody can open the files that came with them until they were checked for viruses.',
            'Ask the operator of the server to start clamd again, or to correct CLAMD_URL. What has waited is then checked by itself.',
          ],
          facts: [['Since', timeInMail(since)]],
        },
      ],
    },
    condition,
  ).queue

/** A batch statement: tells every admin that applications are kept for a shorter time, if `condition`. */
export const queueRetentionMail = (
  db: Db,
  {
    by,
    effective_at,
    periods,
    base,
    ...about
  }: Record<'site' | 'from' | 'by', string> & {
    effective_at: Date
    /** Name and length of each shorter period. */
    periods: [string, string][]
    /** The address of the site, if it is known. */
    base: string | undefined
  },
  condition: SQL,
) =>
  adminMail(
    db,
    {
      ...about,
      heading: 'Applications will be erased earlier',
      sections: [
        {
          lines: [
            `${by} has shortened how long applications are kept. From ${timeInMail(effective_at)} on, applications that are older are erased for good.`,
          ],
          facts: periods,
        },
        {
          lines: [
            'If this is not what you want, open Privacy in the back office before then and choose “Take it back”.',
          ],
          ...(base && { link: { label: 'Open Privacy', url: `${base}/backoffice/privacy` } }),
        },
      ],
    },
    condition,
  ).queue

/** A batch statement: tells every admin that a webhook's receiver can't be reached, if `condition`. */
export const webhookFailureMail = (
  db: Db,
  {
    host,
    reason,
    isOff,
    base,
    ...about
  }: Record<'site' | 'from' | 'host' | 'reason' | 'base', string> & {
    /** It was switched off. */
    isOff: boolean
  },
  condition: SQL,
) =>
  adminMail(
    db,
    {
      ...about,
      heading: isOff ? 'A webhook was switched off' : 'A webhook fails',
      sections: [
        {
          lines: [
            isOff
              ? 'The program at this address wants nothing more:'
              : 'What happens is not delivered to the program at this address:',
          ],
          facts: [
            ['Address', host],
            ['Reason', reason],
            ['Time', timeInMail()],
          ],
        },
        {
          lines: [
            isOff
              ? 'Switch it on again once it does, and send again what failed.'
              : 'It is tried again for three days. After that, what failed can be sent again by hand. This email comes once a day at most.',
          ],
          link: { label: 'Open Webhooks', url: `${base}/backoffice/settings/webhooks` },
        },
      ],
    },
    condition,
  ).queue

/**
 * The mail about somebody whom the company's sign-in let in or who waits, and the statement that
 * queues it if the statement before it in the batch changed a row.
 */
export const companySignInMail = (
  db: Db,
  {
    what,
    name,
    email,
    is_verified,
    base,
    ...about
  }: Record<'site' | 'from' | 'name' | 'email', string> & {
    what: 'created' | 'waiting'
    is_verified: boolean
    /** The address of the site, if it is known. */
    base: string | undefined
  },
) => {
  const isNew = what === 'created'
  const place = isNew ? 'users' : 'users/waiting'
  return adminMail(
    db,
    {
      ...about,
      heading: isNew
        ? 'Someone joined with the company sign-in'
        : 'Someone waits for you to sign in',
      sections: [
        {
          lines: [
            isNew
              ? 'They have an account without permissions now. Give them some under Users, or deactivate the account.'
              : 'Their account at the company is not connected to a person here. Connect it, or leave it, under Users › Waiting for you.',
          ],
          facts: [
            ['Name', name || '(none)'],
            ['Email', email ? `${email}${is_verified ? '' : ' (not verified)'}` : '(none)'],
            ['Time', timeInMail()],
          ],
          ...(base && { link: { label: 'Open Users', url: `${base}/backoffice/${place}` } }),
        },
      ],
    },
    sql`changes() > 0`,
  )
}
