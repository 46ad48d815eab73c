import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { auditEvents as table } from '#db/schema.ts'
import { columnsOf } from '../http/columns.ts'
import { csvSeparator, type Separator } from '../http/contract/csv.ts'
import { maxCounted } from '../http/contract/max-counted.ts'
import { paging } from '../http/contract/paging.ts'
import { csvLine } from '../http/csv.ts'
import { contains } from '../http/like.ts'
import { type Paging, pageOf } from '../http/list.ts'
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

/** Events per statement: between two, others are answered. */
const perSlice = 100_000
/** On a server, each statement is a round trip, and other calls don't wait for it. */
const perSliceOfServer = 1_000_000

/**
 * A search reads all events, so it stops where counting may, in slices of ids; a server reads them
 * at once. Answers the ids up to the end of the page, and the count.
 */
async function search(db: Db, where: SQL | undefined, { page, per_page }: Paging) {
  const isShort = page * per_page < maxCounted
  const [newest] = await db.all<{ id: number | null }>(sql`select max(id) as id from ${table}`)
  const ids: number[] = []
  const size = db.$client.protocol === 'file' ? perSlice : perSliceOfServer
  const maxIds = isShort ? maxCounted + 1 : page * per_page
  let total = 0
  for (let to = newest?.id ?? 0; to > 0 && !(isShort && total > maxCounted); to -= size) {
    const [slice] = await db.all<{ ids: string; total: number }>(sql`
      with found as materialized (
        select id from ${table} where ${and(where, lte(table.id, to), gt(table.id, to - size))}
        order by id desc limit ${isShort ? maxIds - total : -1})
      select (select count(*) from found) as total, json_group_array(id) as ids
      from (select id from found order by id desc limit ${maxIds - ids.length})`)
    for (const id of JSON.parse(slice?.ids ?? '[]')) ids.push(id)
    total += slice?.total ?? 0
    await setImmediate()
  }
  const isCapped = isShort && total > maxCounted
  return { ids, total: isCapped ? maxCounted : total, isCapped }
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
        const query = c.req.valid('query')
        const where = matching(query)
        const some = db.select(columns).from(table).orderBy(desc(table.id))
        if (!query.q)
          return c.json(
            await pageOf(c, db.$count(table, where), (limit, offset) =>
              some.where(where).limit(limit).offset(offset),
            ),
          )
        const { ids, ...counted } = await search(db, where, query)
        const rows = pageOf(c, Promise.resolve(counted), async (limit, offset) =>
          some.where(inArray(table.id, ids.slice(offset, offset + limit))),
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
