import { type ClientResponse, hc } from 'hono/client'
import type { Api } from '#api/app.ts'
import type { ProblemBody } from '#api/http/contract/problem.ts'
import { forgetSession, leaveHint, rememberDestination, token } from '../session/session.ts'
import { ApiError, sentence } from './api-error.ts'

/** Any 401 ends the session: the person signs in again and comes back to this address. */
function signOut() {
  // After Logout nothing is to be remembered, whatever a call that was still under way is answered.
  if (!token()) return
  forgetSession()
  rememberDestination()
  leaveHint("You've been signed out. Sign in to continue.")
  location.assign('/login')
}

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  const sent = token()
  if (sent) headers.set('Authorization', `Bearer ${sent}`)
  try {
    return await fetch(input, { ...init, headers })
  } catch {
    throw new ApiError(0, { error: "Can't reach the server. Check your connection and try again." })
  }
}

/** The api with its types: `api.jobs[':id'].$get({ param: { id: '3' } })`. */
export const api = hc<Api>('/', { fetch: send }).api

/** Throws an ApiError unless the answer is a success; a 401 also leads to the sign-in, except the sign-in's own. */
export async function checked<
  R extends { ok: boolean; status: number; url: string; json(): Promise<unknown> },
>(pending: Promise<R>): Promise<R> {
  const response = await pending
  if (response.ok) return response
  const body = (await response.json().catch(() => null)) as ProblemBody | null
  if (response.status === 401 && !response.url.endsWith('/api/auth/login')) signOut()
  // Without a sentence of the server's, the screen says its own.
  throw new ApiError(response.status, body ?? { error: '' })
}

type Success<R> =
  R extends ClientResponse<infer Body, infer Status, 'json'>
    ? Status extends 200 | 201
      ? Body
      : never
    : never

/** The body of a successful answer, typed: `const job = await read(api.jobs[':id'].$get(…))`. */
export const read = async <R extends ClientResponse<unknown, number, string>>(
  pending: Promise<R>,
): Promise<Success<R>> => (await (await checked(pending)).json()) as Success<R>

/** One page of a list and how many there are in all (X-Total-Count). */
export async function readList<R extends ClientResponse<unknown, number, string>>(
  pending: Promise<R>,
): Promise<{ rows: Success<R>; total: number }> {
  const response = await checked(pending)
  return {
    rows: (await response.json()) as Success<R>,
    total: Number(response.headers.get('X-Total-Count') ?? 0),
  }
}

/** All rows of a list, page by page. An empty page ends the reading also when rows were deleted meanwhile. */
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

/**
 * What to say of a call that failed (`what`: 'Failed to save job'): the server's own sentence when it
 * refused; otherwise that it failed, and why as far as that is known.
 */
export function complaint(what: string, error: unknown): string {
  const said = sentence(error, '')
  if (isRefused(error) && said) return said
  return said ? `${what}. ${said}` : what
}

/** Whether the server will not do it, so that trying again is of no use. */
export const isRefused = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Whether the server says that there is no such thing (any more). */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** Waits for a deletion; when somebody else was faster it is gone all the same. */
export const deleted = (pending: Parameters<typeof checked>[0]) =>
  checked(pending).catch((error) => {
    if (!isMissing(error)) throw error
  })

/** What is stored now, when a save was refused because somebody else had changed it since it was read. */
export const currentOf = <Row>(error: unknown): Row | undefined =>
  error instanceof ApiError && error.status === 409
    ? (error.body.current as Row | undefined)
    : undefined
