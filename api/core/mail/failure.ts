import type { MailProblem } from './contract.ts'

/** The fields of nodemailer's errors that are used here. */
export type SmtpError = Error & {
  code?: string
  /** The system's own code, such as ECONNREFUSED. */
  originalCode?: string
  /** The failed command; CONN for the connection itself. */
  command?: string
  response?: string
  responseCode?: number
  permanent?: boolean
  timeoutType?: string
  /** OpenSSL's own words. */
  reason?: string
  /** Set where the message is a sentence for an admin already. */
  problem?: MailProblem
  whose?: 'server' | 'message' | 'unclear'
  /** Ms after which the server may be tried again. */
  retryAfterMs?: number | undefined
}

/** Ms to wait when the server says that this is too much for now, but not for how long. */
const throttledMs = 60_000

/**
 * RFC 3463 §3.8: refused for now, for reasons of policy, such as too many messages a minute. For one
 * recipient it may be greylisting, which passes.
 */
const isThrottled = ({ response = '', command }: SmtpError) =>
  /^4\d\d[ -]4\.7\.\d/.test(response) && command !== 'RCPT TO'

const notEncrypted = 'The connection to the mail server could not be encrypted'

/**
 * Why a message was not sent, as a sentence for an admin. `server`: no message can be sent right
 * now. `permanent`: retrying this message won't help.
 */
export class NotSent extends Error {
  readonly whose: 'server' | 'message'
  /**
   * Also where the server's: the message had arrived, so that it may be the reason. It counts as
   * tried, and others go before it once the server may be tried again.
   */
  readonly isTried: boolean
  readonly permanent: boolean
  readonly problem: MailProblem
  /** Ms after which the server may be tried again, where it said so. */
  readonly retryAfterMs: number | undefined
  constructor(whose: 'server' | 'message', cause: SmtpError) {
    super(printable(sentence(cause)), { cause })
    this.whose = whose
    this.isTried = whose === 'message' || (isThrottled(cause) && cause.command === 'DATA')
    this.problem = cause.problem ?? (isThrottled(cause) ? 'busy' : problemOf(cause))
    this.retryAfterMs = cause.retryAfterMs ?? (isThrottled(cause) ? throttledMs : undefined)
    // RFC 5321 §4.2.1: 5yz is a permanent negative reply. Without a reply, the message itself is
    // such that no server was asked.
    this.permanent =
      whose === 'message' &&
      (cause.permanent ?? ['EENVELOPE', 'EMESSAGE'].includes(cause.code ?? ''))
  }
}

/** A server's words are a stranger's: one line, without control characters, and not endless. */
const printable = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)

/** The connection was lost; the error doesn't show at which point. */
const isCut = ({ code, originalCode, timeoutType, responseCode }: SmtpError) =>
  code === 'ECONNECTION' ||
  code === 'EABORT' ||
  timeoutType === 'SOCKET_TIMEOUT' ||
  // RFC 5321 §3.8: the server is closing down, and may say so in answer to any command.
  responseCode === 421 ||
  ['ECONNRESET', 'EPIPE'].includes(originalCode ?? '')

/**
 * Whether the server or this message caused the failure; `unclear`: only a check of the server can
 * tell. All our mail has the same sender, so a rejected MAIL FROM is the server's.
 */
export function whoseFailure(error: SmtpError): 'server' | 'message' | 'unclear' {
  if (error.whose) return error.whose
  if (isThrottled(error)) return 'server'
  if (isCut(error)) return 'unclear'
  if (!error.code || ['RCPT TO', 'DATA'].includes(error.command ?? '')) return 'message'
  return ['EENVELOPE', 'EMESSAGE'].includes(error.code) && error.command === 'API'
    ? 'message'
    : 'server'
}

const byTimeout: Record<string, string> = {
  CONNECT_TIMEOUT: 'The mail server did not answer in time',
  GREETING_TIMEOUT: 'The mail server accepted the connection but did not greet',
  SOCKET_TIMEOUT: 'The mail server stopped answering',
}
const byCommand: Record<string, string> = {
  'MAIL FROM': 'The mail server refuses the sender',
  'RCPT TO': 'The mail server refuses the recipient',
  DATA: 'The mail server refuses the message',
}
const byCode: Record<string, string> = {
  EABORT: 'The mail server took too long',
  EAUTH: 'The mail server refuses the user name or password',
  ECONNECTION: 'The mail server closed the connection',
  ECONNREFUSED: 'Nothing answers at the address of the mail server',
  EDNS: 'The mail server was not found by its name',
  EPROTOCOL: 'The mail server refuses the connection',
  ETLS: notEncrypted,
}

/** Error codes of Node and OpenSSL for certificates and handshakes. */
const ofTls = /^(ERR_(SSL|TLS)_|CERT_|DEPTH_|SELF_|UNABLE_TO_)/

/**
 * A mail server's reply. Undefined before a greeting: what answers there may be no mail server. Some
 * repeat what they were sent, and after AUTH that is the password.
 */
const words = ({ command, response }: SmtpError) =>
  command === 'CONN' ? undefined : response?.replace(/\bAUTH\b.*/is, 'AUTH …')

/** What happened, with the server's reply or the system's message where useful. */
function sentence(cause: SmtpError): string {
  if (cause.problem) return cause.message
  const { code = '', originalCode = '', command = '', timeoutType = '' } = cause
  const response = words(cause)
  const known =
    byTimeout[timeoutType] ??
    byCommand[command] ??
    (ofTls.test(originalCode) ? notEncrypted : (byCode[originalCode] ?? byCode[code]))
  if (!known) return response ?? cause.message
  const says = timeoutType || cause.response || ['ECONNECTION', 'EABORT'].includes(code)
  const detail = response ?? (says ? '' : (cause.reason ?? cause.message))
  return detail ? `${known}: ${detail}` : known
}

const problemByCode: Record<string, MailProblem> = {
  EAUTH: 'sign_in',
  ENOAUTH: 'sign_in',
  ECONNREFUSED: 'refused',
  EDNS: 'not_found',
  ENOTFOUND: 'not_found',
  ETLS: 'encryption',
  EABORT: 'timeout',
  ENOSECRET: 'password_unreadable',
}

function problemOf({
  code = '',
  originalCode = '',
  command,
  timeoutType,
  responseCode,
}: SmtpError): MailProblem {
  if (timeoutType) return timeoutType === 'GREETING_TIMEOUT' ? 'no_greeting' : 'timeout'
  // RFC 4954 §6: the sender is refused because nobody has signed in.
  if (responseCode === 530) return 'sign_in'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (ofTls.test(originalCode))
    return originalCode.startsWith('ERR_SSL_') ? 'encryption' : 'certificate'
  return problemByCode[originalCode] ?? problemByCode[code] ?? 'other'
}
