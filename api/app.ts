import { Hono } from 'hono'
import { z } from 'zod'
import { auth } from './accounts/auth/routes.ts'
import { createSessions } from './accounts/auth/sessions/sessions.ts'
import { identities } from './accounts/oidc/identity-routes.ts'
import { oidc } from './accounts/oidc/routes.ts'
import { passkeyLogin } from './accounts/passkeys/login.ts'
import { passkeys } from './accounts/passkeys/routes.ts'
import { tokens } from './accounts/tokens/routes.ts'
import { createTokens } from './accounts/tokens/tokens.ts'
import { users } from './accounts/users/routes.ts'
import { audit } from './core/audit/record.ts'
import { auditTrail } from './core/audit/routes.ts'
import { defaultSender } from './core/environment/env.ts'
import { createSecrets } from './core/environment/secrets.ts'
import { allowSite } from './core/http/cross-site.ts'
import { refuseUnknown } from './core/http/known-routes.ts'
import { createExportSlots } from './core/limits/export-limit.ts'
import { createLimits } from './core/limits/limits.ts'
import { outbox as outboxRoutes } from './core/mail/routes.ts'
import { apiMetrics } from './core/monitoring/api-metrics.ts'
import { createMetrics } from './core/monitoring/metrics.ts'
import { createOutbound } from './core/outbound/outbound.ts'
import { type Env, provide, type Services } from './core/route/context.ts'
import { type App, anyone, refuseUndeclared, route } from './core/route/route.ts'
import { templates } from './core/templates/routes.ts'
import { errorResponse } from './errors.ts'
import { activity } from './hiring/applications/activity.ts'
import { exports } from './hiring/applications/export.ts'
import { readRoutes } from './hiring/applications/read-routes.ts'
import { applications } from './hiring/applications/routes.ts'
import { bulkOfApplications, bulk as bulkRoutes } from './hiring/bulk/routes.ts'
import { createBusyCalendars } from './hiring/busy-calendars/busy-calendars.ts'
import { busyCalendar } from './hiring/busy-calendars/routes.ts'
import { personRoutes } from './hiring/candidate/person-routes.ts'
import { candidate } from './hiring/candidate/routes.ts'
import { comments } from './hiring/comments/routes.ts'
import { applicationEmail } from './hiring/decisions/email-routes.ts'
import { decisions } from './hiring/decisions/routes.ts'
import { candidateDocuments } from './hiring/document-requests/candidate-routes.ts'
import { documentRequests } from './hiring/document-requests/routes.ts'
import { evaluations } from './hiring/evaluations/routes.ts'
import { fileChecks } from './hiring/file-checks/routes.ts'
import { handOver, handOvers } from './hiring/hand-over/routes.ts'
import { hiringSteps, hiringStepsOfJob } from './hiring/hiring-steps/routes.ts'
import { hiringTeamOfJob } from './hiring/hiring-team/routes.ts'
import { calendarFeed, ownCalendar } from './hiring/interviews/calendar-routes.ts'
import { interviewList } from './hiring/interviews/list.ts'
import { interviews } from './hiring/interviews/routes.ts'
import { jobInvitations, openedInvitations } from './hiring/job-invitations/routes.ts'
import { candidateMessages } from './hiring/messages/candidate-routes.ts'
import { messages } from './hiring/messages/routes.ts'
import { privacy } from './hiring/privacy/routes.ts'
import { rejectionReasons } from './hiring/rejection-reasons/routes.ts'
import { shared, shares } from './hiring/shares/routes.ts'
import { resumesOfJob } from './hiring/submission/resumes.ts'
import { submissions } from './hiring/submission/routes.ts'
import { spam } from './hiring/submission/spam-routes.ts'
import { tags } from './hiring/tags/routes.ts'
import { dashboard } from './office/dashboard/routes.ts'
import { lookUpTexts } from './office/email-settings/dns.ts'
import { emailSettings } from './office/email-settings/routes.ts'
import { holidays } from './office/holidays/routes.ts'
import { imports } from './office/imports/routes.ts'
import { notifications } from './office/notifications/routes.ts'
import { reports } from './office/reports/routes.ts'
import { settings } from './office/settings/routes.ts'
import { setup } from './office/setup/routes.ts'
import { translations } from './office/translations/routes.ts'
import { views } from './office/views/routes.ts'
import { webhooks } from './office/webhooks/routes.ts'
import { serveDocument } from './openapi/serve.ts'
import { alerts } from './website/alerts/routes.ts'
import { appearance } from './website/appearance/routes.ts'
import { drafts } from './website/drafts/routes.ts'
import { jobs } from './website/jobs/routes.ts'
import { createPictures } from './website/media/pictures.ts'
import { media } from './website/media/routes.ts'
import { menus } from './website/menus/routes.ts'
import { pages } from './website/pages/routes.ts'
import { postings, postingsOfJob } from './website/postings/routes.ts'
import { previewLinks } from './website/preview-links/routes.ts'
import { redirects } from './website/redirects/routes.ts'
import { trash } from './website/trash/routes.ts'
import { visits as visitRoutes } from './website/visits/routes.ts'

