import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { ifMatch } from '#api/core/http/if-match.ts'
import type { Env } from '#api/core/route/context.ts'
import { idempotencyKey } from '#api/core/route/idempotency-key.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { interviews as table } from '#db/schema.ts'
import { cancel, change } from './change.ts'
import { interviewerRow, interviewRow } from './contract/row.ts'
import { interviewChange, newInterview } from './contract.ts'
import { propose } from './propose.ts'
import { interviewers, loadInterviews } from './rows.ts'
import { loadApplication } from './target.ts'

const access = canReview('of the application')

const inDays = (days: number) => {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `${day}T09:00:00.000Z`
}

const example = { times: [inDays(7), inDays(8)], minutes: 45, place: 'Video call', user_ids: [2] }

/** Below `/applications`. */
export const interviews = new Hono<Env>()

  .get(
    '/:id/interviews',
    route(
      {
        summary: 'List the interviews of an application',
        access,
        scope: 'applications:read',
        answers: { 200: interviewRow.array(), 404: 'refused' },
      },
      async (c) => {
        const { application_id } = await loadApplication(c)
        return c.json(await loadInterviews(c.var, sql`${table.application_id} = ${application_id}`))
      },
    ),
  )

  .get(
    '/:id/interviews/people',
    route(
      {
        summary: 'List who can take part in an interview, and when they are busy',
        description:
          'Busy are those with another interview, booked or proposed, also about another job, and those with something else in their own calendar, if they gave its address.',
        access,
        scope: 'applications:read',
        answers: { 200: interviewerRow.array(), 404: 'refused' },
      },
      async (c) => c.json(await interviewers(c.var, await loadApplication(c))),
    ),
  )

  .post(
    '/:id/interviews',
    route(
      {
        summary: 'Propose times for an interview',
        description: 'The candidate is emailed, and picks one on the private page.',
        access,
        scope: 'applications:write',
        headers: idempotencyKey,
        json: { schema: newInterview, example },
        answers: { 201: interviewRow, 404: 'refused', 409: 'refused', 429: 'refused' },
        audit: 'interview.proposed',
      },
      async (c) => c.json(await propose(c, c.req.valid('json')), 201),
    ),
  )

  .put(
    '/:id/interviews/:interview_id',
    route(
      {
        summary: 'Change an interview',
        description:
          'While the picked time stays among the times, a booked one stays booked, and everyone gets an update; otherwise the candidate picks again. If-Match takes its `updated_at` in quotes.',
        access,
        scope: 'applications:write',
        headers: ifMatch,
        json: {
          schema: interviewChange,
          example: { minutes: 60 },
          readOnly: Object.keys(interviewRow.shape).filter(
            (name) => !(name in interviewChange.shape),
          ),
        },
        answers: {
          200: interviewRow,
          404: 'refused',
          409: conflictWith(interviewRow),
          429: 'refused',
        },
        audit: 'interview.changed',
      },
      async (c) => c.json(await change(c, c.req.valid('json'))),
    ),
  )

  .delete(
    '/:id/interviews/:interview_id',
    route(
      {
        summary: 'Cancel an interview',
        description: 'It stays in the list as canceled. Everyone who was invited is emailed.',
        access,
        scope: 'applications:write',
        headers: ifMatch,
        answers: { 204: null, 404: 'refused', 409: conflictWith(interviewRow) },
        audit: 'interview.canceled',
      },
      async (c) => {
        await cancel(c)
        return c.body(null, 204)
      },
    ),
  )
