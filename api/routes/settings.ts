import { asc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { settings as table } from '#db/schema.ts'
import type { Env } from '../http.ts'

export const settings = new Hono<Env>().get('/public', async (c) => {
  const rows = await c.var.db
    .select({ key: table.key, value: table.value })
    .from(table)
    .where(eq(table.is_public, true))
    .orderBy(asc(table.id))
  return c.json(rows)
})
