import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { actorMay } from '#api/accounts/users/rules.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { admins, route } from '#api/core/route/route.ts'
import { mailBase, readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { siteTimeZone } from '#api/core/site-settings/today.ts'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import { deliveries, later, now, webhooks as table, touched } from '#db/schema.ts'
import {
  deliveryRow,
  retriedRow,
  testDeliveryRow,
  webhookRow,
  webhookWithSecret,
} from './contract/row.ts'
import { deliveryFilter, maxWebhooks, newWebhook, webhookChange } from './contract.ts'
import { giveUp, holdOver, oldSecret } from './queue.ts'
import { newSecret, sealSecret } from './secrets.ts'
import { send } from './send.ts'

const missing = 'Webhook not found'
const missingDelivery = 'Delivery not found'
const noKey =
  'The database is on a server, so secrets can only be stored with a key: ask the person who runs Foyer to set SECRET_KEY'
const isOff = 'This webhook is switched off. Switch it on first'
const hours = 60 * 60_000

// With the table's name: Drizzle leaves it out of columns, and deliveries have an id too.
const waiting = sql<number>`(
  select count(*) from ${deliveries} where webhook_id = webhooks.id and state = 'waiting')`
const failed = sql<number>`(
  select count(*) from ${deliveries} where webhook_id = webhooks.id and state = 'failed')`
const deliveredAt = sql<string | null>`(
  select max(ended_at) from ${deliveries} where webhook_id = webhooks.id and state = 'delivered')`

const columns = {
  id: table.id,
  url: table.url,
  events: table.events,
  format: table.format,
  is_active: table.is_active,
  old_secret_until: sql<
    string | null
  >`iif(${table.old_secret_until} > ${now}, ${table.old_secret_until}, null)`,
  waiting,
  failed,
  delivered_at: deliveredAt,
  created_at: table.created_at,
  updated_at: table.updated_at,
}

const readOnly = [
  'id',
  'old_secret_until',
  'waiting',
  'failed',
  'delivered_at',
  'created_at',
] as const

const load = async (db: Db, id: number) =>
  (await db.select(columns).from(table).where(eq(table.id, id)))[0]

/** The address may contain a secret, so the activity log has its host only. */
function record(c: Context<Env>, { id, url }: { id: number; url: string }) {
  c.set('auditTarget', { id, subject: new URL(url).host })
}

function checkUrl(c: Context<Env>, url: string | undefined) {
  const wrong = url === undefined ? undefined : c.var.outbound.check(url)
  if (wrong) throw Problem.field(400, 'url', wrong.sentence)
}

function sealNew(c: Context<Env>) {
  if (!c.var.secrets.canSeal) throw new Problem(409, noKey)
  const secret = newSecret()
  return { secret, sealed: sealSecret(c.var.secrets, secret) }
}

const notPermitted = () => new Problem(403, "You don't have permission to do this")

/** Why a write of an existing webhook changed nothing. */
async function refuse(c: Context<Env>, id: number): Promise<never> {
  const row = orNotFound(await load(c.var.db, id), missing)
  const [me] = await c.var.db.all<{ may: number }>(
    sql`select ${actorMay(signedInUser(c).id, 'admin')} as may`,
  )
  throw me?.may ? stale(row) : notPermitted()
}

// As text: SQLite does not use a partial index for a parameter.
const inState = {
  all: undefined,
  waiting: sql`${deliveries.state} = 'waiting'`,
  delivered: sql`${deliveries.state} = 'delivered'`,
  failed: sql`${deliveries.state} = 'failed'`,
}

/** Rows as GET returns them: what waits, what arrived and what failed. */
const deliveryColumns = {
  id: deliveries.id,
  event: deliveries.event,
  state: deliveries.state,
  attempts: deliveries.attempts,
  status: deliveries.status,
  error: deliveries.error,
  message_id: deliveries.message_id,
  created_at: deliveries.created_at,
  next_at: sql<string | null>`iif(${deliveries.state} = 'waiting', ${deliveries.next_at}, null)`,
  ended_at: deliveries.ended_at,
}

/**
 * Queues them once more; returns their ids. They keep nothing else from leaving. The lease stays:
 * what is being sent is not sent twice.
 */
async function retry(c: Context<Env>, webhook: number, which: SQL) {
  const { db, log, webhookWorker } = c.var
  const me = signedInUser(c)
  const { is_active } = orNotFound(await load(db, webhook), missing)
  if (!is_active) throw new Problem(409, isOff)
  const retried = await db
    .update(deliveries)
    .set({
      state: 'waiting',
      attempts: 0,
      next_at: now,
      ended_at: null,
      failing_since: holdOver,
    })
    .where(
      sql`${deliveries.webhook_id} = ${webhook} and ${which} and ${actorMay(me.id, 'admin')}
        and exists (select 1 from ${table} where id = ${webhook} and is_active = 1)`,
    )
    .returning({ id: deliveries.id })
  log.info({ webhook, deliveries: retried.length, by: me.id }, 'deliveries to be sent again')
  webhookWorker?.wake()
  return retried.map(({ id }) => id)
}

/** Addresses of other programs that are told what happens. */
export const webhooks = new Hono<Env>()

  .get(
    '/',
    route(
      { summary: 'List webhooks', access: admins, answers: { 200: webhookRow.array() } },
      async (c) =>
        c.json(
          await c.var.db.select(columns).from(table).orderBy(asc(table.id)).limit(maxWebhooks),
        ),
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create a webhook',
        description: `At most ${maxWebhooks}. \`url\` must be https and public, unless the operator allows its host with WEBHOOK_HOSTS. \`secret\` is returned only here: it signs what is sent (https://www.standardwebhooks.com).`,
        access: admins,
        json: {
          schema: newWebhook,
          example: { url: 'https://hooks.example.com/foyer', events: ['application.received'] },
          readOnly: [...readOnly, 'updated_at'],
        },
        answers: { 201: webhookWithSecret, 409: 'refused' },
        audit: 'webhook.created',
      },
      async (c) => {
        const { db } = c.var
        const { url, events, format, is_active } = c.req.valid('json')
        checkUrl(c, url)
        const me = signedInUser(c)
        const { secret, sealed } = sealNew(c)
        const [created] = await db.all<{ id: number }>(sql`
          insert into ${table} (url, events, format, is_active, secret)
          select ${url}, ${JSON.stringify(events)}, ${format}, ${Number(is_active)}, ${sealed}
          where (select count(*) from ${table}) < ${maxWebhooks} and ${actorMay(me.id, 'admin')}
          returning id`)
        if (!created) {
          if ((await db.$count(table)) < maxWebhooks) throw notPermitted()
          throw new Problem(
            409,
            `There are ${maxWebhooks} webhooks already. Delete one to add another.`,
          )
        }
        const row = orNotFound(await load(db, created.id), missing)
        record(c, row)
        return c.json({ ...row, secret }, 201)
      },
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Change a webhook',
        description:
          'Switching it off gives up what waits; it can be sent again by hand. While it is off, nothing is queued for it.',
        access: admins,
        json: { schema: webhookChange, example: { is_active: true }, readOnly: [...readOnly] },
        answers: { 200: webhookRow, 404: 'refused', 409: conflictWith(webhookRow) },
        audit: 'webhook.changed',
      },
      async (c) => {
        const { db, webhookWorker } = c.var
        const id = idOf(c, missing)
        const { updated_at, ...given } = c.req.valid('json')
        checkUrl(c, given.url)
        const me = signedInUser(c)
        const before = orNotFound(await load(db, id), missing)
        const [changed] = await db.batch([
          db
            .update(table)
            .set({ ...given, updated_at: touched(table.updated_at) })
            .where(
              and(
                eq(table.id, id),
                updated_at ? eq(table.updated_at, updated_at) : undefined,
                actorMay(me.id, 'admin'),
              ),
            )
            .returning({ id: table.id }),
          giveUp(
            db,
            sql`(select id from ${table} where id = ${id} and is_active = 0)`,
            'The webhook was switched off',
          ),
        ])
        if (!changed.length) return refuse(c, id)
        const row = orNotFound(await load(db, id), missing)
        if (before.url !== row.url) c.set('auditDetail', { before: new URL(before.url).host })
        record(c, row)
        webhookWorker?.wake()
        return c.json(row)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete a webhook with its deliveries',
        access: admins,
        answers: { 204: null, 404: 'refused' },
        audit: 'webhook.deleted',
      },
      async (c) => {
        const id = idOf(c, missing)
        const me = signedInUser(c)
        const [row] = await c.var.db
          .delete(table)
          .where(and(eq(table.id, id), actorMay(me.id, 'admin')))
          .returning({ id: table.id, url: table.url })
        if (!row) return refuse(c, id)
        record(c, row)
        return c.body(null, 204)
      },
    ),
  )

  .post(
    '/:id/rotate',
    route(
      {
        summary: 'Make a new secret for a webhook',
        description:
          'The secret of before signs beside the new one for 24 hours. A second rotation within that time ends the first secret at once: only the latest two sign.',
        access: admins,
        answers: { 200: webhookWithSecret, 404: 'refused', 409: 'refused' },
        audit: 'webhook.rotated',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const me = signedInUser(c)
        orNotFound(await load(db, id), missing)
        const { secret, sealed } = sealNew(c)
        const [rotated] = await db
          .update(table)
          .set({
            secret: sealed,
            old_secret: table.secret,
            old_secret_until: later(24 * hours),
            updated_at: touched(table.updated_at),
          })
          .where(and(eq(table.id, id), actorMay(me.id, 'admin')))
          .returning({ id: table.id })
        if (!rotated) return refuse(c, id)
        const row = orNotFound(await load(db, id), missing)
        record(c, row)
        return c.json({ ...row, secret })
      },
    ),
  )

  .post(
    '/:id/test',
    route(
      {
        summary: 'Send a test to a webhook',
        description:
          'Sends the type `webhook.test` with empty `data`, signed as the others, also while the webhook is switched off. Answers what the receiver said.',
        access: admins,
        answers: { 200: testDeliveryRow, 404: 'refused', 429: 'refused' },
        audit: 'webhook.tested',
      },
      async (c) => {
        const { db, limits } = c.var
        const id = idOf(c, missing)
        const [receiver] = await db
          .select({
            id: table.id,
            url: table.url,
            format: table.format,
            secret: table.secret,
            old_secret: oldSecret,
          })
          .from(table)
          .where(eq(table.id, id))
        const webhook = orNotFound(receiver, missing)
        await limits.webhookTest(signedInUser(c).id)
        const settings = await readSomeSettings(db, 'public_url')
        const outcome = await send(
          c.var,
          webhook,
          {
            message_id: `msg_${randomBytes(16).toString('hex')}`,
            event: 'webhook.test',
            created_at: new Date(await databaseNow(db)).toISOString(),
            data: {},
          },
          {
            base: mailBase(c.var, settings),
            timeZone: await siteTimeZone(db),
            jobs: new Map(),
            steps: new Map(),
          },
          { maxBytes: 1_000, timeoutMs: 10_000 },
        )
        record(c, webhook)
        if (outcome.end === 'untried') throw new Error('a test without a signal was aborted')
        c.set('auditDetail', { status: String(outcome.status ?? '') })
        return c.json({
          delivered: outcome.end === 'delivered',
          status: outcome.status,
          response: outcome.response || null,
          error: outcome.end === 'failed' ? outcome.error : null,
        })
      },
    ),
  )

  .get(
    '/:id/deliveries',
    route(
      {
        summary: "List a webhook's deliveries, the latest first",
        description: 'They are kept for 30 days after they arrived or were given up.',
        access: admins,
        query: deliveryFilter,
        answers: { 200: deliveryRow.array(), 404: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { state } = c.req.valid('query')
        const which = and(eq(deliveries.webhook_id, id), inState[state])
        orNotFound(await load(db, id), missing)
        return c.json(
          await pageOf(c, db.$count(deliveries, which), (limit, offset) =>
            db
              .select(deliveryColumns)
              .from(deliveries)
              .where(which)
              .orderBy(desc(deliveries.id))
              .limit(limit)
              .offset(offset),
          ),
        )
      },
    ),
  )

  .post(
    '/:id/deliveries/retry',
    route(
      {
        summary: 'Send again all deliveries that failed',
        access: admins,
        answers: { 200: retriedRow, 404: 'refused', 409: 'refused' },
        audit: 'webhook.retried',
      },
      async (c) => {
        const id = idOf(c, missing)
        const retried = await retry(c, id, sql`${deliveries.state} = 'failed'`)
        record(c, orNotFound(await load(c.var.db, id), missing))
        c.set('auditDetail', { deliveries: String(retried.length) })
        return c.json({ retried: retried.length })
      },
    ),
  )

  .post(
    '/:id/deliveries/:delivery_id/retry',
    route(
      {
        summary: 'Send a delivery again',
        description:
          'As soon as earlier ones of the same application let it, with the same `webhook-id`, also one that arrived. It holds back no later ones.',
        access: admins,
        answers: { 200: deliveryRow, 404: 'refused', 409: 'refused' },
        audit: 'webhook.retried',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const delivery = idOf(c, missingDelivery, 'delivery_id')
        const [retried] = await retry(c, id, sql`${deliveries.id} = ${delivery}`)
        const [row] = await db
          .select(deliveryColumns)
          .from(deliveries)
          .where(eq(deliveries.id, orNotFound(retried, missingDelivery)))
        record(c, orNotFound(await load(db, id), missing))
        c.set('auditDetail', { delivery: String(delivery) })
        return c.json(orNotFound(row, missingDelivery))
      },
    ),
  )
