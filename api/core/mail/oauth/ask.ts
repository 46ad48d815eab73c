import { beforeEffect } from '#db/remote/assuming.ts'
import type { MailProblem } from '../contract.ts'
import { ProviderError } from './provider-error.ts'

/** A provider's response. `json` is undefined where it sent none. */
export type Answer = {
  status: number
  json: Record<string, unknown> | undefined
  retryAfterMs: number | undefined
}

const maxAnswerBytes = 64 * 1024

/** A provider that names a longer one is asked again earlier: mail must not stop for days. */
const maxWaitMs = 60 * 60_000

/** Ms of a Retry-After, which is in seconds or a date (RFC 9110 §10.2.3). */
function parseRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxWaitMs)
}

/**
 * The first part is enough to tell what is wrong, and what arrives before the connection is lost: the
 * status says already whether the message was taken.
 */
async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of body ?? []) {
      parts.push(part)
      bytes += part.byteLength
      if (bytes > maxAnswerBytes) break
    }
  } catch {
    // Then without the rest.
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === 'object' ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const problemByCode: Record<string, MailProblem> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ENOTFOUND: 'not_found',
  EAI_AGAIN: 'not_found',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
}
const ofCertificate = /^(ERR_TLS_|CERT_|DEPTH_|SELF_|UNABLE_TO_)/

/** The system's code of a failed fetch; of several tried addresses, the first one's. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } }
  return cause?.code ?? cause?.errors?.[0]?.code ?? ''
}

function failureOf(error: unknown, name: string): ProviderError {
  if (['AbortError', 'TimeoutError'].includes((error as Error).name))
    return new ProviderError(`${name} took too long`, { problem: 'timeout', whose: 'unclear' })
  const code = codeOf(error)
  if (ofCertificate.test(code))
    return new ProviderError(
      `The certificate shown in the name of ${name} is not valid (${code}). Something between this server and ${name} may read along`,
      { problem: 'certificate' },
    )
  const problem = problemByCode[code]
  if (problem) return new ProviderError(`This server can't reach ${name} (${code})`, { problem })
  return new ProviderError(`The connection to ${name} was lost${code && ` (${code})`}`, {
    problem: 'other',
    whose: 'unclear',
  })
}

/**
 * One request to a provider. Redirects are not followed: they would carry secrets elsewhere. Throws
 * a ProviderError without a response; it is `unclear` where the request may have arrived.
 * @param name as in "This server can't reach Microsoft"
 */
export async function ask(
  url: string,
  { name, signal, ...init }: { name: string; signal: AbortSignal } & RequestInit,
): Promise<Answer> {
  await beforeEffect()
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'manual' })
    return {
      status: response.status,
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
      json: parseObject(await readText(response)),
    }
  } catch (error) {
    throw failureOf(error, name)
  }
}

/** What the response says by itself, where it says anything. */
const wordsOf = (words: unknown): string => (typeof words === 'string' ? words : '')

export const textIn = (json: Record<string, unknown> | undefined, field: string): string =>
  wordsOf(json?.[field])

/** Too many requests, or the provider is not there: no matter of this message. */
export const isBusy = (status: number) => [429, 503, 504].includes(status)

export const busy = (name: string, { status, retryAfterMs }: Answer) =>
  new ProviderError(
    status === 429
      ? `${name} takes no more messages for now (429). Email waits and is sent by itself`
      : `${name} is not available right now (${status}). Email waits and is sent by itself`,
    { problem: 'busy', retryAfterMs },
  )
