import { Hono } from 'hono'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { rejectCrossSite } from '#api/core/http/cross-site.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, route } from '#api/core/route/route.ts'
import { resumeForm } from '../applications/forms.ts'
import { timeRefused } from '../interviews/contract/row.ts'
import { declined, pickedTime } from '../interviews/contract.ts'
import { linked, loadLinked, sayKey } from './access.ts'
import { change, renewConsent, revokeConsent, undoWithdrawal, withdraw } from './change.ts'
import { candidateRequestRow, candidateRow } from './contract/row.ts'
import { candidateChange, linkRequest } from './contract.ts'
import { exportApplication } from './export.ts'
import { decline, pick } from './interviews.ts'
import { inTheirLanguage } from './language.ts'
import { confirm, loadRequest, requestErasure, requestLinks, resend } from './requests.ts'
import { replaceResume } from './resume.ts'

const access = anyone({ inMaintenance: true })
const application = { 200: candidateRow, 404: 'refused', 429: 'refused' } as const

/** Fields from GET that a PUT may send back; they are ignored. */
const readOnly = Object.keys(candidateRow.shape).filter((name) => !(name in candidateChange.shape))

/** For candidates: the token of a private link says which application. */
export const candidate = new Hono<Env>()
  // Also for the routers that follow at the same address: messages and files.
  .use(inTheirLanguage)
  .use(async (c, next) => {
    if (c.req.method !== 'GET') await rejectCrossSite(c)
    await next()
  })

  .post(
    '/links',
    route(
      {
        summary: "Mail the links to one's applications",
        description: 'The answer is the same for every address.',
        access,
        json: { schema: linkRequest, example: { email: 'mira@example.org' }, say: sayKey },
        answers: { 202: null, 429: 'refused' },
      },
      async (c) => {
        await requestLinks(c, c.req.valid('json').email)
        return c.body(null, 202)
      },
    ),
  )

  .get(
    '/confirm/:token',
    route(
      {
        summary: 'Read what a mailed link confirms',
        access,
        answers: { 200: candidateRequestRow, 404: 'refused', 429: 'refused' },
      },
      async (c) => c.json(await loadRequest(c)),
    ),
  )

  .post(
    '/confirm/:token',
    route(
      {
        summary: 'Confirm a new address or the erasure, or take a new address back',
        access,
        answers: { 200: candidateRequestRow, 404: 'refused', 409: 'refused', 429: 'refused' },
      },
      async (c) => c.json(await confirm(c)),
    ),
  )

  .get(
    '/:token',
    route(
      { summary: 'Read an application as its candidate', access, answers: application },
      async (c) => c.json(await loadLinked(c.var, await linked(c))),
    ),
  )

  .put(
    '/:token',
    route(
      {
        summary: 'Change phone number, address or language as the candidate',
        description:
          'A new address counts once it is confirmed with the link that is mailed to it.',
        access,
        json: {
          schema: candidateChange,
          example: { phone: '+45 12 34 56 78' },
          readOnly,
          say: sayKey,
        },
        answers: { ...application, 409: conflictWith(candidateRow) },
      },
      async (c) => c.json(await change(c, c.req.valid('json'))),
    ),
  )

  .put(
    '/:token/resume',
    route(
      {
        summary: 'Replace the resume as the candidate',
        description: 'Until somebody has decided.',
        access,
        form: resumeForm,
        answers: { ...application, 400: 'refused', 409: 'refused', 413: 'refused', 415: 'refused' },
      },
      async (c) => c.json(await replaceResume(c)),
    ),
  )

  .post(
    '/:token/withdraw',
    route({ summary: 'Withdraw an application', access, answers: application }, async (c) =>
      c.json(await withdraw(c)),
    ),
  )

  .post(
    '/:token/undo-withdraw',
    route(
      {
        summary: 'Undo a withdrawal',
        description: 'Within ten minutes.',
        access,
        answers: { ...application, 409: 'refused' },
      },
      async (c) => c.json(await undoWithdrawal(c)),
    ),
  )

  .post(
    '/:token/revoke-consent',
    route(
      {
        summary: 'Take back the consent to be kept for later openings',
        access,
        answers: application,
      },
      async (c) => c.json(await revokeConsent(c)),
    ),
  )

  .post(
    '/:token/renew-consent',
    route(
      {
        summary: 'Renew the consent to be kept for later openings',
        description:
          'Counted in months from today, as the form does. Never shortens it; 409 without a consent to renew, or when the form no longer asks for it.',
        access,
        answers: { ...application, 409: 'refused' },
      },
      async (c) => c.json(await renewConsent(c)),
    ),
  )

  .post(
    '/:token/interviews/:id/pick',
    route(
      {
        summary: 'Pick a time for an interview as the candidate',
        description:
          'The same time again changes nothing; another one is refused, as is one at which the candidate or an interviewer has another interview, or an interviewer something else in their own calendar.',
        access,
        json: { schema: pickedTime, example: { time: '2027-01-12T09:00:00.000Z' } },
        answers: { ...application, 409: timeRefused },
      },
      async (c) => c.json(await pick(c, c.req.valid('json').time)),
    ),
  )

  .post(
    '/:token/interviews/:id/decline',
    route(
      {
        summary: 'Ask for other times, or cancel a booked interview, as the candidate',
        description: 'Until its start. Again changes nothing.',
        access,
        json: {
          schema: declined,
          example: { text: 'Mornings are better for me.' },
          isOptional: true,
        },
        answers: { ...application, 409: 'refused' },
      },
      async (c) => c.json(await decline(c, c.req.valid('json').text)),
    ),
  )

  .post(
    '/:token/resend',
    route(
      {
        summary: 'Mail a new link to the address on file',
        description: 'Earlier links stop working once it is used.',
        access,
        answers: { 202: null, 404: 'refused', 429: 'refused' },
      },
      async (c) => {
        await resend(c)
        return c.body(null, 202)
      },
    ),
  )

  .post(
    '/:token/erase',
    route(
      {
        summary: 'Ask for the erasure of an application',
        description:
          'Done once it is confirmed with the link that is mailed. Refused while the application is on legal hold.',
        access,
        answers: { 202: null, 404: 'refused', 409: 'refused', 429: 'refused' },
      },
      async (c) => {
        await requestErasure(c)
        return c.body(null, 202)
      },
    ),
  )

  .get(
    '/:token/export',
    route(
      {
        summary: 'Download a copy of an application',
        opensInBrowser: true,
        access,
        answers: {
          200: {
            description: 'A ZIP archive.',
            content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
          },
          404: 'refused',
          423: 'refused',
          429: 'refused',
        },
      },
      exportApplication,
    ),
  )
