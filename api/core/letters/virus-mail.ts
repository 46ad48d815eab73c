import { createHash } from 'node:crypto'
import { fullName } from '../http/contract/text.ts'
import { isolateBidi } from '../mail/layout.ts'
import { senderDomain } from '../mail/new-mail.ts'
import { noticeAddresses, staffMail } from '../mail/staff-mail.ts'
import { unlinkable } from '../mail/unlinkable.ts'

type Application = {
  id: number
  reference: string | null
  first_name: string
  last_name: string
  job_title: string
}

/** One for each file and address, so that two scans of a file tell nobody twice. */
const fixedId = (key: string, address: string, from: string) =>
  `<${createHash('sha256').update(`virus ${key} ${address}`).digest('hex').slice(0, 32)}@${senderDomain(from)}>`

/** Tells staff that a file of a candidate has a virus: `notify_email`, and these people. */
export const virusMails = (
  { key, threat, about }: { key: string; threat: string; about: Application },
  recipients: { email: string; first_name: string; last_name: string; asked: boolean }[],
  { site, base, from, notify_email }: Record<'site' | 'base' | 'from' | 'notify_email', string>,
) => {
  const candidate = unlinkable(fullName(about))
  return noticeAddresses(recipients, { site, notify_email }).map(({ person, ...to }) => ({
    application_id: about.id,
    mailbox: `staff:${to.to_address.toLowerCase()}`,
    message_id: fixedId(key, to.to_address, from),
    ...to,
    subject: `Virus found: ${isolateBidi(about.job_title)}, ${isolateBidi(candidate)}`,
    ...staffMail({
      site,
      heading: 'A file has a virus',
      sections: [
        {
          lines: [
            'The virus scanner found something in a file of this application. Nobody can open it. The application stays as it is, and the candidate was not told.',
          ],
          facts: [
            ['Candidate', candidate],
            ['Position', about.job_title],
            ['Reference', about.reference ?? ''],
            ['Found', unlinkable(threat)],
          ],
          link: {
            label: 'Open the application',
            url: `${base}/backoffice/applications/${about.id}`,
          },
        },
      ],
      because: !person
        ? `${site} sends notices of applications to this address`
        : person.asked
          ? `you asked ${site} to tell you about new applications. You can turn it off in your profile`
          : `you are an owner of this job at ${site}`,
    }),
  }))
}
