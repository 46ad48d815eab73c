import { Hono } from 'hono'
import { z } from 'zod'
import { appearance } from './appearance/routes.ts'
import { activity } from './applications/activity.ts'
import { exports } from './applications/export.ts'
import { readRoutes } from './applications/read-routes.ts'
import { applications } from './applications/routes.ts'
import { audit } from './audit/record.ts'
import { auditTrail } from './audit/routes.ts'
import { auth } from './auth/routes.ts'
import { createSessions } from './auth/sessions/sessions.ts'
import { bulkOfApplications, bulk as bulkRoutes } from './bulk/routes.ts'
import { personRoutes } from './candidate/person-routes.ts'
import { candidate } from './candidate/routes.ts'
import { comments } from './comments/routes.ts'
import { type Env, provide, type Services } from './context.ts'
import { dashboard } from './dashboard/routes.ts'
import { applicationEmail } from './decisions/email-routes.ts'
import { decisions } from './decisions/routes.ts'
import { candidateDocuments } from './document-requests/candidate-routes.ts'
import { documentRequests } from './document-requests/routes.ts'
import { drafts } from './drafts/routes.ts'
import { lookUpTexts } from './email-settings/dns.ts'
import { emailSettings } from './email-settings/routes.ts'
import { defaultSender } from './env.ts'
import { errorResponse } from './errors.ts'
import { evaluations } from './evaluations/routes.ts'
import { createExportSlots } from './export-limit.ts'
import { hiringSteps, hiringStepsOfJob } from './hiring-steps/routes.ts'
import { hiringTeamOfJob } from './hiring-team/routes.ts'
import { holidays } from './holidays/routes.ts'
import { allowSite } from './http/cross-site.ts'
import { refuseUnknown } from './http/known-routes.ts'
import { calendarFeed, ownCalendar } from './interviews/calendar-routes.ts'
import { interviews } from './interviews/routes.ts'
import { jobs } from './jobs/routes.ts'
import { createLimits } from './limits.ts'
import { outbox as outboxRoutes } from './mail/routes.ts'
import { createPictures } from './media/pictures.ts'
import { media } from './media/routes.ts'
import { menus } from './menus/routes.ts'
import { candidateMessages } from './messages/candidate-routes.ts'
import { messages } from './messages/routes.ts'
import { apiMetrics } from './monitoring/api-metrics.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { notifications } from './notifications/routes.ts'
import { serveDocument } from './openapi/serve.ts'
import { pages } from './pages/routes.ts'
import { previewLinks } from './preview-links/routes.ts'
import { privacy } from './privacy/routes.ts'
import { redirects } from './redirects/routes.ts'
import { type App, anyone, refuseUndeclared, route } from './route.ts'
import { createSecrets } from './secrets.ts'
import { settings } from './settings/routes.ts'
import { setup } from './setup/routes.ts'
import { submissions } from './submission/routes.ts'
import { tags } from './tags/routes.ts'
import { templates } from './templates/routes.ts'
import { trash } from './trash/routes.ts'
import { users } from './users/routes.ts'
import { views } from './views/routes.ts'
import { visits as visitRoutes } from './visits/routes.ts'

export const routes = new Hono<Env>()
  .route('/auth', auth)
  .route('/auth', ownCalendar)
  .route('/calendar', calendarFeed)
  .route('/pages', pages)
  .route('/media', media)
  .route('/jobs', jobs)
  .route('/jobs', hiringTeamOfJob)
  .route('/jobs', hiringStepsOfJob)
  .route('/hiring-steps', hiringSteps)
  .route('/tags', tags)
  // Before applications: `/reviewers` and `/export.csv` are no ids.
  .route('/applications', comments)
  .route('/applications', evaluations)
  .route('/applications', exports)
  .route('/applications', submissions)
  .route('/applications', applications)
  .route('/applications', decisions)
  .route('/applications', personRoutes)
  .route('/applications', applicationEmail)
  .route('/applications', activity)
  .route('/applications', interviews)
  .route('/applications', bulkOfApplications)
  .route('/applications', messages)
  .route('/applications', documentRequests)
  .route('/candidate', candidate)
  .route('/candidate', candidateMessages)
  .route('/candidate', candidateDocuments)
  .route('/bulk', bulkRoutes)
  .route('/applications', readRoutes)
  .route('/settings', settings)
  .route('/privacy', privacy)
  .route('/users', users)
  .route('/appearance', appearance)
  .route('/outbox', outboxRoutes)
  .route('/email-settings', emailSettings)
  .route('/audit', auditTrail)
  .route('/menus', menus)
  .route('/templates', templates)
  .route('/dashboard', dashboard)
  .route('/notifications', notifications)
  .route('/setup', setup)
  .route('/views', views)
  .route('/visits', visitRoutes)
  .route('/holidays', holidays)
  .route('/preview-links', previewLinks)
  .route('/drafts', drafts)
  .route('/trash', trash)
  .route('/redirects', redirects)
  .get(
    '/openapi.json',
    route(
      {
        summary: 'Read this description',
        access: anyone({ inMaintenance: true }),
        answers: { 200: z.looseObject({}) },
      },
      serveDocument((): App => routes),
    ),
  )

export type { ServerBindings } from './context.ts'

/** The type for Hono's client `hc`. */
export type Api = typeof typed
const typed = new Hono<Env>().route('/api', routes)

type Options = Pick<Services, 'db' | 'store' | 'log'> &
  Partial<Services> & {
    rateLimits?: boolean
    /** Key of the HMACs that rate limits are stored under; the same in all processes. */
    limitsSecret?: string
    /** Awaited before the response to any call that may have changed data. */
    afterWrite?: () => Promise<void>
    metrics?: ReturnType<typeof createMetrics>
  }

export function createApi({
  rateLimits = true,
  limitsSecret = '',
  afterWrite,
  metrics = createMetrics(),
  ...given
}: Options) {
  refuseUndeclared(typed)
  const services: Services = {
    limits: createLimits(rateLimits, { db: given.db, secret: limitsSecret }),
    exportSlots: createExportSlots(),
    sessions: createSessions(given.db),
    pictures: given.pictures ?? createPictures({ log: given.log }),
    mailFrom: defaultSender,
    mailVariables: { SMTP_URL: undefined, MAIL_FROM: defaultSender },
    secrets: createSecrets({}),
    lookUp: lookUpTexts,
    ownAddress: () => 'http://localhost:4321',
    publicUrl: undefined,
    mailer: undefined,
    outbox: undefined,
    slowFormats: undefined,
    bulk: undefined,
    visits: undefined,
    ...given,
  }
  return new Hono<Env>()
    .use(provide(services))
    .use(apiMetrics(metrics))
    .use(allowSite)
    .use(refuseUnknown(typed))
    .use(audit)
    .use(async function announce(c, next) {
      await next()
      if (c.req.method === 'GET' || c.req.method === 'HEAD') return
      // The change is stored; an error here would make the client send it again.
      await afterWrite?.().catch((err: unknown) => c.var.log.error({ err }, 'announcing failed'))
    })
    .route('/', typed)
    .onError(errorResponse)
}
