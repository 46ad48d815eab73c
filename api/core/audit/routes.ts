import { and, desc, eq, gte, lt, or, type SQL } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { auditEvents as table } from '#db/schema.ts'
import { columnsOf } from '../http/columns.ts'
import { csvSeparator, type Separator } from '../http/contract/csv.ts'
import { paging } from '../http/contract/paging.ts'
import { csvLine } from '../http/csv.ts'
import { contains } from '../http/like.ts'
import { pageOf } from '../http/list.ts'
import { textStream } from '../http/text-stream.ts'
import { asExport } from '../limits/export-limit.ts'
import type { Env } from '../route/context.ts'
import { admins, route } from '../route/route.ts'
import { auditRow } from './contract/row.ts'
import { auditFilter } from './contract.ts'

type Filter = z.output<z.ZodObject<typeof auditFilter>>

const matching = ({ action, q, from, to }: Filter): SQL | undefined =>
  and(
    action === 'all' ? undefined : eq(table.action, action),
    q
      ? or(...[table.actor_name, table.target_name, table.ip].map((column) => contains(column, q)))
      : undefined,
    from ? gte(table.at, from) : undefined,
    // After every hour of that day.
    to ? lt(table.at, `${to}T24`) : undefined,
  )

const columns = columnsOf(table, auditRow)
const perStep = 500

/** The events, newest first, in steps so that a long trail doesn't fill the memory. */
async function* stepsOf(c: Context<Env>, where: SQL | undefined) {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await c.var.db
      .select(columns)
      .from(table)
      .where(and(where, lt(table.id, before)))
      .orderBy(desc(table.id))
      .limit(perStep)
    yield rows
    const last = rows.at(-1)
    if (!last) return
    before = last.id
  }
}

async function* linesOf(c: Context<Env>, where: SQL | undefined, separator: Separator) {
  yield csvLine(Object.keys(columns), separator)
  for await (const events of stepsOf(c, where))
    yield events
      .map(({ detail, ...event }) =>
        csvLine([...Object.values(event), JSON.stringify(detail)], separator),
      )
      .join('')
}

export const auditTrail = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List who did what, newest first',
        access: admins,
        query: { ...paging, ...auditFilter },
        answers: { 200: auditRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const where = matching(c.req.valid('query'))
        const rows = pageOf(c, db.$count(table, where), (limit, offset) =>
          db
            .select(columns)
            .from(table)
            .where(where)
            .orderBy(desc(table.id))
            .limit(limit)
            .offset(offset),
        )
        return c.json(await rows)
      },
    ),
  )

  .get(
    '/export',
    route(
      {
        summary: 'Export who did what',
        access: admins,
        query: { ...auditFilter, separator: csvSeparator },
        answers: {
          200: {
            description: 'All that matches, newest first, one event a line (RFC 4180).',
            content: { 'text/csv': { schema: { type: 'string' } } },
          },
          429: 'refused',
        },
        audit: 'audit.exported',
      },
      (c) =>
        asExport(c, () => {
          const { separator, ...filter } = c.req.valid('query')
          const where = matching(filter)
          c.header('Content-Type', 'text/csv; charset=utf-8')
          c.header('Content-Disposition', 'attachment; filename="audit-trail.csv"')
          return c.body(textStream(linesOf(c, where, separator)))
        }),
    ),
  )
