import { Hono } from 'hono'
import { z } from 'zod'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { idOf } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { applicationRow } from '../applications/contract/row.ts'
import { applicationChange } from '../applications/contract.ts'
import { missing, readOnly } from '../applications/rows.ts'
import { changeApplication, markNotified, takeBack } from './change.ts'

const access = canReview('of the application')

const heldUntil = {
  'If-Match': z.string().optional().meta({
    description: 'The `held_until` on screen, in quotes: 409 when another email is held by now.',
  }),
}

/** What reviewers decide about an application, and how candidates come to know. */
export const decisions = new Hono<Env>()

  .put(
    '/:id',
    route(
      {
        summary: 'Change an application',
        access,
        scope: 'applications:write',
        json: {
          schema: applicationChange,
          example: { status: 'selected', tell: 'later', notes: '<p>Yes.</p>' },
          readOnly,
          limitKb: 512,
        },
        answers: { 200: applicationRow, 404: 'refused', 409: conflictWith(applicationRow) },
        audit: 'application.changed',
        repeats: true,
      },
      async (c) => c.json(await changeApplication(c, idOf(c, missing), c.req.valid('json'))),
    ),
  )

  .post(
    '/:id/take-back',
    route(
      {
        summary: 'Undo a decision whose email is still held',
        description:
          'Removes the email and restores the status before. 409 once the email has left or the decision has changed.',
        access,
        scope: 'applications:write',
        headers: heldUntil,
        answers: { 200: applicationRow, 404: 'refused', 409: 'refused' },
        audit: 'application.email_taken_back',
      },
      async (c) => c.json(await takeBack(c, idOf(c, missing), c.req.header('if-match'))),
    ),
  )

  .post(
    '/:id/mark-told',
    route(
      {
        summary: 'Note that a candidate was told of the decision in another way',
        description: 'An email about it that has not left is removed.',
        access,
        scope: 'applications:write',
        answers: { 200: applicationRow, 404: 'refused', 409: 'refused' },
        audit: 'application.told',
      },
      async (c) => c.json(await markNotified(c, idOf(c, missing))),
    ),
  )
