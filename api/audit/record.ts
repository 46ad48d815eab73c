import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AuditAction } from '#db/enums.ts'
import { auditEvents } from '#db/schema.ts'
import type { Env } from '../http.ts'

/** The calls that the audit trail records when they succeed; views of applications are recorded wherever they happen. */
export const recorded: Record<string, AuditAction> = {
  'POST /auth/login': 'session.started',
  'POST /auth/logout': 'session.ended',
  'DELETE /auth/sessions': 'session.ended',
  'DELETE /auth/sessions/:id': 'session.ended',
  'POST /auth/forgot-password': 'password.asked',
  'POST /auth/reset-password': 'password.reset',
  'POST /auth/change-password': 'password.changed',
  'PUT /auth/profile': 'profile.changed',
  'POST /auth/second-factor': 'second_factor.begun',
  'POST /auth/second-factor/confirm': 'second_factor.on',
  'POST /auth/second-factor/recovery-codes': 'second_factor.codes',
  'POST /auth/second-factor/turn-off': 'second_factor.off',
  'POST /users': 'user.created',
  'PUT /users/:id': 'user.changed',
  'POST /users/:id/invite': 'user.invited',
  'DELETE /users/:id/second-factor': 'second_factor.reset',
  'DELETE /users/:id': 'user.deleted',
  'POST /pages': 'page.created',
  'PUT /pages/:id': 'page.changed',
  'POST /pages/:id/publish': 'page.published',
  'POST /pages/:id/unpublish': 'page.unpublished',
  'DELETE /pages/:id': 'page.deleted',
  'POST /applications/manual': 'application.created',
  'PUT /applications/:id': 'application.changed',
  'DELETE /applications/:id': 'application.deleted',
  'GET /applications/:id/resume': 'resume.downloaded',
  'POST /settings': 'setting.created',
  'PUT /settings/:id': 'setting.changed',
  'PUT /settings/key/:key': 'setting.changed',
  'DELETE /settings/:id': 'setting.deleted',
  'DELETE /settings/key/:key': 'setting.deleted',
  'POST /outbox/test': 'mail.tested',
  'POST /outbox/:id/retry': 'mail.retried',
  'GET /audit/export': 'audit.exported',
}

/** Of the row that a call answers, what the trail keeps beside its name. */
const kept = ['role', 'is_active', 'permissions', 'status', 'slug', 'is_published', 'value']

type Row = Record<string, unknown>

/** How a person calls the row. */
const nameOf = ({ first_name, last_name, title, key, subject }: Row) =>
  first_name ? `${first_name} ${last_name}` : String(title ?? key ?? subject ?? '')

/** The row that the call answers; {} when it answers none. */
async function answered({ res }: Context<Env>): Promise<Row> {
  const isJson = res.headers.get('content-type')?.startsWith('application/json')
  return isJson ? res.clone().json() : {}
}

function actionOf(c: Context<Env>): AuditAction | undefined {
  if (c.var.action) return c.var.action
  // Once it is answered, this is the path of the handler that answered.
  const call = `${c.req.method} ${routePath(c).replace(/^\/api/, '')}`
  if (c.res.ok) return c.var.actionOnSuccess ?? recorded[call]
  return c.res.status === 401 && call === 'POST /auth/login' ? 'session.refused' : undefined
}

function eventOf(c: Context<Env>, action: AuditAction, row: Row): typeof auditEvents.$inferInsert {
  const about = action.startsWith('session.') ? {} : row
  const actor = c.var.user ?? (row.user as typeof c.var.user) ?? c.var.concerns
  const target = { ...about, ...(c.var.user && c.var.concerns) } as Row
  const id = Number(target.id ?? c.req.param('id'))
  const sent = c.req.valid('json' as never) as Row | undefined
  return {
    actor_id: actor?.id ?? null,
    actor_name: actor ? nameOf(actor as Row) : '',
    ip: c.env.ip,
    action,
    target_id: Number.isInteger(id) ? id : null,
    target_name: nameOf(target),
    detail: {
      ...Object.fromEntries(
        kept.flatMap((field) => (field in about ? [[field, about[field]]] : [])),
      ),
      ...(about !== row || !sent?.password ? {} : { password: 'set' }),
      ...('invitation' in about && { link: 'created' }),
    },
  }
}

/**
 * Records what was done and seen, before it is answered. A change that cannot be recorded has happened
 * all the same, so that is only logged; a letter whose view cannot be recorded is not sent.
 */
export const audit = createMiddleware<Env>(async function audit(c, next) {
  await next()
  const { db, log, viewed } = c.var
  const action = actionOf(c)
  const views = viewed && c.res.status < 500 ? [eventOf(c, 'application.viewed', viewed)] : []
  if (!action && !views.length) return
  const changes = action ? [eventOf(c, action, await answered(c))] : []
  try {
    await db.insert(auditEvents).values([...views, ...changes])
  } catch (err) {
    if (viewed) throw err
    log.error({ err, action }, 'not recorded in the audit trail')
  }
})
