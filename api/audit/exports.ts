import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { applications, auditEvents } from '#db/schema.ts'
import { type Env, signedInUser } from '../context.ts'
import { fullName } from '../http/contract/text.ts'

/** Records, before the first byte leaves, whose applications do: an event for each, or none. */
export async function recordExport(
  c: Context<Env>,
  ids: readonly number[],
  format: 'csv' | 'zip' | 'person',
): Promise<void> {
  if (c.req.method === 'HEAD') return
  const user = signedInUser(c)
  await c.var.db.run(sql`
    insert into ${auditEvents} (actor_id, actor_name, ip, action, target_id, target_name, detail)
    select ${user.id}, ${fullName(user)}, ${c.env.ip}, 'application.exported', id,
      first_name || ' ' || last_name, ${JSON.stringify({ format })}
    from ${applications} where id in (select value from json_each(${JSON.stringify(ids)}))
    order by id`)
}
