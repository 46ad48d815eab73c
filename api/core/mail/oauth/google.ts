import { createPrivateKey } from 'node:crypto'
import { type Answer, ask, busy, isBusy, textIn } from './ask.ts'
import { type Endpoints, realEndpoints } from './endpoints.ts'
import { ProviderError } from './provider-error.ts'
import type { ServiceAccount } from './service-account.ts'
import { createTokens, parseToken, type Token } from './tokens.ts'

export type GoogleAccount = { key: ServiceAccount; mailbox: string }

const name = 'Google'
const scope = 'https://mail.google.com/'

const delegation = ({ key }: GoogleAccount) =>
  `In the Google Admin console under Security › Access and data control › API controls › Domain-wide delegation, add the client ID${key.client_id && ` ${key.client_id}`} of the service account with exactly the scope ${scope}; it takes minutes, at most a day`

type Sentence = (account: GoogleAccount) => string

/** What `invalid_grant` is about shows in its description only. */
const grantSentences: [RegExp, Sentence][] = [
  [
    /email|user id/i,
    ({ mailbox }) =>
      `Google knows no mailbox ${mailbox}. Enter the main address of a user of your Google Workspace, not a group or an alias`,
  ],
  [
    /short-lived|iat|exp/i,
    () => "Google finds this server's clock wrong. Ask the person who runs it to set it (NTP)",
  ],
]

const sentences: Record<string, Sentence> = {
  unauthorized_client: (account) =>
    `Google doesn't let the service account send as ${account.mailbox}. ${delegation(account)}`,
  access_denied: (account) =>
    `Google doesn't let the service account send as ${account.mailbox}. ${delegation(account)}`,
  invalid_grant: () =>
    'Google refuses the key of the service account: it was deleted or turned off. Make a new key in the Google Cloud console and enter it under Settings › Email',
  invalid_client: () =>
    'Google knows no such service account. Make a new key in the Google Cloud console and enter it under Settings › Email',
  admin_policy_enforced: () =>
    'A policy of your Google Workspace blocks Gmail for this service account. An administrator can allow it under Security › API controls › App access control',
}

function tokenError(answer: Answer, account: GoogleAccount): ProviderError {
  if (isBusy(answer.status)) return busy(name, answer)
  const code = textIn(answer.json, 'error')
  const words = textIn(answer.json, 'error_description')
  const ofGrant =
    code === 'invalid_grant' ? grantSentences.find(([pattern]) => pattern.test(words))?.[1] : null
  const sentence = ofGrant ?? (Object.hasOwn(sentences, code) ? sentences[code] : undefined)
  if (sentence) return new ProviderError(`${sentence(account)} (${code})`, { problem: 'account' })
  if (answer.status >= 500 || !code)
    return new ProviderError(`The sign-in of Google answered with status ${answer.status}`, {
      problem: 'other',
      retryAfterMs: answer.retryAfterMs,
    })
  return new ProviderError(`Google refuses the service account: ${code}: ${words}`, {
    problem: 'account',
  })
}

/**
 * https://developers.google.com/identity/protocols/oauth2/service-account#httprest. The token comes
 * from Google, whatever `token_uri` the key names.
 */
async function requestToken(
  account: GoogleAccount,
  { googleToken }: Endpoints,
  signal: AbortSignal,
): Promise<Token> {
  const { SignJWT } = await import('jose')
  const { client_email, private_key, private_key_id } = account.key
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      ...(private_key_id && { kid: private_key_id }),
    })
    .setIssuer(client_email)
    .setSubject(account.mailbox)
    .setAudience(realEndpoints.googleToken)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(createPrivateKey(private_key))
  const answer = await ask(googleToken, {
    name,
    signal,
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }),
  })
  if (answer.status !== 200) throw tokenError(answer, account)
  return parseToken(answer.json, name)
}

export const googleTokens = (account: GoogleAccount, endpoints: Endpoints) =>
  createTokens((signal) => requestToken(account, endpoints, signal))

/** Instead of a refusal of the token by Gmail's mail server: here is no password. */
export const gmailRefusal = ({ mailbox }: GoogleAccount, reply: string) =>
  new ProviderError(
    `Gmail refuses to sign in as ${mailbox}. Check that Gmail is turned on for this user: ${reply}`,
    { problem: 'account' },
  )
