import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { Problem } from '#api/core/http/problem.ts'
import type { Db } from '#db/client.ts'
import { rejectionReasons as table } from '#db/schema.ts'

/** Those that are offered, in order. */
export const listReasons = (db: Db) =>
  db
    .select({ id: table.id, name: table.name, template_id: table.template_id })
    .from(table)
    .where(isNotNull(table.place))
    .orderBy(asc(table.place))

/** The name of a reason that is offered. Throws 400 on `reason_id` for any other. */
export async function nameOfReason(db: Db, id: number) {
  const [found] = await db
    .select({ name: table.name })
    .from(table)
    .where(and(eq(table.id, id), isNotNull(table.place)))
  if (!found) throw Problem.field(400, 'reason_id', 'This reason is no longer offered')
  return found.name
}
