import type { APIContext, AstroGlobal } from 'astro'
import { fieldErrors, type ProblemBody } from '#api/core/http/contract/problem.ts'
import { withoutEnd } from '#api/core/http/contract/text.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { CandidateApplication, CandidateRequest } from '#api/hiring/candidate/contract/row.ts'
import { maxReply } from '#api/hiring/interviews/contract.ts'
import type { Invitation } from '#api/hiring/job-invitations/contract/row.ts'
import { maxCandidateMessage } from '#api/hiring/messages/contract/candidate.ts'
import type { CandidateMessage } from '#api/hiring/messages/contract/row.ts'
import { server } from '#api/server.ts'

/** What candidates can do on their page; `act` in the address of the form names it. */
const acts = [
  ...(['phone', 'email', 'resume', 'withdraw', 'undo-withdraw', 'erase', 'resend'] as const),
  ...(['renew-consent', 'revoke-consent', 'message', 'document', 'pick', 'decline'] as const),
  'language',
] as const
export type Act = (typeof acts)[number]

/** Those that the page confirms; another language shows by itself. */
export type Confirmed = Exclude<Act, 'language'>

export const actOf = (name: string | null) => acts.find((act) => act === name)

/** Far more than can be sent on, so that a text that is too long can be shown again to be shortened. */
const maxFormBytes = 262_144

/** A token from the address; mail programs may add the dot of a sentence to a link. */
export const tokenOf = (Astro: AstroGlobal) => withoutEnd(Astro.params.token ?? '', '.')

type Visitor = Pick<APIContext, 'clientAddress' | 'locals'>

/** Calls the API in process, for the visitor: its rate limits count their address. */
export async function callPublicApi(
  { clientAddress: ip, locals }: Visitor,
  path: string,
  init: RequestInit = {},
  isCounted = false,
) {
  const { language, languages } = locals
  const lang = languages.length > 1 ? `${path.includes('?') ? '&' : '?'}lang=${language}` : ''
  const request = new Request(`http://site/api/${path}${lang}`, init)
  return server.api.fetch(request, { ...(locals.server ?? { ip }), isCounted })
}

export const callApi = (visitor: Visitor, path: string, init?: RequestInit, isCounted?: boolean) =>
  callPublicApi(visitor, `candidate/${path}`, init, isCounted)

/** The row, or the reason it is missing. */
async function read<T>(Astro: AstroGlobal, path: string, isCounted = false) {
  const answer = await callApi(Astro, path, {}, isCounted)
  if (answer.ok) return { row: (await answer.json()) as T }
  const { error } = (await answer.json()) as ProblemBody
  return { status: answer.status, wait: answer.headers.get('retry-after'), error }
}

const inPath = (token: string) => encodeURIComponent(token)

export const readApplication = (Astro: AstroGlobal, token: string) =>
  read<CandidateApplication>(Astro, inPath(token))

/** Messages that the page shows at once. */
const maxMessages = 50

/**
 * The latest messages before the one in the address, and whether there are earlier ones. After the
 * application, so that a view of the page counts once.
 */
export async function readMessages(Astro: AstroGlobal, token: string) {
  const before = /^\d{1,9}$/.exec(Astro.url.searchParams.get('before') ?? '')?.[0]
  const query = `limit=${maxMessages + 1}${before ? `&before=${before}` : ''}`
  const { row } = await read<CandidateMessage[]>(Astro, `${inPath(token)}/messages?${query}`, true)
  return (
    row && {
      list: row.slice(-maxMessages),
      hasEarlier: row.length > maxMessages,
      hasLater: before !== undefined,
    }
  )
}
export type Conversation = NonNullable<Awaited<ReturnType<typeof readMessages>>>

/** What an invitation to a job fills in. */
export const readInvitation = (Astro: AstroGlobal, token: string) =>
  read<Invitation>(Astro, `invitations/${inPath(token)}`)

export const readConfirmable = (Astro: AstroGlobal, token: string) =>
  read<CandidateRequest>(Astro, `confirm/${inPath(token)}`)

export type Rejected = {
  status: number
  /** In seconds. */
  wait: string | null
  problem: ProblemBody
  faults: Partial<Record<string, string>>
  typed: Record<string, string>
}

/**
 * Whether another website sent the form. With `no-referrer` browsers send `Origin: null` (Fetch
 * §3.2), so Fetch Metadata decides where they send it, which they do over TLS only.
 */
function isForeign({ headers, url }: Request, host: string | undefined) {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  const asked = host ?? headers.get('host') ?? new URL(url).host
  return origin !== null && origin !== 'null' && URL.parse(origin)?.host !== asked
}

export const isForeignForm = ({ request, locals }: AstroGlobal) =>
  isForeign(request, locals.server?.host)

const rejected = (status: number, error: string): Rejected => ({
  status,
  wait: null,
  problem: { error },
  faults: {},
  typed: {},
})

/** The 403 or 413 for forms from other sites and for endless ones; undefined for others. */
export function rejectForm(Astro: AstroGlobal, limit = maxFormBytes) {
  const { request, locals } = Astro
  const { words } = locals
  if (isForeignForm(Astro)) return rejected(403, words.server.foreign)
  const { headers } = request
  const isEndless = headers.has('transfer-encoding')
  const length = isEndless ? Number.POSITIVE_INFINITY : Number(headers.get('content-length'))
  return length > limit ? rejected(413, words.errors.formDamaged) : undefined
}

