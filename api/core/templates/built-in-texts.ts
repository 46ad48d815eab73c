import { passwordWords } from '#api/core/letters/password-mail.ts'
import type { AutomaticEmail } from '#db/enums.ts'
import { escapeHtml } from '../http/contract/text.ts'
import type { EmailText } from '../letters/decision-email.ts'
import { noticeHeading } from '../letters/receipt-mail.ts'
import { sanitize } from '../rich-text/rich-text.ts'
import { say } from '../words/contract/say.ts'
import { readerLanguage, readerWords } from '../words/reader.ts'

const named = { job: '{job_title}', site: '{site_name}', reference: '{reference}' }

const textOf = (subject: string, heading: string, ...lines: string[]): EmailText => ({
  subject,
  body: sanitize(
    [`<h2>${escapeHtml(heading)}</h2>`, ...lines.map((line) => `<p>${escapeHtml(line)}</p>`)].join(
      '',
    ),
  ),
})

/** The text of an email that nobody has changed, with placeholders. */
export function builtInText(name: AutomaticEmail): EmailText {
  const { receipt, link, stillReading, message } = readerWords().mail
  const filled = (text: string) => say(text, named, readerLanguage())
  const toCandidate = ({ subject, heading }: typeof receipt | typeof link, sentence: string) =>
    textOf(filled(subject), heading, '{greeting}', filled(sentence))
  switch (name) {
    case 'receipt':
      return toCandidate(receipt, receipt.received)
    case 'link':
      return toCandidate(link, link.why)
    case 'still_reading':
      return toCandidate(stillReading, stillReading.why)
    case 'message':
      return toCandidate(message, message.why)
    case 'invitation': {
      const { subject, why } = passwordWords('invitation', '{site_name}', '{sender_name}')
      return textOf(subject, subject, '{greeting}', why)
    }
    case 'notice':
      return textOf(`${noticeHeading}: {job_title}, {applicant}`, noticeHeading)
  }
}
