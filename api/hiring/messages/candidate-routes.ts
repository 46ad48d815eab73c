import { Hono } from 'hono'
import { rejectCrossSite } from '#api/core/http/cross-site.ts'
import type { Env } from '#api/core/route/context.ts'
import { checkIdempotencyKey, idempotencyKey } from '#api/core/route/idempotency-key.ts'
import { anyone, route } from '#api/core/route/route.ts'
import { linked, loadLinked, sayKey, words } from '../candidate/access.ts'
import { latestMessages, newCandidateMessage } from './contract/candidate.ts'
import { type CandidateMessage, candidateMessageRow } from './contract/row.ts'
import { tooMany, writeAsCandidate } from './from-candidate.ts'
import { keyOf, markRead, readMessages } from './rows.ts'

const access = anyone({ inMaintenance: true })

/** Whether staff have read it is theirs to know. */
const asSeen = ({ id, from, author_name, text, is_withdrawn, created_at }: CandidateMessage) => ({
  id,
  from,
  author_name,
  text,
  is_withdrawn,
  created_at,
})

/** The candidate's side of the conversation: the token of a private link says which application. */
export const candidateMessages = new Hono<Env>()

  .get(
    '/:token/messages',
    route(
      {
        summary: 'Read the conversation as the candidate',
        description: 'The latest messages, oldest first.',
        access,
        query: latestMessages,
        answers: { 200: candidateMessageRow.array(), 404: 'refused', 429: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        const which = await linked(c)
        await loadLinked(c.var, which)
        const all = await readMessages(db, which, c.req.valid('query'))
        if (c.req.method === 'GET') await markRead(db, all, 'candidate')
        return c.json(all.map(asSeen))
      },
    ),
  )

  .post(
    '/:token/messages',
    route(
      {
        summary: 'Write to the company as the candidate',
        access,
        headers: idempotencyKey,
        json: { schema: newCandidateMessage, example: { text: 'Yes, in May.' }, say: sayKey },
        beforeInput: rejectCrossSite,
        answers: { 201: candidateMessageRow, 404: 'refused', 429: 'refused' },
      },
      async (c) => {
        const header = c.req.header('idempotency-key')
        checkIdempotencyKey(header)
        const which = await linked(c)
        const { public_id } = await loadLinked(c.var, which)
        await c.var.limits.candidateMessage(c.env?.ip ?? '')
        const { text } = c.req.valid('json')
        const key = keyOf(public_id, header, text)
        const written = await writeAsCandidate(c, { which, text, key, action: 'message.received' })
        if (!written) throw tooMany(words().tooManyMessages)
        return c.json(asSeen(written), 201)
      },
    ),
  )
