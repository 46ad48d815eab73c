import { fullName } from '../http/contract/text.ts'
import { NotSent } from './failure.ts'
import { compose } from './layout.ts'
import type { Mailer } from './mailer.ts'
import { messageId } from './new-mail.ts'
import { noMailServer } from './outbox-try.ts'

type Person = { first_name: string; last_name: string; email: string }

/** Ms to wait for the mail server. */
const patience = 25_000

/** Sends an email at once, bypassing the queue; returns the error message or null. */
export async function sendNow(
  mailer: Mailer | undefined,
  message: Parameters<Mailer['send']>[0],
  deadline = patience,
): Promise<string | null> {
  if (!mailer?.delivers) return noMailServer
  try {
    await mailer.send(message, AbortSignal.timeout(deadline))
    return null
  } catch (error) {
    if (error instanceof NotSent) return error.message
    throw error
  }
}

export function sendTestMail(
  mailer: Mailer | undefined,
  to: Person,
  { site, from, deadline }: { site: string; from: string; deadline?: number },
): Promise<string | null> {
  const subject = `Test email from ${site}`
  const lines = [`Dear ${fullName(to)},`, `It works. ${site} can send email.`]
  const footer = `You're receiving this because you have a ${site} account.`
  return sendNow(
    mailer,
    {
      message_id: messageId(from),
      to: to.email,
      subject,
      ...compose({ site, language: 'en', heading: subject, sections: [{ lines }], footer }),
    },
    deadline,
  )
}
