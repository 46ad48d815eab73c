import { and, eq } from 'drizzle-orm'
import type { Context, Handler, Hono, TypedResponse } from 'hono'
import type { HandlerResponse } from 'hono/types'
import { findTargetHandler } from 'hono/utils/handler'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { User } from 'lucia'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import { may, type Need, needsForTexts } from '#api/accounts/auth/contract/access.ts'
import { includesScope } from '#api/accounts/tokens/contract/scopes.ts'
import type { ApiScope, AuditAction } from '#db/enums.ts'
import { assuming } from '#db/remote/assuming.ts'
import { applications } from '#db/schema.ts'
import { type JsonBody, type QueryInput, readJson, readQuery } from '../http/input.ts'
import { pagingHeaders } from '../http/list.ts'
import { Problem } from '../http/problem.ts'
import { idOf, orNotFound } from '../http/rows.ts'
import { reviewedBy } from '../reviewers/scope.ts'
import { type Env, identify, type Services, signedInUser } from './context.ts'
import { refuseInMaintenance } from './maintenance.ts'

/** Who may call a route. An admin may call every route. */
export type Access =
  /** Visitors too. Refused in maintenance, unless `inMaintenance`. `seesMore` holders get more. */
  | { kind: 'open'; inMaintenance?: true; seesMore?: readonly Need[] }
  /** `beforeEnrolment`: also users who must set up two-step sign-in first. */
  | { kind: 'signedIn'; beforeEnrolment?: true }
  /**
   * Users with any of these permissions, and with any of `and`, if given. With `members` also those on a hiring team: on that of the
   * application or job that `:id` is, or on any, if the handler limits what it answers to theirs.
   */
  | { kind: 'can'; anyOf: readonly [Need, ...Need[]]; and?: readonly Need[]; members?: Members }

type Members = 'of the application' | 'of the job' | 'of any job'

export const anyone = (options: Omit<Extract<Access, { kind: 'open' }>, 'kind'> = {}): Access => ({
  kind: 'open',
  ...options,
})
export const signedIn: Access = { kind: 'signedIn' }
export const signedInBeforeEnrolment: Access = { kind: 'signedIn', beforeEnrolment: true }
export const can = (...anyOf: [Need, ...Need[]]): Access => ({ kind: 'can', anyOf })
export const admins = can('admin')
/** Templates and the company's steps: besides those who manage settings, recruiters. */
export const canWriteTexts: Access = { kind: 'can', ...needsForTexts }
/** Reviewers of all applications, and members of hiring teams. */
export const canReview = (members: Members): Access => ({
  kind: 'can',
  anyOf: ['review_applications'],
  members,
})

/**
 * What a status carries: the schema of a JSON body, `null` for no body, 'refused' for an error in
 * the usual shape, or an OpenAPI response for files.
 */
export type Answers = {
  readonly [status: number]: z.ZodType | null | 'refused' | OpenAPIV3_1.ResponseObject
}

/**
 * All that is fixed about a route. The refusals that follow from it (400, 401, 403, 413, 415, and
 * 503 in maintenance) are not repeated in `answers`.
 */
export type Declaration<J extends z.ZodType = z.ZodType<object>, Q = z.ZodRawShape, A = Answers> = {
  summary: string
  description?: string
  access: Access
  /** The scope with which API tokens may call it, as far as `access` lets their maker; without one, none. */
  scope?: ApiScope
  json?: JsonBody<J>
  /** With `page` and `per_page` the answer is a list with X-Total-Count and Link; it only reads. */
  query?: Q
  /** A multipart form. Only documented: the handler reads and checks it. */
  form?: z.ZodType<object>
  /** Request headers. Only documented. */
  headers?: z.ZodRawShape
  /** Its counts may stop early, which X-Total-Count-Capped says. Only documented. */
  mayBeCapped?: true
  /** Path parameters where `:id` is no row id. Only documented. */
  params?: z.ZodRawShape
  /** Runs after the access check, before query and body are read. A returned response is final. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
  beforeInput?: (c: Context<Env>) => Promise<Response | void>
  answers: A
  /** People open its address in a browser, by a link that they have: errors are a page for them. */
  opensInBrowser?: true
  /** What the audit trail records when the call succeeds. */
  audit?: AuditAction
  /**
   * Whether it may begin again, up to its first write to the database or call to another server,
   * because it changes nothing else before; see `assuming`. By default those do that only read.
   */
  repeats?: boolean
}

