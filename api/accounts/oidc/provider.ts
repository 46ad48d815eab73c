import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { Configuration, CustomFetch } from 'openid-client'
import { type Claims, joined } from './claims.ts'
import type { SignInFailure } from './contract/sign-in.ts'

/** Of each request to the provider. */
const timeoutMs = 10_000
const maxBytes = 1_048_576
/** Seconds that the provider's clock may be off. */
const clockTolerance = 5 * 60
/** What the provider says of itself is read again after this time. */
const discoveryMs = 60 * 60_000

/** Ends the sign-in with a sentence on /login. */
export class SignInRefused extends Error {
  readonly failure: SignInFailure
  constructor(failure: SignInFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

/** `fetch` with an end: neither a slow nor an endless response of the provider holds anything up. */
async function boundedFetch(url: string | URL, init: RequestInit): Promise<Response> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])]
  const response = await fetch(url, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.any(signals),
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error('The provider sent more than 1 MB')
    chunks.push(chunk)
  }
  const { status, headers } = response
  const hasBody = ![101, 204, 205, 304].includes(status)
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers })
}

type Client = typeof import('openid-client')

/** Loaded when it is first needed: most servers have no company sign-in. */
const load = (): Promise<Client> => import('openid-client')

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '')

/** Why the provider's response to a sign-in was refused. */
function failureOf(error: unknown): SignInFailure {
  const { error: said, status = 0 } = error as { error?: string; status?: number }
  switch (codeOf(error)) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return said === 'access_denied' ? 'denied' : 'failed'
    case 'OAUTH_RESPONSE_BODY_ERROR':
      if (status >= 500) return 'away'
      return said === 'invalid_grant' ? 'used' : 'setup'
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
      return 'setup'
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return 'clock'
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return 'away'
  }
  return isAway(error) ? 'away' : 'failed'
}

/** Whether the request got no response, or only that of a machine that fails. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return error instanceof Response && error.status >= 500
  const { name, cause } = error
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed'
  return isNetwork || name === 'TimeoutError' || (cause !== undefined && isAway(cause))
}

export type Started = { state: string; nonce: string; verifier: string }

/** The claims of a logout token (OpenID Connect Back-Channel Logout §2.4). */
type LogoutToken = { iss: string; jti: string; sub: string | undefined; sid: string | undefined }

