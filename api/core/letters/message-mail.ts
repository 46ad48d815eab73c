import { excerpt } from '../http/contract/excerpt.ts'
import { fullName } from '../http/contract/text.ts'
import { isolateBidi } from '../mail/layout.ts'
import { messageId } from '../mail/new-mail.ts'
import { staffMail } from '../mail/staff-mail.ts'
import { unlinkable } from '../mail/unlinkable.ts'

type Application = {
  id: number
  reference: string | null
  first_name: string
  last_name: string
  job_title: string
}

/** Tells staff that a candidate has written: the address in `notify_email`, and these people. */
export function messageMails(
  { text, about }: { text: string; about: Application },
  recipients: { email: string; first_name: string; last_name: string; asked: boolean }[],
  { site, base, from, notify_email }: Record<'site' | 'base' | 'from' | 'notify_email', string>,
) {
  const people = recipients
    .filter(({ email }) => email !== notify_email.toLowerCase())
    .map(({ asked, ...person }) => ({
      name: fullName(person),
      address: person.email,
      because: asked
        ? `you asked ${site} to tell you about messages of candidates. You can turn it off in your profile`
        : `you own this job at ${site}, or wrote to the candidate last`,
    }))
  const office = {
    name: site,
    address: notify_email,
    because: `${site} sends notices of messages to this address`,
  }
  const candidate = unlinkable(fullName(about))
  const url = `${base}/backoffice/applications/${about.id}#messages`
  const message = unlinkable(excerpt(text.replace(/\s+/g, ' '), 500))
  return [...(notify_email ? [office] : []), ...people].map(({ name, address, because }) => ({
    application_id: about.id,
    mailbox: `staff:${address.toLowerCase()}`,
    message_id: messageId(from),
    to_name: name,
    to_address: address,
    subject: `New message: ${isolateBidi(about.job_title)}, ${isolateBidi(candidate)}`,
    ...staffMail({
      site,
      heading: 'New message',
      sections: [
        {
          facts: [
            ['Candidate', candidate],
            ['Position', about.job_title],
            ['Reference', about.reference ?? ''],
            ['Message', message],
          ],
          link: { label: 'Read and answer', url },
        },
      ],
      because,
    }),
  }))
}
