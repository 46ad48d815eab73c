import type { Logger } from 'pino'
import { candidatePlaceholder, placeholdersAt } from '../links/candidate-links.ts'
import { tokenPlaceholder } from '../links/password-links.ts'
import { noMailServer } from './contract.ts'
import { NotSent } from './failure.ts'
import type { Mailer } from './mailer.ts'
import { countPlaceholder } from './new-mail.ts'
import type { Pauses } from './outbox-pause.ts'
import type { Mail, Settled } from './outbox-queue.ts'

/** Mails that are pointless without their link. */
const needsLink = ({ kind }: Mail) =>
  ['reset', 'invitation', 'confirmation', 'job_invitation'].includes(kind)

/** The placeholder of the token; a receipt's other placeholder was filled in when it was queued. */
const placeholderOf = ({ kind }: Mail) =>
  kind === 'reset' || kind === 'invitation' ? tokenPlaceholder : candidatePlaceholder

/** The text with the tokens of links, which are stored nowhere else, and the count of a bundle. */
function contentOf(mail: Mail) {
  const fill = (text: string) =>
    text
      .replace(placeholdersAt, (_, at: string) => mail.tokens?.[Number(at)] ?? '')
      .replaceAll(placeholderOf(mail), mail.token)
      .replaceAll(countPlaceholder, String(mail.bundled ?? ''))
  return { subject: fill(mail.subject), text: fill(mail.text), html: fill(mail.html) }
}

/** The address at which these emails end: their own link, which now has its token. */
const leaveAddress = ({ kind, token }: Mail, text: string) =>
  kind === 'alert' ? new RegExp(`\\S+/${token}`).exec(text)?.[0] : undefined

/** Undefined on success. */
async function send(mailer: Mailer, mail: Mail, cut: AbortSignal): Promise<NotSent | undefined> {
  const { message_id, notify_email, calendar } = mail
  const to = mail.to_address
  const shared = notify_email !== to && notify_email ? notify_email : undefined
  const reply_to = mail.reply_to ?? shared
  try {
    const content = contentOf(mail)
    const unsubscribe = leaveAddress(mail, content.text)
    await mailer.send({ message_id, to, reply_to, ...content, unsubscribe, calendar }, cut)
    return
  } catch (error) {
    if (error instanceof NotSent) return error
    throw error
  }
}

/**
 * Tries to send one message and returns the outcome. Aborting with `cut` counts as untried.
 * @param begun how many pauses had begun when the message was taken
 */
export async function tryOne(
  mail: Mail,
  begun: number,
  { mailer, pauses, cut, log }: { mailer: Mailer; pauses: Pauses; cut: AbortSignal; log: Logger },
): Promise<Settled> {
  if (mail.is_too_late)
    return { mail, end: 'expired', reason: 'This email expired before it could be sent' }
  if (needsLink(mail) && !mail.has_link)
    return { mail, end: 'expired', reason: 'Not sent: its link was replaced or is no longer valid' }
  // The settings may change while it is being sent.
  const { delivers } = mailer
  const error = await send(mailer, mail, cut)
  if (error && cut.aborted) return { mail, end: 'untried' }
  // Another message has found the server unreachable meanwhile, which may be back already.
  const wentAway = pauses.begun > begun
  if (error && wentAway && !error.permanent) return { mail, end: 'untried' }
  if (error?.whose === 'server') {
    pauses.begin(error.message, error.retryAfterMs)
    log.warn({ err: error, until: pauses.current?.until }, 'no mail can be sent')
    return error.isTried ? { mail, end: 'later', reason: error.message } : { mail, end: 'untried' }
  }
  pauses.end()
  if (!error && !delivers) {
    log.info({ mail: mail.id }, 'mail written to a file: no mail server is set up')
    return { mail, end: 'filed', reason: noMailServer }
  }
  if (error) log.warn({ mail: mail.id, err: error }, 'mail not sent')
  else log.info({ mail: mail.id }, 'mail sent')
  if (!error) return { mail, end: 'sent' }
  return { mail, end: error.permanent ? 'never' : 'later', reason: error.message }
}
