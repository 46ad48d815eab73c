import { type Answer, ask, busy, isBusy, textIn } from './ask.ts'
import { type Endpoints, realEndpoints } from './endpoints.ts'
import { ProviderError } from './provider-error.ts'
import { createTokens, parseToken, type Token } from './tokens.ts'

export type MicrosoftAccount = {
  tenant: string
  client_id: string
  client_secret: string
  mailbox: string
}

const name = 'Microsoft'
const service = 'Microsoft 365'

/** Of a request to Graph, whose body is the message in base64. */
const maxRequestBytes = 4 * 1024 * 1024

const where = 'under Settings › Email'

/**
 * What to do about an error of Entra, by its number:
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
const entraSentences: Record<string, (account: MicrosoftAccount) => string> = {
  7000215: () =>
    `Microsoft refuses the client secret. Enter the secret's value ${where}, not its ID; Entra shows the value only once, so make a new one if it is lost`,
  7000222: () =>
    `The client secret has ended. Make a new one in Entra under Certificates & secrets, and enter it ${where}`,
  700016: ({ tenant, client_id }) =>
    `Microsoft knows no app ${client_id} in the directory ${tenant}. Compare both IDs with the Overview of your app registration in Entra`,
  90002: ({ tenant }) =>
    `Microsoft knows no directory ${tenant}. Enter the Directory (tenant) ID from the Overview of your app registration ${where}`,
  900023: ({ tenant }) =>
    `${tenant} is no directory of Microsoft. Enter the Directory (tenant) ID from the Overview of your app registration ${where}`,
  7000112: () =>
    'The app is turned off in Entra. Open it under Enterprise applications › Properties, and let users sign in to it',
  53003: () =>
    "A Conditional Access policy of your Entra blocks the app. Let the policy for workload identities allow this server's address",
}

/** Without the IDs that Entra adds for its support. */
const entraWords = (json: Answer['json']) =>
  (textIn(json, 'error_description') || textIn(json, 'error')).split(/\s*Trace ID:/)[0] ?? ''

function entraError(answer: Answer, account: MicrosoftAccount): ProviderError {
  if (isBusy(answer.status)) return busy(name, answer)
  const words = entraWords(answer.json)
  const codes = Array.isArray(answer.json?.error_codes) ? answer.json.error_codes.map(String) : []
  const code = [...codes, /AADSTS(\d+)/.exec(words)?.[1] ?? ''].find((one) => one in entraSentences)
  const sentence = code && entraSentences[code]?.(account)
  if (sentence) return new ProviderError(`${sentence} (AADSTS${code})`, { problem: 'account' })
  if (answer.status >= 500 || !words)
    return new ProviderError(`The sign-in of Microsoft answered with status ${answer.status}`, {
      problem: 'other',
      retryAfterMs: answer.retryAfterMs,
    })
  return new ProviderError(`Microsoft refuses the app: ${words}`, { problem: 'account' })
}

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
async function requestToken(
  account: MicrosoftAccount,
  { entra }: Endpoints,
  signal: AbortSignal,
): Promise<Token> {
  const answer = await ask(`${entra}/${encodeURIComponent(account.tenant)}/oauth2/v2.0/token`, {
    name,
    signal,
    method: 'POST',
    body: new URLSearchParams({
      client_id: account.client_id,
      scope: `${realEndpoints.graph}/.default`,
      client_secret: account.client_secret,
      grant_type: 'client_credentials',
    }),
  })
  if (answer.status !== 200) throw entraError(answer, account)
  return parseToken(answer.json, name)
}

