import { type Placeholder, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Db } from '#db/client.ts'
import type { AuditAction } from '#db/enums.ts'
import { auditEvents } from '#db/schema.ts'
import type { Env } from '../route/context.ts'
import { erasedApplicant, isAboutApplication } from './about-applications.ts'
import { actorName } from './actor-name.ts'

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
    actor_name: c.var.user ? actorName(c, c.var.user) : actor ? nameOf(actor as Row) : '',
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

/** What only shows something: recorded once an hour for a person and a target, however often. */
const views: AuditAction[] = [
  'application.viewed',
  'correspondence.viewed',
  'resume.downloaded',
  'answer_file.downloaded',
  'document.downloaded',
]

type Event = ReturnType<typeof eventOf>

type View = {
  [Name in 'actor_id' | 'actor_name' | 'action' | 'target_id']: Event[Name] | Placeholder
}

/** SQL: this view was recorded less than an hour ago. */
const isRecorded = ({ actor_id, actor_name, action, target_id }: View) => sql`exists (
  select 1 from ${auditEvents} where ${auditEvents.target_id} = ${target_id}
    and ${auditEvents.action} = ${action} and ${auditEvents.actor_id} is ${actor_id}
    and ${auditEvents.actor_name} = ${actor_name}
    and ${auditEvents.at} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour'))`

/** SQL: the same, of the application `id` and the viewer of a call, in prepared queries. */
export const isViewRecorded = isRecorded({
  actor_id: sql.placeholder('viewer'),
  actor_name: sql.placeholder('viewer_name'),
  action: 'application.viewed',
  target_id: sql.placeholder('id'),
})

export const viewerOf = (c: Context<Env>) => ({
  viewer: c.var.user?.id ?? null,
  viewer_name: c.var.user ? actorName(c, c.var.user) : '',
})

async function isKnown(db: Db, event: Event) {
  const [found] = await db.all<{ is: number }>(sql`select ${isRecorded(event)} as "is"`)
  return Boolean(found?.is)
}

/** Batch statements that record a view. */
async function viewing(
  db: Db,
  event: Event,
  {
    isRecorded: isThere,
    also,
  }: NonNullable<Env['Variables']['viewed']> | Record<string, never> = {},
) {
  // Read first: a screen asks again and again, and even a write of nothing waits for its turn.
  const isNew = !(isThere ?? (await isKnown(db, event)))
  const record = db.run(sql`
    insert into ${auditEvents} (actor_id, actor_name, ip, action, target_id, target_name, detail)
    select ${event.actor_id}, ${event.actor_name}, ${event.ip}, ${event.action},
      ${event.target_id}, ${event.target_name}, ${JSON.stringify(event.detail)}
    where not ${isRecorded(event)}`)
  return [...(isNew ? [record] : []), ...(also ? [also] : [])]
}

/** Whether the response has the application that was loaded: an error may, as the row of now. */
async function showsApplication({ res }: Context<Env>) {
  if (res.ok) return true
  return res.status === 409 && 'current' in ((await res.clone().json()) as object)
}

/**
 * Records changes and views before the response is sent. A change that can't be recorded has
 * happened anyway, so that is only logged; a letter whose view can't be recorded isn't sent.
 */
export const audit = createMiddleware<Env>(async function audit(c, next) {
  await next()
  const { db, log, viewed } = c.var
  const action = actionOf(c)
  const isView = action && views.includes(action)
  try {
    const statements: BatchItem<'sqlite'>[] = []
    if (viewed && (await showsApplication(c)))
      statements.push(...(await viewing(db, eventOf(c, 'application.viewed', viewed), viewed)))
    if (isView) statements.push(...(await viewing(db, eventOf(c, action, {}))))
    else if (action)
      statements.push(db.insert(auditEvents).values(eventOf(c, action, await responseRow(c))))
    const [first, ...others] = statements
    if (first) await db.batch([first, ...others])
  } catch (err) {
    if (viewed || isView) throw err
    log.error({ err, action }, 'not recorded in the audit trail')
  }
})
