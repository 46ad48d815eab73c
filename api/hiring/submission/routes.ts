import { Hono } from 'hono'
import type { Env } from '#api/core/route/context.ts'
import { idempotencyKey } from '#api/core/route/idempotency-key.ts'
import { anyone, can, route } from '#api/core/route/route.ts'
import { applicationRow, receiptRow } from '../applications/contract/row.ts'
import { manualApplication } from '../applications/contract.ts'
import { manualForm, submissionForm } from '../applications/forms.ts'
import { enterApplication, enterWithFiles } from './manual.ts'
import { submit } from './submit.ts'

/** How applications come in: from candidates, and by hand. */
export const submissions = new Hono<Env>()

  .post(
    '/submit',
    route(
      {
        summary: 'Apply for a job',
        description: 'A form of another website is refused. Unknown fields are ignored.',
        // Refuses in maintenance itself, after it has read the form.
        access: anyone({ inMaintenance: true }),
        scope: 'applications:write',
        headers: idempotencyKey,
        form: submissionForm,
        answers: {
          201: receiptRow,
          400: 'refused',
          403: 'refused',
          409: 'refused',
          413: 'refused',
          415: 'refused',
          429: 'refused',
          503: 'refused',
        },
      },
      submit,
    ),
  )

  .post(
    '/manual',
    route(
      {
        summary: 'Enter an application by hand',
        description:
          'JSON, or a form with the same fields, a resume and answers as `answer_{question id}`.',
        access: can('review_applications'),
        scope: 'applications:write',
        beforeInput: enterWithFiles,
        json: {
          schema: manualApplication,
          example: {
            first_name: 'Mira',
            last_name: 'Ostergard',
            email: 'mira@example.org',
            job_id: 1,
          },
          limitKb: 512,
        },
        form: manualForm,
        answers: { 201: applicationRow },
        audit: 'application.created',
      },
      (c) => enterApplication(c, c.req.valid('json')),
    ),
  )
