import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { prepared } from '#db/prepared.ts'
import { settings } from '#db/schema.ts'
import { Problem } from './http/problem.ts'
import type { Env } from './http.ts'

const sentence = 'The site is being worked on and will be back soon. Please try again later.'

/** What visitors read. The settings stay readable, since they say that there is maintenance; sign-in is the staff's. */
const publicReads = /^\/api\/(pages\/published|pages\/slug\/[^/]+)$/

const switchedOn = prepared((db) =>
  db
    .select({ id: settings.id })
    .from(settings)
    .where(and(eq(settings.key, 'maintenance_mode'), eq(settings.value, 'true')))
    .prepare(),
)

/** Throws 503 for a visitor while `maintenance_mode` is on; who is signed in goes on working. */
export async function refuseInMaintenance({ var: { db, user } }: Context<Env>) {
  if (user) return
  if (await switchedOn(db).get())
    throw new Problem(503, sentence, { headers: { 'Retry-After': '300' } })
}

/** The same for every public read. Submitting asks for itself, since it must read its form first. */
export const maintenance = createMiddleware<Env>(async function maintenance(c, next) {
  if (['GET', 'HEAD'].includes(c.req.method) && publicReads.test(c.req.path))
    await refuseInMaintenance(c)
  await next()
})

/** Wanted by whoever switched it on: nothing to log as a failure. */
export const isMaintenance = (error: unknown) =>
  error instanceof Problem && error.status === 503 && error.message === sentence
