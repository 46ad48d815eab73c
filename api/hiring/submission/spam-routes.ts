import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { actorName } from '#api/core/audit/actor-name.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { auditEvents, applications as table } from '#db/schema.ts'
import { missing } from '../applications/rows.ts'
import { selectedIds } from '../bulk/begin.ts'
import { selection } from '../bulk/contract.ts'
import { notSpamCount } from './contract/row.ts'

/** Applications per transaction. */
const atOnce = 500

/** Marks applications, or takes the mark away. Records it for those that change; returns how many. */
async function mark(c: Context<Env>, which: SQL, suspicious: boolean) {
  const { db } = c.var
  const me = signedInUser(c)
  const changing = and(which, reviewedBy(me), eq(table.suspicious, !suspicious))
  const action = suspicious ? 'application.spam' : 'application.not_spam'
  const [, changed] = await db.batch([
    db.run(sql`
      insert into ${auditEvents} (actor_id, actor_name, ip, action, target_id, target_name, detail)
      select ${me.id}, ${actorName(c, me)}, ${c.env.ip}, ${action}, ${table.id},
        ${table.first_name} || ' ' || ${table.last_name}, '{}'
      from ${table} where ${changing}`),
    db.update(table).set({ suspicious }).where(changing).returning({ id: table.id }),
  ])
  return changed.length
}

async function markOne(c: Context<Env>, suspicious: boolean) {
  const which = eq(table.id, idOf(c, missing))
  const isThere = (await mark(c, which, suspicious)) || (await c.var.db.$count(table, which))
  orNotFound(isThere || undefined, missing)
  return c.body(null, 204)
}

const access = canReview('of the application')
const answers = { 204: null, 404: 'refused' } as const

export const spam = new Hono<Env>()

  .post(
    '/not-spam',
    route(
      {
        summary: 'Say that many applications are no spam',
        access: canReview('of any job'),
        scope: 'applications:write',
        json: { schema: selection, example: { ids: [1] }, limitKb: 512 },
        answers: { 200: notSpamCount },
      },
      async (c) => {
        const ids = await selectedIds(c, c.req.valid('json'))
        const some = sql`${table.id} in (
          select id from ${table} where suspicious = 1 and id in (${ids}) order by id limit ${atOnce})`
        let count = 0
        for (let marked = atOnce; marked === atOnce; count += marked)
          marked = await mark(c, some, false)
        return c.json({ count })
      },
    ),
  )

  .post(
    '/:id/not-spam',
    route(
      {
        summary: 'Say that an application is no spam',
        description: 'Does nothing to one that is not marked.',
        access,
        scope: 'applications:write',
        answers,
      },
      (c) => markOne(c, false),
    ),
  )

  .delete(
    '/:id/not-spam',
    route(
      {
        summary: 'Mark an application as possible spam',
        description: 'As if a trap of the form had caught it; the way back of `POST`.',
        access,
        scope: 'applications:write',
        answers,
      },
      (c) => markOne(c, true),
    ),
  )
