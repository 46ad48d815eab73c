import { fullName, htmlToText } from '../contract/text.ts'
import { apart, compose, type Section } from './mail-layout.ts'
import { messageId, type NewMail } from './new-mail.ts'

/** Stands for the application's number, known only once its row is written. No input may hold this character. */
export const referenceMark = '\u0001'

type Submission = {
  job_title: string
  first_name: string
  last_name: string
  email: string
  phone?: string | null | undefined
  motivation_letter: string
  resume_name: string
}

const whatHappensNext = [
  'Our team reviews your application within 1-2 business days.',
  'If your profile matches what we are looking for, we will contact you.',
  'You need to do nothing until then. Keep this message: it holds all that you sent.',
]

function sent(submission: Submission): [string, string][] {
  const { email, phone, resume_name } = submission
  return [
    ['Name', fullName(submission)],
    ['Email', email],
    ...(phone ? ([['Phone', phone]] as [string, string][]) : []),
    ['Resume', resume_name],
  ]
}

/** The confirmation that the success page promises: what happens next, a reference, and a copy of what was sent. */
export function confirmation(
  to: Submission,
  { site_name: site, notify_email }: { site_name: string; notify_email: string },
  from: string,
): NewMail {
  const { job_title, motivation_letter: html } = to
  const sections: Section[] = [
    {
      lines: [
        `Dear ${fullName(to)},`,
        `Your application for “${job_title}” at ${site} has arrived safely.`,
      ],
      facts: [
        ['Position', job_title],
        ['Reference', `#${referenceMark}`],
      ],
    },
    { title: 'What happens next?', list: whatHappensNext },
    ...(notify_email
      ? [{ lines: ['Is there anything to add or to correct? Just answer this message.'] }]
      : []),
    { title: 'What you sent', facts: sent(to) },
    { title: 'Your motivation letter', letter: { html, text: htmlToText(html) } },
  ]
  const footer = `You get this message because this address was given in an application to ${site}.`
  return {
    message_id: messageId(from),
    to_name: fullName(to),
    to_address: to.email,
    subject: `Your application to ${apart(site)}: ${apart(job_title)} (#${referenceMark})`,
    ...compose({ site, heading: 'Thank you for applying', sections, footer }),
  }
}

/** Tells the address in `notify_email` that someone applied; with a link when the site's address is known. */
export function notice(
  about: Submission,
  { to, site, base, from }: { to: string; site: string; base: string; from: string },
): NewMail {
  const person = fullName(about)
  const url = `${base}/backoffice/applications/${referenceMark}`
  const where = base
    ? { link: { label: 'Read the application', url } }
    : { lines: ['It waits in the back office.'] }
  const facts: [string, string][] = [
    ['Position', about.job_title],
    ['Applicant', person],
    ['Reference', `#${referenceMark}`],
  ]
  const footer = `You get this message because ${site} sends notices of new applications to this address.`
  return {
    message_id: messageId(from),
    to_name: site,
    to_address: to,
    subject: `New application: ${apart(about.job_title)}, ${apart(person)}`,
    ...compose({ site, heading: 'New application', sections: [{ facts }, where], footer }),
  }
}
