import type { Context } from 'hono'
import { fullName } from '../http/contract/text.ts'
import { type Env, signedInUser } from '../route/context.ts'
import { readSiteSettings } from '../site-settings/site-settings.ts'
import type { MailProblem } from './contract.ts'
import { noMailServer } from './contract.ts'
import { NotSent } from './failure.ts'
import type { Mailer } from './mailer.ts'
import { messageId } from './new-mail.ts'
import { hasAccount, staffMail } from './staff-mail.ts'

type Person = { first_name: string; last_name: string; email: string }

/** Ms to wait for the mail server. */
const timeoutMs = 25_000

type Refusal = { reason: string; problem: MailProblem }

/** Sends an email at once, bypassing the queue; returns why that failed, or null. */
export async function sendNow(
  mailer: Pick<Mailer, 'delivers' | 'send'> | undefined,
  message: Parameters<Mailer['send']>[0],
  deadline = timeoutMs,
): Promise<Refusal | null> {
  if (!mailer?.delivers) return { reason: noMailServer, problem: 'no_server' }
  try {
    await mailer.send(message, AbortSignal.timeout(deadline))
    return null
  } catch (error) {
    if (error instanceof NotSent) return { reason: error.message, problem: error.problem }
    throw error
  }
}

export function sendTestMail(
  mailer: Mailer | undefined,
  to: Person,
  { site, from, deadline }: { site: string; from: string; deadline?: number },
): Promise<Refusal | null> {
  const subject = `Test email from ${site}`
  const lines = [`Dear ${fullName(to)},`, `It works. ${site} can send email.`]
  return sendNow(
    mailer,
    {
      message_id: messageId(from),
      to: to.email,
      subject,
      ...staffMail({ site, heading: subject, sections: [{ lines }], because: hasAccount(site) }),
    },
    deadline,
  )
}

export const testOutcome = (to: string, refusal: Refusal | null) => ({
  to,
  sent: refusal === null,
  reason: refusal?.reason ?? null,
  problem: refusal?.problem ?? null,
})

/** Sends a test email to the signed-in user, five in a quarter of an hour at most. */
export async function testMail(c: Context<Env>) {
  const { db, limits, log, mailFrom, mailer } = c.var
  const me = signedInUser(c)
  await limits.testMail(me.id)
  const { site_name: site } = await readSiteSettings(db)
  const refusal = await sendTestMail(mailer, me, { site, from: mailFrom })
  log.info({ by: me.id, sent: refusal === null }, 'test email')
  return testOutcome(me.email, refusal)
}
