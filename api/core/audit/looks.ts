import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { applications, auditEvents } from '#db/schema.ts'
import { seesEvaluations } from '../reviewers/evaluations.ts'
import { type Env, signedInUser } from '../route/context.ts'
import { actorName } from './actor-name.ts'

/**
 * Records, before anything leaves, that an admin looks at evaluations of these applications without
 * having given or waived their own.
 */
export async function recordLook(c: Context<Env>, ids: readonly number[]): Promise<void> {
  if (c.req.method === 'HEAD') return
  const me = signedInUser(c)
  await c.var.db.run(sql`
    insert into ${auditEvents} (actor_id, actor_name, ip, action, target_id, target_name)
    select ${me.id}, ${actorName(c, me)}, ${c.env.ip}, 'evaluations.seen', id,
      first_name || ' ' || last_name
    from ${applications}
    where id in (select value from json_each(${JSON.stringify(ids)}))
      and not ${seesEvaluations(me, applications.id)}
    order by id`)
}