export async function formOf({ request }: AstroGlobal): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) return {}
  return Object.fromEntries(new URLSearchParams(await request.text()))
}

/** Undefined once the API has done it. */
export async function rejection(answer: Response, typed: Record<string, string> = {}) {
  if (answer.ok) return undefined
  const problem = (await answer.json()) as ProblemBody
  const wait = answer.headers.get('retry-after')
  return { status: answer.status, wait, problem, faults: fieldErrors(problem), typed }
}

export const json = (method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})

/** Without `updated_at`: staff's work on the application is no conflict with a new phone number. */
const change = (typed: Record<string, string>, act: 'phone' | 'email' | 'language') =>
  json('PUT', { [act]: typed[act] ?? '' })

/** The fault of a text: one beyond the size of a request is refused before its characters are counted. */
const textFault = ({ locals: { words, language } }: AstroGlobal, found: Rejected, max: number) =>
  found.status === 413 ? say(words.errors.tooLong, { max }, language) : found.faults.text

/** The key in the form is the same each time that it is sent, so that a double click sends one. */
async function sendMessage(Astro: AstroGlobal, path: string, typed: Record<string, string>) {
  const { message: text = '', key = '' } = typed
  const init = json('POST', { text })
  const headers = { ...init.headers, ...(/^[\w-]{1,100}$/.test(key) && { 'Idempotency-Key': key }) }
  const rejected = await rejection(
    await callApi(Astro, `${path}/messages`, { ...init, headers }),
    typed,
  )
  const fault = rejected && textFault(Astro, rejected, maxCandidateMessage)
  return rejected && { ...rejected, faults: { message: fault } }
}

/** Picks a time of an interview or declines it. The fault is at the name of the act. */
async function answerInterview(
  Astro: AstroGlobal,
  path: string,
  act: 'pick' | 'decline',
  typed: Record<string, string>,
) {
  const { words } = Astro.locals
  const at = (message: string) => ({ ...rejected(400, message), faults: { [act]: message }, typed })
  if (act === 'pick' && !typed.time) return at(words.application.interview.timeRequired)
  const body = act === 'pick' ? { time: typed.time } : { text: typed.text ?? '' }
  const address = `${path}/interviews/${encodeURIComponent(typed.id ?? '')}/${act}`
  const found = await rejection(await callApi(Astro, address, json('POST', body)), typed)
  const fault = found && (found.faults.time ?? textFault(Astro, found, maxReply))
  return found && fault ? { ...found, faults: { [act]: fault } } : found
}

/** Passes a form with a file on to the API as it arrives. */
async function sendFile(Astro: AstroGlobal, address: string, typed?: Record<string, string>) {
  const refused = rejectForm(Astro, Number.POSITIVE_INFINITY)
  if (refused) return refused
  const { body, headers } = Astro.request
  const type = { 'Content-Type': headers.get('content-type') ?? '' }
  const init = { method: 'PUT', body, headers: type, duplex: 'half' }
  return rejection(await callApi(Astro, address, init as RequestInit), typed)
}

/** The address names the request, as the form is not read here. */
async function sendDocument(Astro: AstroGlobal, path: string) {
  const id = Astro.url.searchParams.get('id') ?? ''
  const address = `${path}/document-requests/${encodeURIComponent(id)}/file`
  const found = await sendFile(Astro, address, { id })
  return found && { ...found, faults: { document: found.faults.file } }
}

/** Does what a form of the private page asks for, through the API. Undefined once it is done. */
export async function receiveAct(Astro: AstroGlobal, token: string, act: Act) {
  const path = inPath(token)
  if (act === 'resume') return sendFile(Astro, `${path}/resume`)
  if (act === 'document') return sendDocument(Astro, path)
  const refused = rejectForm(Astro)
  if (refused) return refused
  const typed = await formOf(Astro)
  if (act === 'message') return sendMessage(Astro, path, typed)
  if (act === 'phone' || act === 'email' || act === 'language')
    return rejection(await callApi(Astro, path, change(typed, act)), typed)
  if (act === 'pick' || act === 'decline') return answerInterview(Astro, path, act, typed)
  return rejection(await callApi(Astro, `${path}/${act}`, { method: 'POST' }))
}

/** Has the links of an address mailed to it. Undefined once that is queued. */
export async function requestLinks(Astro: AstroGlobal) {
  const refused = rejectForm(Astro)
  if (refused) return refused
  const typed = await formOf(Astro)
  return rejection(await callApi(Astro, 'links', json('POST', { email: typed.email ?? '' })), typed)
}

/** Confirms a new address or an erasure. Undefined once it is done. */
export async function confirmRequest(Astro: AstroGlobal, token: string) {
  const refused = rejectForm(Astro)
  if (refused) return refused
  return rejection(await callApi(Astro, `confirm/${inPath(token)}`, { method: 'POST' }))
}

/** Answers with the status of what failed, and when to try again. */
export function respondWith(
  { response }: AstroGlobal,
  failed: { status?: number; wait?: string | null } | undefined,
) {
  if (failed?.status) response.status = failed.status
  if (failed?.wait) response.headers.set('Retry-After', failed.wait)
}
