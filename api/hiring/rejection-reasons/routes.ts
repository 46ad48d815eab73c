import { type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { givenTag, ifMatch, tagOf } from '#api/core/http/if-match.ts'
import { Problem } from '#api/core/http/problem.ts'
import { stale } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { type Access, canWriteTexts, route } from '#api/core/route/route.ts'
import type { Db } from '#db/client.ts'
import { rejectionReasons as table, templates } from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { reasonRow } from './contract/row.ts'
import { type Reasons, reasons } from './contract.ts'
import { listReasons } from './reasons.ts'

const rows = reasonRow.array()
const readers: Access = {
  kind: 'can',
  anyOf: ['review_applications', 'manage_settings'],
  members: 'of any job',
}

/** SQL: the reasons as text, the same for the same reasons. */
const state = sql<string>`(
  select json_group_array(json_array(id, name, template_id)) from (
    select id, name, template_id from ${table} where place is not null order by place))`

const readState = async (db: Db) =>
  (await db.all<{ state: string }>(sql`select ${state} as state`))[0]?.state ?? '[]'

async function answer(c: Context<Env>) {
  c.header('ETag', tagOf(await readState(c.var.db)))
  return listReasons(c.var.db)
}

async function refuseUnknown(db: Db, given: Reasons) {
  const [known, letters] = await Promise.all([
    listReasons(db),
    db.select({ id: templates.id }).from(templates),
  ])
  const isIn = (list: { id: number }[], id: number | null | undefined) =>
    id == null || list.some((one) => one.id === id)
  const details = given.flatMap(({ id, template_id }, index) => [
    ...(isIn(known, id)
      ? []
      : [{ path: [index, 'id'], message: 'This reason is gone. Remove it, or add it again.' }]),
    ...(isIn(letters, template_id)
      ? []
      : [{ path: [index, 'template_id'], message: 'This template is gone. Choose another.' }]),
  ])
  const [first] = details
  if (first) throw new Problem(400, first.message, { details })
}

/** Replaces the reasons; false if they are no longer those of `base`. Removed ones keep their row. */
function write(db: Db, given: Reasons, base: string | undefined) {
  const list = JSON.stringify(given)
  const isSame: SQL = base === undefined ? sql`1` : sql`(${state} = ${base})`
  return writeIf(db, isSame, [
    db.run(sql`update ${table} set place = null where place is not null`),
    db.run(sql`
      update ${table} set place = given.key, name = given.value ->> 'name',
        template_id = given.value ->> 'template_id'
      from json_each(${list}) as given where ${table.id} = given.value ->> 'id'`),
    db.run(sql`
      insert into ${table} (place, name, template_id)
      select key, value ->> 'name', value ->> 'template_id'
      from json_each(${list}) where value ->> 'id' is null order by key`),
  ])
}

export const rejectionReasons = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List the reasons for rejection',
        description: 'The ETag names the version, for If-Match. Candidates never see them.',
        access: readers,
        answers: { 200: rows },
      },
      async (c) => c.json(await answer(c)),
    ),
  )

  .put(
    '/',
    route(
      {
        summary: 'Change the reasons for rejection',
        description:
          'One without an id is new. One that is left out is no longer offered; applications rejected for it keep it. With If-Match, reasons that someone else has changed since are answered with 409.',
        headers: ifMatch,
        access: canWriteTexts,
        json: { schema: reasons, example: [{ name: 'Other experience needed' }] },
        answers: { 200: rows, 409: conflictWith(rows) },
        audit: 'rejection_reasons.changed',
      },
      async (c) => {
        const { db } = c.var
        const given = c.req.valid('json')
        await refuseUnknown(db, given)
        const match = givenTag(c)
        const base = match === undefined ? undefined : await readState(db)
        if (base !== undefined && match !== tagOf(base)) throw stale(await answer(c))
        if (!(await write(db, given, base))) throw stale(await answer(c))
        return c.json(await answer(c))
      },
    ),
  )
