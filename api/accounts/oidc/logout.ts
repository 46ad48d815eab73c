import { createHash } from 'node:crypto'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { readBody } from '#api/core/http/input.ts'
import { Problem } from '#api/core/http/problem.ts'
import type { Env } from '#api/core/route/context.ts'
import {
  identities,
  later,
  logoutTokens,
  now,
  signInCodes,
  sessions as table,
  users,
} from '#db/schema.ts'
import { SignInRefused } from './provider.ts'

const maxBytes = 16 * 1024
/** Longer than a token is accepted. */
const rememberMs = 20 * 60_000

/** Ends what the provider's logout token names, also codes that no browser has exchanged yet. */
export async function endByProvider(c: Context<Env>) {
  const { db, sessions, companySignIn: company, limits, log } = c.var
  if (!company) throw new Problem(400, "The company's sign-in is not set up")
  if (!(await limits.companySignIn(c.env.ip)))
    throw new Problem(503, 'Too many logouts. Try again.', { headers: { 'Retry-After': '60' } })
  const form = new URLSearchParams(Buffer.from(await readBody(c.req.raw, maxBytes)).toString())
  const invalid = new Problem(400, 'The logout token is not valid')
  const given = form.get('logout_token')
  if (!given) throw invalid
  const token = await company.provider.readLogoutToken(given).catch((error: unknown) => {
    if (!(error instanceof SignInRefused)) throw error
    log.warn({ err: error.cause, failure: error.failure }, 'logout of the provider not read')
    throw new Problem(503, "Can't reach the provider", { headers: { 'Retry-After': '60' } })
  })
  if (!token) {
    log.info({ ip: c.env.ip }, 'logout token refused')
    throw invalid
  }
  const { iss, jti, sub, sid } = token
  const id = createHash('sha256').update(`${iss} ${jti}`).digest('hex')
  const isNew = sql`not exists (select 1 from ${logoutTokens} where ${logoutTokens.id} = ${id})`
  const ofAccount = sql`select ${identities.id} from ${identities} where ${and(
    eq(identities.issuer, iss),
    sub === undefined ? undefined : eq(identities.sub, sub),
  )}`
  // Without a name of the session, all of the account end.
  const isIts = (column: typeof table.sid | typeof signInCodes.sid) =>
    sid === undefined
      ? undefined
      : or(eq(column, sid), sub === undefined ? undefined : isNull(column))
  const [ended, , , used] = await db.batch([
    sessions.endThose(and(sql`${table.identity_id} in (${ofAccount})`, isIts(table.sid), isNew)),
    db
      .delete(signInCodes)
      .where(and(sql`${signInCodes.identity_id} in (${ofAccount})`, isIts(signInCodes.sid), isNew)),
    db.delete(logoutTokens).where(lte(logoutTokens.expires_at, now)),
    db
      .insert(logoutTokens)
      .values({ id, expires_at: later(rememberMs) })
      .onConflictDoNothing()
      .returning({ id: logoutTokens.id }),
  ])
  if (!used.length) throw invalid
  const [first] = ended
  const [user] = first ? await db.select().from(users).where(eq(users.id, first.user_id)) : []
  if (user) c.set('auditTarget', user)
  else c.set('actionOnSuccess', undefined)
  c.set('auditDetail', { by: company.label })
  log.info({ user: user?.id, sessions: ended.length }, 'signed out by the provider')
  return c.body(null, 200)
}
