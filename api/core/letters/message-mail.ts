import { excerpt } from '../http/contract/excerpt.ts'
import { fullName } from '../http/contract/text.ts'
import { isolateBidi } from '../mail/layout.ts'
import { messageId } from '../mail/new-mail.ts'
import { noticeAddresses, staffMail } from '../mail/staff-mail.ts'
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
  const candidate = unlinkable(fullName(about))
  const url = `${base}/backoffice/applications/${about.id}?tab=conversation`
  const message = unlinkable(excerpt(text.replace(/\s+/g, ' '), 500))
  return noticeAddresses(recipients, { site, notify_email }).map(({ person, ...to }) => ({
    application_id: about.id,
    mailbox: `staff:${to.to_address.toLowerCase()}`,
    message_id: messageId(from),
    ...to,
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
      because: !person
        ? `${site} sends notices of messages to this address`
        : person.asked
          ? `you asked ${site} to tell you about messages of candidates. You can turn it off in your profile`
          : `you own this job at ${site}, or wrote to the candidate last`,
    }),
  }))
}
