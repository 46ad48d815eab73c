import { ProviderError } from './provider-error.ts'

/** An access token, and for how many seconds it is valid. */
export type Token = { token: string; expiresIn: number }

/** Renewed this long before its end, so that it outlasts the message. */
const marginS = 300

export type Tokens = {
  /** @param refused the token that the provider has just refused: another one is asked for */
  get(signal: AbortSignal, refused?: string): Promise<string>
}

/** Rejects once the signal is aborted; the request goes on for others who wait for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cut = () =>
      reject(
        new ProviderError('The provider took too long to give a token', { problem: 'timeout' }),
      )
    if (signal.aborted) cut()
    signal.addEventListener('abort', cut, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cut))
  })
}

/**
 * Without a token, no message has left: a lost response is the provider's failure, and so is a token
 * that can't be asked for.
 */
function ofServer(error: unknown): ProviderError {
  if (!(error instanceof ProviderError))
    return new ProviderError(`No token can be asked for: ${(error as Error).message}`, {
      problem: 'account',
    })
  return error.whose === 'unclear'
    ? new ProviderError(error.message, { problem: error.problem })
    : error
}

/** Keeps an access token until near its end; several messages wait for one request. */
export function createTokens(request: (signal: AbortSignal) => Promise<Token>, timeoutMs = 20_000) {
  let held: { token: string; until: number } | undefined
  let asked: Promise<string> | undefined

  async function renew() {
    try {
      const { token, expiresIn } = await request(AbortSignal.timeout(timeoutMs))
      const validS = Math.max(expiresIn - marginS, expiresIn / 2)
      held = { token, until: performance.now() + validS * 1000 }
      return token
    } catch (error) {
      throw ofServer(error)
    } finally {
      asked = undefined
    }
  }

  const tokens: Tokens = {
    async get(signal, refused) {
      if (held && held.token !== refused && performance.now() < held.until) return held.token
      asked ??= renew()
      return unlessAborted(asked, signal)
    },
  }
  return tokens
}

/** The token in a provider's response (RFC 6749 §5.1). */
export function parseToken(json: Record<string, unknown> | undefined, name: string): Token {
  const { access_token: token, expires_in } = json ?? {}
  if (typeof token !== 'string' || !token)
    throw new ProviderError(`${name} answered without a token`, { problem: 'other' })
  return { token, expiresIn: Number(expires_in) || 0 }
}
