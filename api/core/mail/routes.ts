import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { outbox as table } from '#db/schema.ts'
import { paging } from '../http/contract/paging.ts'
import { pageOf } from '../http/list.ts'
import { orNotFound } from '../http/rows.ts'
import type { Env } from '../route/context.ts'
import { admins, can, route, signedIn } from '../route/route.ts'
import { mailRow, mailServerRow, outboxStatus, testMailRow } from './contract/row.ts'
import { type MailState, outboxFilter } from './contract.ts'
import { hasMailServer, retry } from './retry.ts'
import { mailState } from './state.ts'
import { testMail } from './test-mail.ts'

const missing = 'Mail not found'

/** All but the content. */
const listed = {
  id: table.id,
  application_id: table.application_id,
  to_name: table.to_name,
  to_address: table.to_address,
  subject: table.subject,
  state: mailState,
  attempts: table.attempts,
  next_try_at: table.next_try_at,
  expires_at: table.expires_at,
  sent_at: table.sent_at,
  failed_at: table.failed_at,
  last_error: table.last_error,
  held_until: table.held_until,
  created_at: table.created_at,
}

/** In the order of an index each: waiting mail with the next first, otherwise the latest first. */
const lists: Record<MailState | 'all', { where?: SQL | undefined; order: SQL[] }> = {
  all: { order: [desc(table.id)] },
  waiting: {
    where: and(isNull(table.sent_at), isNull(table.failed_at)),
    order: [asc(table.next_try_at), asc(table.id)],
  },
  sent: { where: isNotNull(table.sent_at), order: [desc(table.sent_at), desc(table.id)] },
  failed: { where: isNotNull(table.failed_at), order: [desc(table.failed_at), desc(table.id)] },
}

type Counts = Record<MailState | 'all', number>

/** Computes `sent` from the others: counting all takes a fifth of the time of counting the sent. */
async function counts(db: Db): Promise<Counts> {
  const [row] = await db.all<Omit<Counts, 'sent'>>(sql`select
    (select count(*) from ${table}) as "all",
    (select count(*) from ${table} where ${lists.waiting.where}) as waiting,
    (select count(*) from ${table} where ${lists.failed.where}) as failed`)
  const { all, waiting, failed } = orNotFound(row, missing)
  return { all, waiting, failed, sent: all - waiting - failed }
}

export const outbox = new Hono<Env>()

  .get(
    '/server',
    route(
      {
        summary: 'Tell whether a mail server is set up',
        access: signedIn,
        answers: { 200: mailServerRow },
      },
      (c) => c.json({ mail_server: hasMailServer(c) }),
    ),
  )

  .post(
    '/test',
    route(
      {
        summary: 'Send a test email to yourself',
        description: 'Answers once the mail server has taken or refused it.',
        access: can('manage_settings'),
        answers: { 200: testMailRow, 429: 'refused' },
        audit: 'mail.tested',
      },
      async (c) => c.json(await testMail(c)),
    ),
  )

  .get(
    '/',
    route(
      {
        summary: 'List mail',
        description: 'Waiting mail with the next first, all other lists with the latest first.',
        access: admins,
        query: { ...paging, ...outboxFilter },
        answers: { 200: mailRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const { state } = c.req.valid('query')
        const { where, order } = lists[state]
        const total = counts(db).then((count) => count[state])
        const rows = await pageOf(c, total, (limit, offset) =>
          db
            .select(listed)
            .from(table)
            .where(where)
            .orderBy(...order)
            .limit(limit)
            .offset(offset),
        )
        return c.json(rows)
      },
    ),
  )

  .get(
    '/status',
    route(
      { summary: 'Tell whether mail can be sent', access: admins, answers: { 200: outboxStatus } },
      async (c) => {
        const { all: _, ...count } = await counts(c.var.db)
        const pause = c.var.outbox?.pause()
        return c.json({
          mail_server: hasMailServer(c),
          paused_since: pause?.since ?? null,
          paused_until: pause?.until ?? null,
          last_error: pause?.reason ?? null,
          ...count,
        })
      },
    ),
  )

  .post(
    '/:id/retry',
    route(
      {
        summary: 'Try again to send a mail',
        access: admins,
        answers: { 200: mailRow, 404: 'refused', 409: 'refused' },
        audit: 'mail.retried',
      },
      async (c) => {
        const id = await retry(c, { missing })
        const [row] = await c.var.db.select(listed).from(table).where(eq(table.id, id))
        const { application_id } = orNotFound(row, missing)
        // By it an erasure finds the event, whose name is the mail's subject.
        if (application_id) c.set('auditDetail', { application_id: String(application_id) })
        return c.json(orNotFound(row, missing))
      },
    ),
  )
