import type { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { User } from 'lucia'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import type { AuditAction } from '#db/enums.ts'
import type { Sessions } from './auth/sessions.ts'
import type { ResumeStore } from './files/store.ts'
import { Problem } from './http/problem.ts'
import type { Limits } from './limits.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outbox } from './mail/outbox.ts'

/** What only the HTTP server knows about a request. */
export type ServerBindings = {
  /** The client's address, already decided between socket and trusted proxy. */
  ip: string
  requestId?: string
  /** The body as it comes from the socket: a large one is read from here without the detour of a web stream. */
  incoming?: Readable
  /** Resolves when overload protection has time for more computing. Absent: at once. */
  schedule?: () => Promise<void>
  /** The host the visitor asked for, when a trusted proxy says so; else the Host header counts. */
  host?: string
  /** Whether a trusted proxy says that the visitor came to it over TLS. */
  overTls?: boolean
  /**
   * Set by the page that takes the form of a visitor without script: the job that its address names,
   * and where the typed fields are put, to be shown again.
   */
  withoutScript?: { job_id: string; typed: Record<string, string> }
}

export type Env = {
  Bindings: ServerBindings
  Variables: {
    db: Db
    store: ResumeStore
    sessions: Sessions
    limits: Limits
    log: Logger
    /** The sender of what we mail. */
    mailFrom: string
    /** PUBLIC_URL of the environment: takes precedence over the setting `public_url`. */
    publicUrl: string | undefined
    /** Where this process says that it can be reached; never what the request's Host header says. */
    ownAddress: string
    /** How mail leaves; undefined where it is only written down. */
    mailer: Mailer | undefined
    /** Who sends it; nobody where mail is only written down. */
    outbox: Pick<Outbox, 'pause' | 'removeFiles' | 'tryNow'> | undefined
    requestId: string
    /** The bearer token as sent, whatever it is worth. */
    token: string | undefined
    /** Who is asking; null for a visitor, also for one with a stale token. */
    user: User | null
    /** Who must set up two-step sign-in first: not yet `user`. */
    pendingEnrolment: User | null
    /** What the audit trail records if the call succeeds, as the route declares. */
    actionOnSuccess?: AuditAction
    /** What the audit trail records instead, whatever the status. */
    action?: AuditAction
    /** The application whose letter the answer carries. */
    viewed?: { id: number; first_name: string; last_name: string }
    /** Whom or what the call is about, for the audit trail, where neither session nor answer tells. */
    auditTarget?: { id: number; first_name?: string; last_name?: string; subject?: string }
  }
}

/** The token of an Authorization header (RFC 6750 §2.1), whatever it is worth; undefined without one. */
export const readBearerToken = (header: string | undefined) =>
  /^Bearer ([\w-]{1,200})$/i.exec(header ?? '')?.[1]

export const signedOut = () =>
  new Problem(401, 'Please sign in', { headers: { 'WWW-Authenticate': 'Bearer' } })

/** The signed-in person; 401 for anyone else, and 403 for who has to set up two-step sign-in first. */
export function signedInUser(c: Context<Env>): User {
  if (!c.var.user && c.var.pendingEnrolment)
    throw new Problem(403, 'Set up two-step sign-in first', { second_factor: true })
  if (!c.var.user) throw signedOut()
  return c.var.user
}

/** The id in the path; whatever is not the digits of a positive integer does not exist. */
export function idOf(c: Context<Env>, missing: string): number {
  const id = c.req.param('id') ?? ''
  if (!/^[1-9]\d{0,15}$/.test(id) || Number(id) > Number.MAX_SAFE_INTEGER)
    throw new Problem(404, missing)
  return Number(id)
}

/** The row, or 404. */
export function orNotFound<T>(row: T | undefined | null, missing: string): T {
  if (row === undefined || row === null) throw new Problem(404, missing)
  return row
}

/** 409 for a PUT whose row has moved on since it was read; `current` is the row as GET returns it. */
export const stale = (current: object) =>
  new Problem(
    409,
    'Somebody else has changed this in the meantime. Compare your version with the current one and save again.',
    { current },
  )
