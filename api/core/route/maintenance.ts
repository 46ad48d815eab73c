import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { prepared } from '#db/prepared.ts'
import { settings } from '#db/schema.ts'
import { Problem } from '../http/problem.ts'
import { languages, siteLanguage } from '../words/contract.ts'
import type { Env } from './context.ts'

const words = languages[siteLanguage].server

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
  const sentence = req.method === 'POST' ? words.maintenanceOfForm : words.maintenance
  throw new Problem(503, sentence, { headers: { 'Retry-After': '300' } })
}

/** Expected during maintenance; not logged as an error. */
export const isMaintenance = (error: unknown) =>
  error instanceof Problem &&
  error.status === 503 &&
  [words.maintenance, words.maintenanceOfForm].includes(error.message)
