import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context, Next } from 'hono'
import type { User } from 'lucia'
import type { Logger } from 'pino'
import { isApiToken } from '#api/accounts/tokens/contract/scopes.ts'
import type { Question } from '#api/hiring/applications/contract/answers.ts'
import type { StagedFile } from '#api/hiring/applications/contract/staged.ts'
import type { Db } from '#db/client.ts'
import type { ApiScope, AuditAction } from '#db/enums.ts'
import type { Secrets } from '../environment/secrets.ts'
import type { FileStore } from '../files/store.ts'
import { Problem } from '../http/problem.ts'
import type { ExportSlots } from '../limits/export-limit.ts'
import type { Limits } from '../limits/limits.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Outbox } from '../mail/outbox.ts'
import { lastSiteLanguage } from '../site-settings/site-settings.ts'
import { isLanguage } from '../words/contract/names.ts'
import { askedLanguage, inLanguage } from '../words/reader.ts'

/** What only the HTTP server knows about a request. */
export type ServerBindings = {
  /** The client's address, already decided between socket and trusted proxy. */
  ip: string
  requestId?: string
  /** The raw request stream: cheaper for large bodies than a web stream. */
  incoming?: Readable
  /** The page that asks was already counted against the limit of private pages. */
  isCounted?: boolean
  /** Resolves when overload protection allows more CPU work; without it, work starts at once. */
  schedule?: () => Promise<void>
  /** The host from a trusted proxy; otherwise the Host header counts. */
  host?: string
  /** Whether a trusted proxy reports TLS. */
  overTls?: boolean
  /**
   * Set for form posts without JavaScript: the job in the page's URL, and an object that receives
   * the submitted fields, to show them again. `staged` receives the kept files by field, `questions`
   * those that a job has or had when it was open.
   */
  withoutScript?: {
    job_id: string
    typed: Record<string, string>
    staged?: Record<string, StagedFile>
    questions?: Question[]
  }
}

/**
 * The parts of the running process that handlers use. A room of another wing declares its own, so
 * that core knows none of them: `declare module '#api/core/route/context.ts' { interface Services }`.
 */
export interface Services {
  db: Db
  store: FileStore
  log: Logger
  limits: Limits
  exportSlots: ExportSlots
  /** The From address. */
  mailFrom: string
  /** PUBLIC_URL from the environment; takes precedence over the setting `public_url`. */
  publicUrl: string | undefined
  /** The process's own origin, for links while no public URL is set; never the Host header. */
  ownAddress: () => string
  /** Undefined where mail is only queued. */
  mailer: Mailer | undefined
  /** Encrypts what the database stores but must not reveal. */
  secrets: Secrets
  /** The mail worker; undefined where mail is only queued. */
  outbox: Pick<Outbox, 'pause' | 'removeFiles' | 'tryNow' | 'wake'> | undefined
}

export type Env = {
  Bindings: ServerBindings
  Variables: Services & {
    requestId: string
    /** The bearer token as sent, valid or not. */
    token: string | undefined
    /** The signed-in user; null for visitors and stale tokens. */
    user: User | null
    /** Signed in, but must set up two-step sign-in before becoming `user`. */
    pendingEnrolment: User | null
    /** The API token of a call by a program, which acts as `user`; null for people. */
    apiToken: { id: number; name: string; scopes: readonly ApiScope[] } | null
    /** As the route declares. */
    opensInBrowser?: true
    /** What the audit trail records if the call succeeds, as the route declares. */
    actionOnSuccess?: AuditAction | undefined
    /** What the audit trail keeps besides the fields of the response. */
    auditDetail?: Record<string, string>
    /** What the audit trail records instead, whatever the status. */
    action?: AuditAction
    /** The application whose letter the answer carries. */
    viewed?: {
      id: number
      first_name: string
      last_name: string
      /** Whether this view was recorded less than an hour ago, where that was read already. */
      isRecorded?: boolean
      /** A statement for the same batch. */
      also?: BatchItem<'sqlite'>
    }
    /** The audit trail's target where neither session nor response shows it. */
    auditTarget?: {
      id: number
      first_name?: string
      last_name?: string
      title?: string
      subject?: string
    }
  }
}

/** Gives each request the services, an id, a log that names it, and the headers of every answer. */
export function provide(services: Services) {
  const entries = Object.entries(services) as [keyof Services, never][]
  return async function provideServices(c: Context<Env>, next: Next) {
    const requestId = c.env?.requestId ?? randomUUID()
    for (const [name, service] of entries) c.set(name, service)
    c.set('requestId', requestId)
    c.set('log', services.log.child({ request_id: requestId }))
    c.set('user', null)
    c.set('pendingEnrolment', null)
    c.set('apiToken', null)
    c.set('token', readBearerToken(c.req.header('authorization')))
    // Set before next(): changing a finished response makes Hono copy it.
    c.header('X-Request-Id', requestId)
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    const lang = c.req.query('lang') ?? ''
    // As the site's: the back office has its own words, and staff see what visitors read.
    const language = isLanguage(lang) ? lang : (askedLanguage() ?? lastSiteLanguage(services.db))
    await inLanguage(language, next)
  }
}

type Found = {
  user: User
  isPendingEnrolment: boolean
  apiToken?: NonNullable<Env['Variables']['apiToken']>
}

async function findUser({ var: { token, sessions, tokens, limits } }: Context<Env>) {
  if (!token) return null
  if (!isApiToken(token)) return sessions.find(token)
  const found = await tokens.find(token)
  if (found) await limits.tokenCall(found.apiToken.id)
  return found
}

function setUser(c: Context<Env>, found: Found | null) {
  c.set('apiToken', found?.apiToken ?? null)
  c.set('user', found?.isPendingEnrolment ? null : (found?.user ?? null))
  c.set('pendingEnrolment', found?.isPendingEnrolment ? found.user : null)
}

/** Finds the signed-in user by the token; what the user may do is checked by each route. */
export const identify = async (c: Context<Env>) => setUser(c, await findUser(c))

/** The token of an Authorization header (RFC 6750 §2.1), not verified. */
const readBearerToken = (header: string | undefined) =>
  /^Bearer ([\w-]{1,200})$/i.exec(header ?? '')?.[1]

export const signedOut = () =>
  new Problem(401, 'Please sign in', { headers: { 'WWW-Authenticate': 'Bearer' } })

/** The signed-in user; throws 401 for others, and 403 while they must set up two-step sign-in. */
export function signedInUser(c: Context<Env>): User {
  if (!c.var.user && c.var.pendingEnrolment)
    throw new Problem(403, 'Set up two-step sign-in first', { second_factor: true })
  if (!c.var.user) throw signedOut()
  return c.var.user
}
