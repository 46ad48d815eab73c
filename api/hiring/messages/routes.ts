import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { idOf } from '#api/core/http/rows.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { checkIdempotencyKey, idempotencyKey } from '#api/core/route/idempotency-key.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { prefetch } from '../applications/contract.ts'
import { messageRow } from './contract/row.ts'
import { newMessage } from './contract.ts'
import { existing, missing, tooManyMessages, writeAsStaff } from './from-staff.ts'
import { keyOf, markRead, readMessages } from './rows.ts'

const access = canReview('of the application')

/** What staff and a candidate write to each other. Comments are something else: internal. */
export const messages = new Hono<Env>()

  .get(
    '/:id/messages',
    route(
      {
        summary: 'Read the conversation with a candidate',
        description:
          'The latest 500 messages, oldest first. Marks those of the candidate as read, for all reviewers.',
        access,
        scope: 'applications:read',
        query: { prefetch },
        answers: { 200: messageRow.array(), 404: 'refused' },
        audit: 'correspondence.viewed',
      },
      async (c) => {
        const { db } = c.var
        const { id, first_name, last_name } = await existing(db, idOf(c, missing))
        c.set('auditTarget', { id, first_name, last_name })
        const all = await readMessages(db, sql`(${id})`)
        if (c.req.method === 'GET' && !c.req.valid('query').prefetch && !c.var.apiToken)
          await markRead(db, all, 'staff')
        return c.json(all)
      },
    ),
  )

  .post(
    '/:id/messages',
    route(
      {
        summary: 'Write to a candidate',
        description:
          'The candidate reads it on the private page, and is told of it by email. It counts as an answer: none is due any more.',
        access,
        scope: 'applications:write',
        headers: idempotencyKey,
        json: { schema: newMessage, example: { text: 'Could you start in May?' } },
        answers: { 201: messageRow, 404: 'refused', 429: 'refused' },
        audit: 'message.sent',
        repeats: true,
      },
      async (c) => {
        const { id: user } = signedInUser(c)
        const header = c.req.header('idempotency-key')
        checkIdempotencyKey(header)
        const id = idOf(c, missing)
        const { text } = c.req.valid('json')
        const key = keyOf(`${user} ${id}`, header, text)
        // Last, so that its refusal always has somebody who waits for it.
        const limited = c.var.limits.email(user)
        const written = await writeAsStaff(c, { id, text, key, limited })
        if (!written) throw tooManyMessages()
        return c.json(written, 201)
      },
    ),
  )