// `never` stands for what is not declared: otherwise the typed client would demand it everywhere.
type Input<J extends z.ZodType<object>, Q extends z.ZodRawShape> = {
  in: ([J] extends [never] ? object : { json: z.input<J> }) &
    ([Q] extends [never] ? object : { query: QueryInput<Q> })
  out: ([J] extends [never] ? object : { json: z.output<J> }) &
    ([Q] extends [never] ? object : { query: z.output<z.ZodObject<Q>> })
}

type Keys<T> = T extends readonly (infer Row)[]
  ? Keys<Row>
  : T extends unknown
    ? keyof T & string
    : never

/** The keys of a response body that its schema doesn't list. Without a status, Hono means 200. */
type Undeclared<R, A extends Answers> =
  Extract<Awaited<R>, TypedResponse> extends TypedResponse<infer Body, infer Status, string>
    ? A[keyof A & (ContentfulStatusCode extends Status ? 200 : Status)] extends z.ZodType<
        infer Declared
      >
      ? Exclude<Keys<Body>, Keys<Declared>>
      : never
    : never
type OnlyDeclared<R, A extends Answers> = [Undeclared<R, A>] extends [never]
  ? unknown
  : { undeclared: Undeclared<R, A> }

/** What isn't of the member's jobs does not exist for them. */
async function refuseOthers(c: Context<Env>, user: User, members: Members) {
  if (members === 'of any job') return
  const isJob = members === 'of the job'
  const missing = isJob ? 'Job not found' : 'Application not found'
  const id = idOf(c, missing)
  const [found] = isJob
    ? [user.team_jobs.includes(id)]
    : await c.var.db
        .select({ id: applications.id })
        .from(applications)
        .where(and(eq(applications.id, id), reviewedBy(user)))
  orNotFound(found || undefined, missing)
}

/** Throws 403 for an API token that may not call the route at all. */
function checkScope({ var: { apiToken, pendingEnrolment } }: Context<Env>, scope?: ApiScope) {
  if (!apiToken) return
  if (!scope)
    throw new Problem(
      403,
      'API tokens don’t work here. Sign in, and send the token of the session.',
    )
  if (!includesScope(apiToken.scopes, scope))
    throw new Problem(403, `This token doesn’t have the scope ${scope}. Create one that has it.`, {
      // RFC 6750 §3.1
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    })
  if (pendingEnrolment)
    throw new Problem(
      403,
      'The person who created this token must set up two-step sign-in first: until then it doesn’t work.',
    )
}

async function checkPermission(c: Context<Env>, access: Exclude<Access, { kind: 'open' }>) {
  if (access.kind === 'signedIn' && access.beforeEnrolment && c.var.pendingEnrolment)
    c.set('user', c.var.pendingEnrolment)
  const user = signedInUser(c)
  if (access.kind !== 'can') return
  const { anyOf, and = anyOf } = access
  if (may(user, anyOf) && may(user, and)) return
  if (access.members && may(user, 'review_applications', 'any'))
    return refuseOthers(c, user, access.members)
  throw new Problem(403, "You don't have permission to do this")
}

const declarations = new WeakMap<object, Declaration>()

/**
 * A handler with its declaration. Checks access, then reads query and body, then calls the handler.
 * OpenAPI document, audit trail and access test are derived from the declaration. A response with a
 * key that the schema in `answers` doesn't list is a compile error.
 */
export function route<
  P extends string,
  R extends HandlerResponse<unknown>,
  const A extends Answers,
  J extends z.ZodType<object> = never,
  Q extends z.ZodRawShape = never,