const graphSentences: Record<string, (mailbox: string) => string> = {
  ErrorAccessDenied: (mailbox) =>
    `Microsoft 365 doesn't let the app send as ${mailbox}. In Exchange Online, give it the role Application Mail.Send for this mailbox, or include the mailbox in its access policy; a change takes up to two hours`,
  ErrorSendAsDenied: (mailbox) =>
    `Microsoft 365 doesn't let the app send from this address: the sender must be the mailbox ${mailbox}`,
  ErrorInvalidUser: (mailbox) =>
    `Microsoft 365 knows no mailbox ${mailbox}. Enter an existing one ${where}`,
  ResourceNotFound: (mailbox) =>
    `Microsoft 365 knows no mailbox ${mailbox}. Enter an existing one ${where}`,
  MailboxNotEnabledForRESTAPI: (mailbox) =>
    `${mailbox} has no mailbox in Exchange Online. Use a shared mailbox or a licensed user's; one that was just created takes a few minutes`,
  ErrorMessageSubmissionBlocked: (mailbox) =>
    `Microsoft 365 has blocked ${mailbox} from sending. An administrator can lift that in Microsoft Defender under Restricted entities`,
}

/** Of one message: another one may be taken. */
const ofMessage =
  /^(ErrorMimeContent|ErrorInvalidRecipients|ErrorInvalidIdMalformed|ErrorMessageSizeExceeded)/

const tooLarge = () =>
  new ProviderError('Microsoft 365 takes messages of up to 3 MB this way, and this one is larger', {
    problem: 'other',
    whose: 'message',
    permanent: true,
  })

function graphError(answer: Answer, mailbox: string): ProviderError {
  if (isBusy(answer.status)) return busy(service, answer)
  if (answer.status === 413) return tooLarge()
  const error = { ...(answer.json?.error as Record<string, unknown> | undefined) }
  const code = textIn(error, 'code')
  const message = textIn(error, 'message')
  const sentence = Object.hasOwn(graphSentences, code) && graphSentences[code]?.(mailbox)
  if (sentence) return new ProviderError(`${sentence} (${code})`, { problem: 'account' })
  if (answer.status === 401)
    return new ProviderError(
      `Microsoft 365 refuses the app's token${code && ` (${code})`}. In Exchange Online, give the app the role Application Mail.Send for the mailbox`,
      { problem: 'account' },
    )
  const words = [code, message].filter(Boolean).join(': ') || `status ${answer.status}`
  if (ofMessage.test(code))
    return new ProviderError(`Microsoft 365 refuses the message: ${words}`, {
      problem: /Recipients/.test(code) ? 'recipient' : 'other',
      whose: 'message',
      permanent: true,
    })
  // What Graph says in no known words may be about this message, which must not hold up the others.
  const whose = answer.status === 403 || answer.status < 400 ? 'server' : 'message'
  return new ProviderError(`Microsoft 365 didn't take the message: ${words}`, {
    problem: 'other',
    whose,
  })
}

/**
 * Sends whole messages through Microsoft Graph, which needs no SMTP:
 * https://learn.microsoft.com/graph/api/user-sendmail
 */
export function openGraph(account: MicrosoftAccount, endpoints: Endpoints) {
  const tokens = createTokens((signal) => requestToken(account, endpoints, signal))
  const url = `${endpoints.graph}/v1.0/users/${encodeURIComponent(account.mailbox)}/sendMail`
  const post = (token: string, body: string, signal: AbortSignal) =>
    ask(url, {
      name: service,
      signal,
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/plain' },
      body,
    })
  return {
    host: new URL(endpoints.graph).hostname,
    /** Throws a ProviderError. */
    async send(mime: Buffer, signal: AbortSignal): Promise<void> {
      const body = mime.toString('base64')
      if (body.length > maxRequestBytes) throw tooLarge()
      const token = await tokens.get(signal)
      let answer = await post(token, body, signal)
      if (answer.status === 401) answer = await post(await tokens.get(signal, token), body, signal)
      if (answer.status < 200 || answer.status > 299) throw graphError(answer, account.mailbox)
    },
    /** Whether Graph answers at all. */
    isThere: (signal: AbortSignal) =>
      ask(`${endpoints.graph}/v1.0/`, { name: service, signal }).then(
        ({ status }) => !isBusy(status),
        () => false,
      ),
  }
}
