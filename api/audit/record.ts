import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AuditAction } from '#db/enums.ts'
import { auditEvents } from '#db/schema.ts'
import type { Env } from '../context.ts'
import { erasedApplicant, isAboutApplication } from './about-applications.ts'

/** The fields of a response row that the trail keeps, besides the name. */
const recordedFields = [
  'role',
  'is_active',
  'permissions',
  'status',
  'slug',
  'is_published',
  'value',
  'sent',
]

type Row = Record<string, unknown>

const nameOf = ({ first_name, last_name, title, key, subject }: Row) =>
  first_name ? `${first_name} ${last_name}` : String(title ?? key ?? subject ?? '')

/** The row in the response; {} without one. */
async function responseRow({ res }: Context<Env>): Promise<Row> {
  const isJson = res.headers.get('content-type')?.startsWith('application/json')
  return isJson ? res.clone().json() : {}
}

const actionOf = (c: Context<Env>): AuditAction | undefined =>
  c.var.action ?? (c.res.ok ? c.var.actionOnSuccess : undefined)

/** Somebody may have been erased since the response was made. */
const unlessErased = (id: number, name: string) =>
  sql<string>`iif(exists (select 1 from applications where id = ${id}), ${name}, ${erasedApplicant})`

function eventOf(c: Context<Env>, action: AuditAction, row: Row) {
  const about = action.startsWith('session.') ? {} : row
  const actor = c.var.user ?? (row.user as typeof c.var.user) ?? c.var.auditTarget
  const target = { ...about, ...(c.var.user && c.var.auditTarget) } as Row
  const id = Number(target.id ?? c.req.param('id'))
  // An email's subject may name the applicant too.
  const person = isAboutApplication(action) ? id : Number(c.var.auditDetail?.application_id)
  const sent = c.req.valid('json' as never) as Row | undefined
  return {
    actor_id: actor?.id ?? null,
    actor_name: actor ? nameOf(actor as Row) : '',
    ip: c.env.ip,
    action,
    target_id: Number.isInteger(id) ? id : null,
    target_name: person ? unlessErased(person, nameOf(target)) : nameOf(target),
    detail: {
      ...Object.fromEntries(
        recordedFields.flatMap((field) => (field in about ? [[field, about[field]]] : [])),
      ),
      ...(about !== row || !sent?.password ? {} : { password: 'set' }),
      ...('invitation' in about && { link: 'created' }),
      ...c.var.auditDetail,
    },
  }
}

/**
 * Records changes and views before the response is sent. A change that can't be recorded has
 * happened anyway, so that is only logged; a letter whose view can't be recorded isn't sent.
 */
export const audit = createMiddleware<Env>(async function audit(c, next) {
  await next()
  const { db, log, viewed } = c.var
  const action = actionOf(c)
  const views = viewed && c.res.status < 500 ? [eventOf(c, 'application.viewed', viewed)] : []
  if (!action && !views.length) return
  const changes = action ? [eventOf(c, action, await responseRow(c))] : []
  try {
    await db.insert(auditEvents).values([...views, ...changes])
  } catch (err) {
    if (viewed) throw err
    log.error({ err, action }, 'not recorded in the audit trail')
  }
})