/** The provider's name of its session, as far as it is stored. */
export const sessionName = (sid: unknown): string | undefined =>
  typeof sid === 'string' ? sid.slice(0, 255) : undefined

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** The company's provider. Nothing is asked of it before the first sign-in. */
export function createProvider({
  issuer,
  clientId,
  clientSecret,
  groupClaim,
}: {
  issuer: string
  clientId: string
  clientSecret: string
  /** The claim that must be known after a sign-in, besides the address. */
  groupClaim: string | undefined
}) {
  let found: { at: number; config: Configuration; keys: ReturnType<typeof keysAt> } | undefined
  let finding: Promise<NonNullable<typeof found>> | undefined
  /** Which way of sending the secret the provider takes, once known. */
  let sends: 'post' | 'basic' = 'post'

  const keysAt = (address: string | undefined) =>
    address === undefined
      ? undefined
      : createRemoteJWKSet(new URL(address), {
          timeoutDuration: timeoutMs,
          [customFetch]: (url, init) => boundedFetch(url, init as RequestInit),
        })

  async function configure(client: Client, from?: Configuration): Promise<Configuration> {
    const metadata = { [client.clockTolerance]: clockTolerance }
    const auth =
      sends === 'post'
        ? client.ClientSecretPost(clientSecret)
        : client.ClientSecretBasic(clientSecret)
    const isInsecure = issuer.startsWith('http:')
    const fetching = boundedFetch as unknown as CustomFetch
    const config = from
      ? new client.Configuration(from.serverMetadata(), clientId, metadata, auth)
      : await client.discovery(new URL(issuer), clientId, metadata, auth, {
          ...(isInsecure && { execute: [client.allowInsecureRequests] }),
          [client.customFetch]: fetching,
          timeout: timeoutMs / 1000,
        })
    if (from) {
      config[client.customFetch] = fetching
      config.timeout = timeoutMs / 1000
      if (isInsecure) client.allowInsecureRequests(config)
    }
    // Checks signatures as well, although the tokens come over TLS.
    client.enableNonRepudiationChecks(config)
    return config
  }

  async function discover() {
    const client = await load()
    let config = await configure(client)
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'], jwks_uri } =
      config.serverMetadata()
    if (!methods.includes('client_secret_post') && sends === 'post') {
      sends = 'basic'
      config = await configure(client, config)
    }
    return { at: performance.now(), config, keys: keysAt(jwks_uri) }
  }

  /** Discovery, kept for an hour and longer while the provider is away. */
  async function connect() {
    if (found && performance.now() < found.at + discoveryMs) return found
    finding ??= discover().finally(() => {
      finding = undefined
    })
    try {
      found = await finding
    } catch (error) {
      if (!found) throw new SignInRefused(isAway(error) ? 'away' : failureOfDiscovery(error), error)
    }
    return found!
  }

  /** A wrong issuer and a provider that fails look alike: an HTTP error. */
  const failureOfDiscovery = (error: unknown): SignInFailure =>
    codeOf(error) === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || failureOf(error) === 'away'
      ? 'away'
      : 'setup'

  type Grant = { address: URL; started: Started }

  async function grant({ address, started }: Grant) {
    const client = await load()
    const { config } = await connect()
    const checks = {
      pkceCodeVerifier: started.verifier,
      expectedState: started.state,
      expectedNonce: started.nonce,
      idTokenExpected: true,
    }
    try {
      return await client.authorizationCodeGrant(config, address, checks)
    } catch (error) {
      const { error: said } = error as { error?: string }
      const isSecretRefused = said === 'invalid_client' && sends === 'post'
      if (!isSecretRefused && codeOf(error) !== 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') throw error
      if (sends !== 'post') throw new SignInRefused('setup', error)
    }
    // The client may be registered for the other way; the code is not used up by such a refusal.
    sends = 'basic'
    found = { ...found!, config: await configure(client, config) }
    return client.authorizationCodeGrant(found.config, address, checks)
  }

  return {
    /** The address at which the person signs in, and what must be kept until they are back. */
    async start(redirect_uri: string): Promise<{ url: string; started: Started }> {
      const client = await load()
      const { config } = await connect()
      const started = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const hasGroups = groupClaim && config.serverMetadata().scopes_supported?.includes('groups')
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: `openid email profile${hasGroups ? ' groups' : ''}`,
        state: started.state,
        nonce: started.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, started }
    },

    /** The claims of the person who is back at `address`. Throws SignInRefused. */
    async finish(address: URL, started: Started): Promise<Claims> {
      try {
        const tokens = await grant({ address, started })
        const claims = tokens.claims()
        // OpenID Connect Core §2: at most 255 characters.
        if (!claims || claims.sub.length > 255) throw new SignInRefused('failed')
        if (Math.abs(Date.now() / 1000 - claims.iat) > clockTolerance)
          throw new SignInRefused('clock')
        const { email, email_verified } = claims
        const hasAddress = email !== undefined && email_verified !== undefined
        const isWhole = hasAddress && (!groupClaim || groupClaim in claims)
        const { config } = await connect()
        if (isWhole || !config.serverMetadata().userinfo_endpoint) return claims
        const client = await load()
        const info = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        return joined(claims, info)
      } catch (error) {
        throw error instanceof SignInRefused ? error : new SignInRefused(failureOf(error), error)
      }
    },

    /** What a logout token says; undefined if it is not valid. Throws SignInRefused `away`. */
    async readLogoutToken(token: string): Promise<LogoutToken | undefined> {
      const { keys } = await connect()
      if (!keys) return undefined
      const options = {
        issuer: (await connect()).config.serverMetadata().issuer,
        audience: clientId,
        algorithms: [
          'RS256',
          'RS384',
          'RS512',
          'PS256',
          'PS384',
          'PS512',
          'ES256',
          'ES384',
          'EdDSA',
        ],
        clockTolerance,
        // The tolerance comes on top.
        maxTokenAge: 120,
        requiredClaims: ['jti', 'iat', 'events'],
      }
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keys, options)
        const { iss = '', jti = '', sub, sid, events } = payload
        const event = (events as Record<string, unknown> | null)?.[logoutEvent]
        const isRight =
          typeof event === 'object' &&
          event !== null &&
          !('nonce' in payload) &&
          (protectedHeader.typ === undefined || /^(logout\+)?jwt$/i.test(protectedHeader.typ))
        const session = sessionName(sid)
        if (!isRight || !jti || (sub === undefined && session === undefined)) return undefined
        return { iss, jti, sub, sid: session }
      } catch (error) {
        if (isAway(error) || error instanceof errors.JWKSTimeout)
          throw new SignInRefused('away', error)
        return undefined
      }
    },
  }
}