export const routes = new Hono<Env>()
  .route('/auth', auth)
  .route('/auth/passkeys', passkeys)
  .route('/auth/login/passkey', passkeyLogin)
  .route('/auth/oidc', oidc)
  .route('/auth', ownCalendar)
  .route('/auth', busyCalendar)
  .route('/calendar', calendarFeed)
  .route('/pages', pages)
  .route('/media', media)
  .route('/jobs', jobs)
  .route('/jobs', postingsOfJob)
  .route('/', postings)
  .route('/jobs', hiringTeamOfJob)
  .route('/jobs', resumesOfJob)
  .route('/jobs', hiringStepsOfJob)
  .route('/hiring-steps', hiringSteps)
  .route('/rejection-reasons', rejectionReasons)
  .route('/tags', tags)
  // Before applications: `/reviewers` and `/export.csv` are no ids.
  .route('/applications', comments)
  .route('/applications', evaluations)
  .route('/applications', exports)
  .route('/applications', submissions)
  .route('/applications', applications)
  .route('/applications', decisions)
  .route('/applications', personRoutes)
  .route('/applications', fileChecks)
  .route('/applications', spam)
  .route('/applications', applicationEmail)
  .route('/applications', activity)
  .route('/applications', interviews)
  .route('/interviews', interviewList)
  .route('/applications', bulkOfApplications)
  .route('/applications', messages)
  .route('/applications', documentRequests)
  .route('/applications', jobInvitations)
  .route('/candidate', openedInvitations)
  .route('/candidate', candidate)
  .route('/candidate', candidateMessages)
  .route('/candidate', candidateDocuments)
  .route('/bulk', bulkRoutes)
  .route('/applications', handOver)
  .route('/hand-overs', handOvers)
  .route('/shares', shares)
  .route('/shared', shared)
  .route('/applications', readRoutes)
  .route('/settings', settings)
  .route('/privacy', privacy)
  .route('/users', users)
  .route('/tokens', tokens)
  .route('/identities', identities)
  .route('/appearance', appearance)
  .route('/outbox', outboxRoutes)
  .route('/email-settings', emailSettings)
  .route('/audit', auditTrail)
  .route('/menus', menus)
  .route('/templates', templates)
  .route('/translations', translations)
  .route('/dashboard', dashboard)
  .route('/reports', reports)
  .route('/notifications', notifications)
  .route('/setup', setup)
  .route('/views', views)
  .route('/webhooks', webhooks)
  .route('/imports', imports)
  .route('/visits', visitRoutes)
  .route('/alerts', alerts)
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

export type { ServerBindings } from './core/route/context.ts'

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
    sessions: createSessions(given.db, given.companySignIn),
    tokens: createTokens(given.db, given.companySignIn?.issuer),
    pictures: given.pictures ?? createPictures({ log: given.log }),
    mailFrom: defaultSender,
    mailVariables: { SMTP_URL: undefined, MAIL_FROM: defaultSender },
    secrets: createSecrets({}),
    companySignIn: undefined,
    lookUp: lookUpTexts,
    outbound: createOutbound({ allowedHosts: [] }),
    busyCalendars: createBusyCalendars(),
    ownAddress: () => 'http://localhost:4321',
    publicUrl: undefined,
    mailer: undefined,
    outbox: undefined,
    slowFormats: undefined,
    bulk: undefined,
    imports: undefined,
    resumeTexts: undefined,
    visits: undefined,
    webhookWorker: undefined,
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
