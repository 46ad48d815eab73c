import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { isFull } from '#db/errors.ts'
import { appearance } from './appearance/routes.ts'
import { activity } from './applications/activity.ts'
import { applicationEmail } from './applications/email-routes.ts'
import { exports } from './applications/export.ts'
import { readRoutes } from './applications/read-routes.ts'
import { applications } from './applications/routes.ts'
import { audit } from './audit/record.ts'
import { auditTrail } from './audit/routes.ts'
import { auth } from './auth/routes.ts'
import { createSessions } from './auth/sessions.ts'
import { bulkOfApplications, bulk as bulkRoutes } from './bulk/routes.ts'
import type { BulkWorker } from './bulk/worker.ts'
import { candidate } from './candidate/routes.ts'
import { comments } from './comments/routes.ts'
import { type Env, readBearerToken } from './context.ts'
import { dashboard } from './dashboard/routes.ts'
import { type FileStore, StoreUnavailable } from './files/store.ts'
import { holidays } from './holidays/routes.ts'
import { methodsOf } from './http/known-routes.ts'
import { Problem } from './http/problem.ts'
import { jobs } from './jobs/routes.ts'
import { createLimits } from './limits.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outbox } from './mail/outbox.ts'
import { outbox as outboxRoutes } from './mail/routes.ts'
import { isMaintenance } from './maintenance.ts'
import { createPictures, type Pictures } from './media/pictures.ts'
import { media } from './media/routes.ts'
import type { SlowFormats } from './media/slow-formats.ts'
import { menus } from './menus/routes.ts'
import { apiMetrics } from './monitoring/api-metrics.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { isAway } from './monitoring/outages.ts'
import { serveDocument } from './openapi/serve.ts'
import { pages } from './pages/routes.ts'
import { privacy } from './privacy/routes.ts'
import { type App, anyone, refuseUndeclared, route } from './route.ts'
import { settings } from './settings/routes.ts'
import { setup } from './setup/routes.ts'
import { templates } from './templates/routes.ts'
import { users } from './users/routes.ts'
import { views } from './views/routes.ts'
import type { VisitCounter } from './visits/counter.ts'
import { visits as visitRoutes } from './visits/routes.ts'
import { languages, siteLanguage } from './words/contract.ts'

const routes = new Hono<Env>()
  .route('/auth', auth)
  .route('/pages', pages)
  .route('/media', media)
  .route('/jobs', jobs)
  // Before applications: `/reviewers` and `/export.csv` are no ids.
  .route('/applications', comments)
  .route('/applications', exports)
  .route('/applications', applications)
  .route('/applications', applicationEmail)
  .route('/applications', activity)
  .route('/applications', bulkOfApplications)
  .route('/candidate', candidate)
  .route('/bulk', bulkRoutes)
  .route('/applications', readRoutes)
  .route('/settings', settings)
  .route('/privacy', privacy)
  .route('/users', users)
  .route('/appearance', appearance)
  .route('/outbox', outboxRoutes)
  .route('/audit', auditTrail)
  .route('/menus', menus)
  .route('/templates', templates)
  .route('/dashboard', dashboard)
  .route('/setup', setup)
  .route('/views', views)
  .route('/visits', visitRoutes)
  .route('/holidays', holidays)
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

/** The API. `afterWrite` is awaited before the response to any call that may have changed data. */
export function createApi({
  db,
  store,
  log,
  rateLimits = true,
  mailFrom = 'careers@localhost',
  publicUrl,
  ownAddress = () => 'http://localhost:4321',
  mailer,
  outbox,
  pictures = createPictures({ log }),
  slowFormats,
  bulk,
  visits,
  afterWrite,
  metrics = createMetrics(),
}: {
  db: Db
  store: FileStore
  log: Logger
  rateLimits?: boolean
  mailFrom?: string
  publicUrl?: string | undefined
  /** The process's own origin, for links in mails while no public URL is set. */
  ownAddress?: () => string
  mailer?: Mailer
  outbox?: Outbox
  pictures?: Pictures
  slowFormats?: SlowFormats
  bulk?: BulkWorker
  visits?: VisitCounter
  afterWrite?: () => Promise<void>
  metrics?: ReturnType<typeof createMetrics>
}) {
  const sessions = createSessions(db)
  const limits = createLimits(rateLimits)
  refuseUndeclared(typed)
  const known = methodsOf(typed)

  return new Hono<Env>()
    .use(async function prepare(c, next) {
      const requestId = c.env?.requestId ?? randomUUID()
      const token = readBearerToken(c.req.header('authorization'))
      c.set('db', db)
      c.set('store', store)
      c.set('pictures', pictures)
      c.set('slowFormats', slowFormats)
      c.set('bulk', bulk)
      c.set('visits', visits)
      c.set('sessions', sessions)
      c.set('limits', limits)
      c.set('mailFrom', mailFrom)
      c.set('publicUrl', publicUrl)
      c.set('ownAddress', ownAddress())
      c.set('mailer', mailer)
      c.set('outbox', outbox)
      c.set('requestId', requestId)
      c.set('log', log.child({ request_id: requestId }))
      c.set('token', token)
      // Set before next(): changing a finished response makes Hono copy it.
      c.header('X-Request-Id', requestId)
      c.header('Cache-Control', 'no-store')
      c.header('X-Content-Type-Options', 'nosniff')
      await next()
    })
    .use(apiMetrics(metrics))
    .use(async function refuseUnknown(c, next) {
      const methods = known(c.req.path)
      if (!methods.length) throw new Problem(404, 'There is nothing at this address')
      if (!methods.includes(c.req.method))
        throw new Problem(405, `This address doesn't support ${c.req.method}`, {
          headers: { Allow: methods.join(', ') },
        })
      await next()
    })
    .use(async function identify(c, next) {
      const found = c.var.token ? await sessions.find(c.var.token) : null
      c.set('user', found?.isPendingEnrolment ? null : (found?.user ?? null))
      c.set('pendingEnrolment', found?.isPendingEnrolment ? found.user : null)
      await next()
    })
    .use(audit)
    .use(async function announce(c, next) {
      await next()
      if (c.req.method === 'GET' || c.req.method === 'HEAD') return
      // The change is stored; an error here would make the client send it again.
      await afterWrite?.().catch((err: unknown) => c.var.log.error({ err }, 'announcing failed'))
    })
    .route('/', typed)
    .onError(function translate(error, c) {
      const expected = error instanceof Problem || error instanceof HTTPException
      if ((!expected || error.status >= 500) && !isMaintenance(error))
        c.var.log.error({ err: error, method: c.req.method, path: c.req.path }, 'request failed')
      if (error instanceof Problem) return c.json(error.body, error.status, error.headers)
      if (error instanceof HTTPException) return c.json({ error: error.message }, error.status)
      // By the token: the error may have come before the session was read.
      const words = languages[c.var.token ? 'en' : siteLanguage]
      const request_id = c.var.requestId
      if (isFull(error)) return c.json({ error: words.server.diskFull }, 507)
      if (error instanceof StoreUnavailable)
        return c.json({ error: words.server.filesUnavailable }, 503, { 'Retry-After': '30' })
      if (isAway(error))
        return c.json({ error: words.server.unavailable }, 503, { 'Retry-After': '2' })
      return c.json({ error: words.failure.somethingWrong, request_id }, 500)
    })
}
