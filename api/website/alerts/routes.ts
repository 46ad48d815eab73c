import { eq, isNotNull, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { rejectCrossSite } from '#api/core/http/cross-site.ts'
import { mailboxOf } from '#api/core/mail/mailbox.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, can, route } from '#api/core/route/route.ts'
import { sayErrorKey } from '#api/core/words/error-key.ts'
import { jobAlerts as table } from '#db/schema.ts'
import { askForAlert, changeAlert, confirmAlert, leave, readAlert } from './alerts.ts'
import { alertCountsRow, alertRow, endedAlertsRow } from './contract/row.ts'
import { alertChange, alertsOf, newAlert } from './contract.ts'
import { endAlerts } from './end.ts'

const access = anyone({ inMaintenance: true })
const manageSettings = can('manage_settings')
const answers = { 200: alertRow, 404: 'refused', 429: 'refused' } as const

/** New jobs by email. */
/** What a row from GET may send back unchanged. */
const readOnly = Object.keys(alertRow.shape).filter((name) => !(name in alertChange.shape))

export const alerts = new Hono<Env>()

  .post(
    '/',
    route(
      {
        summary: 'Ask for new jobs by email',
        description:
          'Mails a link to confirm. The answer is the same for every address. At most ten alerts for one mailbox.',
        access: anyone(),
        beforeInput: rejectCrossSite,
        json: {
          schema: newAlert,
          example: { email: 'mira@example.org', search: 'team=kitchen', cadence: 'weekly' },
          say: sayErrorKey,
        },
        answers: { 202: null, 429: 'refused' },
      },
      async (c) => {
        await askForAlert(c, c.req.valid('json'))
        return c.body(null, 202)
      },
    ),
  )

  .get(
    '/',
    route(
      {
        summary: 'Count the alerts of visitors',
        access: manageSettings,
        answers: { 200: alertCountsRow },
      },
      async (c) => {
        const { db } = c.var
        const [confirmed, unconfirmed] = await Promise.all([
          db.$count(table, isNotNull(table.confirmed_at)),
          db.$count(table, isNull(table.confirmed_at)),
        ])
        return c.json({ confirmed, unconfirmed })
      },
    ),
  )

  .post(
    '/erase',
    route(
      {
        summary: 'End all alerts of an email address',
        description: 'Deletes them with their emails. The activity log does not name the address.',
        access: manageSettings,
        json: { schema: alertsOf, example: { email: 'mira@example.org' } },
        answers: { 200: endedAlertsRow },
        audit: 'alerts.erased',
      },
      async (c) => {
        const mailbox = mailboxOf(c.req.valid('json').email)
        return c.json({ ended: await endAlerts(c.var, eq(table.mailbox, mailbox), 'staff') })
      },
    ),
  )

  .get(
    '/:token',
    route({ summary: 'Read an alert with its link', access, answers }, async (c) =>
      c.json(await readAlert(c)),
    ),
  )

  .post(
    '/confirm/:token',
    route(
      {
        summary: 'Confirm an alert',
        description: 'The first time the emails begin; each time they go on for a year.',
        access,
        beforeInput: rejectCrossSite,
        answers,
      },
      async (c) => c.json(await confirmAlert(c)),
    ),
  )

  .put(
    '/:token',
    route(
      {
        summary: 'Change how often an alert is mailed',
        access,
        beforeInput: rejectCrossSite,
        json: { schema: alertChange, example: { cadence: 'weekly' }, readOnly },
        answers,
      },
      async (c) => c.json(await changeAlert(c, c.req.valid('json').cadence)),
    ),
  )

  .post(
    '/:token',
    route(
      {
        summary: 'End an alert',
        description: 'Mail programs call the page of the same name (RFC 8058).',
        access,
        answers: { 204: null, 404: 'refused', 429: 'refused' },
      },
      async (c) => {
        await leave(c)
        return c.body(null, 204)
      },
    ),
  )
