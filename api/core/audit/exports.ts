import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { applications, auditEvents } from '#db/schema.ts'
import { type Env, signedInUser } from '../route/context.ts'
import { actorName } from './actor-name.ts'

/** Events per statement: a few milliseconds. */
const step = 1000

/**
 * The ids, each after the event that says that the application leaves. The first events are
 * recorded before this returns, so that an export that cannot be recorded is refused.
 */
export async function recordedExport(
  c: Context<Env>,
  ids: readonly number[],
  format: 'csv' | 'zip',
): Promise<() => AsyncGenerator<number[]>> {
  let recorded = 0
  const recordUpTo = async (end: number) => {
    if (end <= recorded) return
    await recordExport(c, ids.slice(recorded, end), format)
    recorded = end
  }
  await recordUpTo(Math.min(step, ids.length))
  return async function* () {
    for (let at = 0; at < ids.length; at += step) {
      await recordUpTo(Math.min(at + step, ids.length))
      yield ids.slice(at, at + step)
    }
  }
}

/** Records whose applications leave: an event for each, or none. */
export async function recordExport(
  c: Context<Env>,
  ids: readonly number[],
  format: 'csv' | 'zip' | 'person',
): Promise<void> {
  if (c.req.method === 'HEAD') return
  const user = signedInUser(c)
  await c.var.db.run(sql`
    insert into ${auditEvents} (actor_id, actor_name, ip, action, target_id, target_name, detail)
    select ${user.id}, ${actorName(c, user)}, ${c.env.ip}, 'application.exported', id,
      first_name || ' ' || last_name, ${JSON.stringify({ format })}
    from ${applications} where id in (select value from json_each(${JSON.stringify(ids)}))
    order by id`)
}
