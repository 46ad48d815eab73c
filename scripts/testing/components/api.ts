/** What a stub returns: a body sent with 200, a Response, or 'offline' for no response at all. */
type Answer = unknown
export type StubbedRequest = { method: string; url: URL; headers: Headers; body: unknown }
type Stub = Answer | ((request: StubbedRequest) => Answer | Promise<Answer>)
/** By method and path, e.g. `'GET /api/jobs/1'`; `'*'` is all others. `body satisfies z.infer<typeof jobRow>` types it. */
export type Stubs = Record<string, Stub>

let stubs: Stubs = {}
let missing: string[] = []
/** The requests of this test, in order. */
export let requests: StubbedRequest[] = []

/** Adds stubs, or replaces those of the same method and path. */
export const stubApi = (more: Stubs) => {
  stubs = { ...stubs, ...more }
}

/** Requests that no stub expected since the last call. */
export function resetApi(): string[] {
  const unexpected = missing
  stubs = {}
  missing = []
  requests = []
  return unexpected
}

/** A refusal as the API sends it. */
export const problem = (status: number, body: Record<string, unknown>) =>
  Response.json(body, { status })

export const serverError = () => problem(500, { error: 'Something went wrong' })

/** A page of a list; `total` counts all pages. */
export const list = (rows: readonly unknown[], total = rows.length) =>
  Response.json(rows, { headers: { 'X-Total-Count': String(total) } })

/** A list, or counts, of more than were counted. */
export const capped = (body: unknown) =>
  Response.json(body, { headers: { 'X-Total-Count': '10000', 'X-Total-Count-Capped': 'true' } })

/** A stub that waits for `release`. */
export function held(answer: Stub) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const stub = async (request: StubbedRequest) => {
    await released
    return typeof answer === 'function' ? answer(request) : answer
  }
  return { stub, release }
}

const send = globalThis.fetch.bind(globalThis)

export async function stubbedFetch(input: RequestInfo | URL, init?: RequestInit) {
  const request = input instanceof Request ? input : undefined
  const url = new URL(request?.url ?? String(input), location.origin)
  if (!url.pathname.startsWith('/api/')) return send(input, init)
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
  const raw = init?.body ?? (await request?.text())
  const body = typeof raw === 'string' && raw ? JSON.parse(raw) : raw
  const headers = new Headers(init?.headers ?? request?.headers)
  requests.push({ method, url, headers, body })
  const name = `${method} ${url.pathname}`
  const stub = name in stubs ? stubs[name] : stubs['*']
  if (stub === undefined && !(name in stubs)) {
    missing.push(name)
    return problem(404, { error: 'Not found' })
  }
  const answer = await (typeof stub === 'function' ? stub({ method, url, headers, body }) : stub)
  if (answer === 'offline') throw new TypeError('Failed to fetch')
  if (answer instanceof Response) return answer.clone()
  if (Array.isArray(answer)) return list(answer)
  return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
}