>(
  declaration: Declaration<J, Q, A>,
  handler: ((c: Context<Env, P, Input<J, Q>>) => R) & OnlyDeclared<R, A>,
): Handler<Env, P, Input<J, Q>, R> {
  const declared = declaration as unknown as Declaration
  const { access, scope, json, query, beforeInput, audit } = declared
  const schema = query && z.object(query)
  async function handle(c: Context<Env>) {
    // Hono answers HEAD with the GET handler; only GET is recorded.
    const actionOnSuccess = c.req.method === 'HEAD' ? undefined : audit
    if (actionOnSuccess) c.set('actionOnSuccess', actionOnSuccess)
    if (declared.opensInBrowser) c.set('opensInBrowser', true)
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!(declared.repeats ?? isRead)) return respond(c)
    const name = `${c.req.method} ${c.req.routePath}`
    let body: Promise<void> | undefined
    const readBodyOnce = () => (body ??= readBody(c))
    let isAgain = false
    return assuming(
      c.var.db,
      name,
      () => {
        if (isAgain) forgetRun(c, actionOnSuccess)
        isAgain = true
        return respond(c, readBodyOnce)
      },
      (response) => response.body?.cancel(),
    )
  }
  async function readBody(c: Context<Env>) {
    if (json) await readJson(c, json, { isVisitor: !c.var.user, schedule: c.env?.schedule })
  }
  async function respond(c: Context<Env>, readOnce = () => readBody(c)): Promise<Response> {
    await identify(c)
    checkScope(c, scope)
    if (access.kind !== 'open') await checkPermission(c, access)
    else if (!access.inMaintenance) await refuseInMaintenance(c)
    const response = await beforeInput?.(c)
    if (response) return response
    if (schema) readQuery(c, schema)
    await readOnce()
    return handler(c as never) as Response | Promise<Response>
  }
  declarations.set(handle, declared)
  return handle as never
}

/** What handlers set; the others are set for each request, or anew by `identify`. */
type SetByRun = Omit<
  Env['Variables'],
  | keyof Services
  | 'requestId'
  | 'token'
  | 'user'
  | 'pendingEnrolment'
  | 'apiToken'
  | 'opensInBrowser'
>

/** The headers that handlers which may run again set by themselves. */
export const headersOfRuns = [...pagingHeaders, 'ETag', 'Content-Type', 'Content-Disposition']

/** Forgets what an outdated run of the handler has set. */
function forgetRun(c: Context<Env>, actionOnSuccess: AuditAction | undefined) {
  for (const name of headersOfRuns) c.header(name, undefined)
  const before = {
    action: undefined,
    actionOnSuccess,
    auditDetail: undefined,
    auditTarget: undefined,
    viewed: undefined,
  } satisfies { [Name in keyof Required<SetByRun>]: SetByRun[Name] | undefined }
  for (const [name, value] of Object.entries(before)) c.set(name as keyof SetByRun, value as never)
}

/** What is read of an app. */
export type App = Pick<Hono, 'routes'>

// `.route()` wraps the handlers of a sub-app with an error handler of its own.
const declarationOf = (handler: Parameters<typeof findTargetHandler>[0]) =>
  declarations.get(findTargetHandler(handler))

export type DeclaredRoute = { method: string; path: string; declaration: Declaration }

/**
 * Throws unless every method and path has exactly one handler and it is declared, so that no route
 * goes live without an access rule.
 */
export function refuseUndeclared(app: App): void {
  const seen = new Set<string>()
  for (const { method, path, handler } of app.routes) {
    // `.use()` registers middlewares for ALL, with two parameters; `.all()` registers handlers.
    if (method === 'ALL' && handler.length >= 2) continue
    const name = `${method} ${path}`
    if (!declarationOf(handler) || seen.has(name))
      throw new Error(
        `No single declared access: ${name}. Register one handler for it: route({ access, … }, handler)`,
      )
    seen.add(name)
  }
}

/** The declared routes of an app, in the order of their registration. */
export const declaredRoutes = ({ routes }: App): DeclaredRoute[] =>
  routes.flatMap(({ method, path, handler }) => {
    const declaration = declarationOf(handler)
    return declaration ? { method, path, declaration } : []
  })
