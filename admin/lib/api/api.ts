import { type ClientResponse, hc } from 'hono/client'
import type { Api } from '#api/app.ts'
import type { ProblemBody } from '#api/core/http/contract/problem.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import {
  forgetSession,
  hasLoggedOut,
  leaveHint,
  rememberDestination,
  storedPerson,
  token,
} from '../session.ts'
import { sitePath } from '../site-address.ts'
import { apiAddress } from './api-base.ts'
import { ApiError, sentence } from './api-error.ts'

/** Any 401 ends the session, also one whose token is gone, and returns here after the next sign-in. */
function signOut() {
  // After Logout, pending calls may still fail; remember nothing then.
  if (hasLoggedOut()) return
  forgetSession()
  rememberDestination()
  leaveHint("You've been signed out. Sign in to continue.")
  location.assign(sitePath('/login'))
}

async function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  const sent = token()
  if (sent) headers.set('Authorization', `Bearer ${sent}`)
  try {
    return await fetch(apiAddress(String(input)), { ...init, headers })
  } catch {
    throw new ApiError(0, { error: "Can't reach the server. Check your connection and try again." })
  }
}

/** Typed API client: `api.jobs[':id'].$get({ param: { id: '3' } })`. */
export const api = hc<Api>('/', { fetch: send }).api

/** Throws an ApiError unless the response is 2xx. Any 401 except the sign-in's also signs out. */
export async function checked<
  R extends { ok: boolean; status: number; url: string; json(): Promise<unknown> },
>(pending: Promise<R>): Promise<R> {
  const response = await pending
  if (response.ok) return response
  const body = (await response.json().catch(() => null)) as ProblemBody | null
  if (response.status === 401 && !response.url.endsWith('/auth/login')) signOut()
  // Empty: the screen shows its own message.
  throw new ApiError(response.status, body ?? { error: '' })
}

type Success<R> =
  R extends ClientResponse<infer Body, infer Status, 'json'>
    ? Status extends 200 | 201
      ? Body
      : never
    : never

/** The typed body of a successful response: `const job = await read(api.jobs[':id'].$get(…))`. */
export const read = async <R extends ClientResponse<unknown, number, string>>(
  pending: Promise<R>,
): Promise<Success<R>> => (await (await checked(pending)).json()) as Success<R>

/** One page of a list, with the total count (X-Total-Count); `isCapped`: there are more. */
export async function readList<R extends ClientResponse<unknown, number, string>>(
  pending: Promise<R>,
): Promise<{ rows: Success<R>; total: number; isCapped: boolean }> {
  const response = await checked(pending)
  return {
    rows: (await response.json()) as Success<R>,
    total: Number(response.headers.get('X-Total-Count') ?? 0),
    isCapped: response.headers.has('X-Total-Count-Capped'),
  }
}

/** All rows of a list. Stops at an empty page, in case rows were deleted while reading. */
export async function readAll<Row>(
  readPage: (query: { page: string; per_page: string }) => Promise<{ rows: Row[]; total: number }>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await readPage({ page: String(page), per_page: '500' })
    all.push(...rows)
    if (!rows.length || all.length >= total) return all
  }
}

/** The server's message for a 4xx; else `what` ('Failed to save job'), with the reason if known. */
export function complaint(what: string, error: unknown): string {
  const said = sentence(error, '')
  if (isRefused(error) && said) return said
  return said ? `${what}. ${said}` : what
}

/** A 4xx: retrying does not help. */
export const isRefused = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Retry for a toast about the error, unless it does not help. */
export const retryAfter = (error: unknown, retry: () => void) => (isRefused(error) ? {} : { retry })

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

/** Waits for a deletion; a 404 also counts as deleted. */
export const deleted = (pending: Parameters<typeof checked>[0]) =>
  checked(pending).catch((error) => {
    if (!isMissing(error)) throw error
  })

/** The current row from a 409, when someone else saved first. */
export const currentOf = <Row>(error: unknown): Row | undefined =>
  error instanceof ApiError && error.status === 409
    ? (error.body.current as Row | undefined)
    : undefined

/** Who saved first, from a 409: a name, 'You' in another window, or 'Someone else'. */
export function changedBy(error: unknown): string {
  const name = error instanceof ApiError ? error.body.changed_by : undefined
  const me = storedPerson()
  return (me && name === fullName(me) ? 'You' : name) ?? 'Someone else'
}
