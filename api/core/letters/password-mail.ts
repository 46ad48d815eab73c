import type { SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { fullName } from '../http/contract/text.ts'
import { type LinkKind, linkOfMail, replaceLinks } from '../links/password-links.ts'
import { isolateBidi } from '../mail/layout.ts'
import { messageId, type NewMail } from '../mail/new-mail.ts'
import { queueMail } from '../mail/queue.ts'
import { hasAccount, staffMail } from '../mail/staff-mail.ts'
import { type AutomaticTexts, changedText } from './automatic-texts.ts'

type Named = { first_name: string; last_name: string }

/** `by` is the sender; undefined when the user requested the link. */
export function passwordWords(kind: LinkKind, site: string, by: string | undefined) {
  if (kind === 'invitation')
    return {
      subject: `${isolateBidi(by ?? site)} invited you to ${isolateBidi(site)}'s hiring site`,
      why: `${by ?? site} created an account for you. Set your password to get started:`,
      until: 'This link expires in 3 days and can be used once.',
      otherwise: "If you weren't expecting this, you can ignore it.",
    }
  const cause = by ? `${by} sends you this link` : 'You, or someone else, asked for this link'
  return {
    subject: `Choose a new password for ${isolateBidi(site)}`,
    why: `${cause} to choose a new password for your account in the back office of ${site}:`,
    until: 'This link expires in 15 minutes and can be used once.',
    otherwise: "Didn't ask? Ignore this email; your password won't change.",
  }
}

export function passwordMail(
  to: Named & { email: string },
  {
    kind,
    url,
    site,
    from,
    by,
    base = '',
    texts,
  }: {
    kind: LinkKind
    url: string
    site: string
    from: string
    by?: Named
    /** From `mailBase`, for links in changed texts. */
    base?: string
    texts?: AutomaticTexts
  },
): NewMail {
  const words = passwordWords(kind, site, by && fullName(by))
  const { why, until, otherwise } = words
  const greeting = `Dear ${fullName(to)},`
  const values = { greeting, sender_name: by ? fullName(by) : site, site_name: site }
  const changed =
    kind === 'invitation'
      ? changedText<'invitation'>(texts?.invitation, { values, base })
      : undefined
  const subject = changed?.subject ?? words.subject
  const sections = [
    {
      ...(changed?.section ?? { lines: [greeting, why] }),
      link: { label: 'Choose a password', url },
    },
    { lines: [until, otherwise] },
  ]
  return {
    message_id: messageId(from),
    to_name: fullName(to),
    to_address: to.email,
    subject,
    ...staffMail({
      site,
      heading: changed ? null : subject,
      title: subject,
      sections,
      because: hasAccount(site),
    }),
  }
}

/**
 * Statements for one batch: replace the user's links and queue the mail. They do nothing unless the
 * address belongs to an active user and `condition` holds. Until the mail is sent, the link's id is
 * random and the link doesn't work.
 */
export function sendLink(
  db: Db,
  { kind, mail }: { kind: LinkKind; mail: NewMail },
  condition?: SQL,
) {
  const { whose, expires_at, remove } = replaceLinks(db, {
    email: mail.to_address,
    kind,
    condition,
  })
  return [
    remove,
    queueMail(db, { ...mail, kind, expires_at }, whose, users),
    linkOfMail(db, mail.message_id, { whose, expires_at }),
  ] as const
}
