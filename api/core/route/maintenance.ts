import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { prepared } from '#db/prepared.ts'
import { settings } from '#db/schema.ts'
import { Problem } from '../http/problem.ts'
import { readerWords } from '../words/reader.ts'
import type { Env } from './context.ts'

const switchedOn = prepared((db) =>
  db
    .select({ id: settings.id })
    .from(settings)
    .where(and(eq(settings.key, 'maintenance_mode'), eq(settings.value, 'true')))
    .prepare(),
)

/** Throws 503 for visitors while `maintenance_mode` is on; signed-in users continue working. */
export async function refuseInMaintenance({ req, var: { db, user } }: Context<Env>) {
  if (user || !(await switchedOn(db).get())) return
  const words = readerWords().server
  const sentence = req.method === 'POST' ? words.maintenanceOfForm : words.maintenance
  throw new Problem(503, sentence, { headers: { 'Retry-After': '300' } })
}

/** Expected during maintenance; not logged as an error. */
export function isMaintenance(error: unknown) {
  const words = readerWords().server
  return (
    error instanceof Problem &&
    error.status === 503 &&
    [words.maintenance, words.maintenanceOfForm].includes(error.message)
  )
}
