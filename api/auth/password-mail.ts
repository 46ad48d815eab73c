import { fullName } from '../http/contract/text.ts'
import { compose, isolateBidi } from '../mail/layout.ts'
import { messageId, type NewMail } from '../mail/new-mail.ts'
import type { LinkKind } from './password-links.ts'

type Named = { first_name: string; last_name: string }

/** What the link is for; `by` is who has it sent, undefined when the person asked for it. */
function words(kind: LinkKind, site: string, by: string | undefined) {
  if (kind === 'invitation')
    return {
      subject: `${isolateBidi(by ?? site)} invites you to ${isolateBidi(site)}`,
      why: `${by ?? site} has made an account for you in the back office of ${site}. Choose a password to sign in with:`,
      until: 'The link is good for three days and works once.',
      otherwise: 'If you do not know what this is about, you need to do nothing.',
    }
  const cause = by ? `${by} sends you this link` : 'You, or someone else, asked for this link'
  return {
    subject: `Choose a new password for ${isolateBidi(site)}`,
    why: `${cause} to choose a new password for your account in the back office of ${site}:`,
    until: 'The link is good for 15 minutes and works once.',
    otherwise: 'If you do not want a new password, you need to do nothing: yours stays as it is.',
  }
}

/** The mail that brings a link to choose a password, in the name of the site. */
export function passwordMail(
  to: Named & { email: string },
  {
    kind,
    url,
    site,
    from,
    by,
  }: { kind: LinkKind; url: string; site: string; from: string; by?: Named },
): NewMail {
  const { subject, why, until, otherwise } = words(kind, site, by && fullName(by))
  const sections = [
    {
      lines: [`Dear ${fullName(to)},`, why],
      link: { label: 'Choose a password', url },
    },
    { lines: [until, otherwise] },
  ]
  return {
    message_id: messageId(from),
    to_name: fullName(to),
    to_address: to.email,
    subject,
    ...compose({
      ...{ site, language: 'en' as const, heading: subject, sections },
      footer: `You get this message because of your account in the back office of ${site}.`,
    }),
  }
}
