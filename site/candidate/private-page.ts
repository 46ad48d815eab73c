import type { APIContext, AstroGlobal } from 'astro'
import type { CandidateApplication } from '#api/hiring/candidate/contract/row.ts'
import { applicationCookie as cookie, noCookie } from './application-cookie.ts'
import {
  type Act,
  actOf,
  callApi,
  readApplication,
  readMessages,
  receiveAct,
  rejection,
  respondWith,
} from './candidate.ts'

/** Whether what was done before the page was shown is still so, after Back or a reload too. */
const isStillDone: Partial<Record<Act, (row: CandidateApplication) => boolean>> = {
  email: (row) => row.requested_email !== null,
  withdraw: (row) => row.withdrawn_at !== null,
  'undo-withdraw': (row) => row.withdrawn_at === null,
  pick: (row) => row.interviews.some(({ state }) => state === 'booked'),
  decline: (row) => row.interviews.some(({ state }) => state === 'declined'),
  'renew-consent': (row) => row.keep_until !== null,
  'revoke-consent': (row) => row.keep_until === null,
}

/** The token of the cookie, by which `/application` shows the private page. */
export function cookieToken({ cookies }: Pick<APIContext, 'cookies'>): string | undefined {
  const token = cookies.get(cookie.name)?.value
  return token && /^[\w-]+$/.test(token) ? token : undefined
}

/** Sends the browser on with a cookie: the server ignores `Astro.cookies.set`. */
export const redirectWith = (Location: string, setCookie: string) =>
  new Response(null, { status: 303, headers: { Location, 'Set-Cookie': setCookie } })

/**
 * What a candidate's page at the address `self` shows; a redirect once it has done what was asked, and
 * the archive for `?export`. The page itself names no address: it has a token, which must not be
 * compressed together with what somebody else may have written.
 */
export async function openPrivatePage(Astro: AstroGlobal, token: string, self: string) {
  const { searchParams } = Astro.url
  const archive = searchParams.has('export')
    ? await callApi(Astro, `${encodeURIComponent(token)}/export`)
    : undefined
  if (archive?.ok) return archive
  const act = Astro.request.method === 'POST' ? actOf(searchParams.get('act')) : undefined
  const unscanned = archive?.status === 423 ? await rejection(archive) : undefined
  const rejected = act ? await receiveAct(Astro, token, act) : unscanned
  if (act && !rejected)
    return Astro.redirect(act === 'language' ? self : `${self}?done=${act}`, 303)
  const { row, ...missing } = await readApplication(Astro, token)
  respondWith(Astro, row ? rejected : missing)
  if (missing.status === 404 && cookieToken(Astro) === token)
    Astro.response.headers.set('Set-Cookie', noCookie)
  const asked = searchParams.get('ask')
  const question: 'erase' | 'withdraw' | undefined =
    row && (asked === 'erase' || (asked === 'withdraw' && canWithdraw(row))) ? asked : undefined
  const messages = row && !question ? await readMessages(Astro, token) : undefined
  Astro.locals.showsApplication = Boolean(row)
  const done = rejected ? undefined : actOf(searchParams.get('done'))
  const isDone = row && done && done !== 'language' && (isStillDone[done]?.(row) ?? true)
  return {
    token,
    row,
    missing,
    /** Undefined when it could not be read. */
    messages,
    act,
    rejected,
    question,
    done: isDone ? done : undefined,
  }
}

export type PrivatePage = Exclude<Awaited<ReturnType<typeof openPrivatePage>>, Response>

/** Whether it makes a difference: nobody considers a rejected application or an ended job's. */
export const canWithdraw = ({ withdrawn_at, status, job_ended }: CandidateApplication) =>
  !withdrawn_at && status !== 'rejected' && !job_ended
