/** The front controller in production: cached pages, assets, the API, and Astro last. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { pageCanvasAddress } from '#admin/canvas/address.ts'
import { formPreviewAddress } from '#admin/jobs/questions/previewed-form.ts'
import { backOfficePath, matchScreen, movedTo } from '#admin/paths.ts'
import { frameAddress } from '#admin/resume-frame/messages.ts'
import { basePath } from '#api/core/environment/env.ts'
import { wordsOf } from '#api/core/words/contract.ts'
import { server as foyer } from '#api/server.ts'
import { isImagePath } from '#api/website/share/contract.ts'
import { isOwnSuccess, withApplicationCookie } from '../candidate/application-cookie.ts'
import { inLanguagePaths, moveTo, withLanguage, withoutLanguage } from '../lib/language-paths.ts'
import { visitorAddress } from '../lib/visitor.ts'
import { withoutApiBase } from './api-base.ts'
import { assetResponse, findAssets } from './assets.ts'
import { belowBasePath, moveHeaders, withBasePath, withoutBasePath } from './base-path.ts'
import { watchBodies } from './bodies.ts'
import { cacheKey } from './cache/cacheable.ts'
import { withOwnPolicy } from './cache/policy.ts'
import { carryQuery, withQuery } from './carry-query.ts'
import { cameOverTls, fromProxy, requestOrigin } from './client-address.ts'
import { compress } from './compress.ts'
import { decodable } from './decodable.ts'
import { watchLoad } from './load-shedding.ts'
import { astro, pages, publish, warmUp as warmPages } from './public-pages.ts'
import { rejectEarly } from './reject-early.ts'
import { transportSecurity } from './security-headers.ts'
import { serverMetrics } from './server-metrics.ts'
import { withSandboxPolicy } from './with-sandbox-policy.ts'
import { withSecurityHeaders } from './with-security-headers.ts'
import { withoutForms } from './without-forms.ts'
import { withoutScripts } from './without-scripts.ts'

const { api, env, log } = foyer
const words = () => wordsOf(foyer.siteLanguages()[0])
// Relative to the project's folder, like migrations and data.
const assets = findAssets(path.resolve('dist/client'))

/** For the log: without the query, which may contain a name or a token, and cut. */
const pathOf = (url: string) => new URL(url).pathname.slice(0, 200)

const bodies = watchBodies({}, () => words().server)
const load = watchLoad()
const count = serverMetrics(foyer.metrics, { bodies, load, pages })

type Server = { Bindings: HttpBindings & { requestId: string } }

/** An address with trailing slashes in its path. */
const slashed = /^([^?]*[^?/])\/+(\?.*)?$/

/** Pages that accept a form without JavaScript. */
const takesForms =
  /^\/(jobs\/[^/]+\/apply|application(\/(?!success\/?$)[^/]+|\/confirm\/[^/]+)?|alerts(\/[^/]+|\/confirm\/[^/]+)?|login|forgot-password|reset-password)\/?$/

/** Whether the address is unknown and therefore redirects to / for every method. */
function isUnknown({ req: { path, raw } }: Context<Server>) {
  if (
    path === '/healthz' ||
    path === '/readyz' ||
    [frameAddress, formPreviewAddress, pageCanvasAddress].includes(path) ||
    assets.has(path)
  )
    return false
  if (isImagePath(path)) return false
  if (path.startsWith(backOfficePath)) return !matchScreen(path) && !movedTo(path)
  return astro.match(raw)?.route === '/[...unknown]'
}

/** Pictures, from the store: a database or store that is away is no bug. */
async function images({ req, env: { requestId } }: Context<Server>) {
  const response = await foyer.images(req.path).catch((err: unknown) => {
    log.warn({ err, path: pathOf(req.url), request_id: requestId }, 'picture not read')
    const headers = { 'Retry-After': '10', 'Cache-Control': 'no-store' }
    return new Response('This picture is not available just now.', { status: 503, headers })
  })
  const etag = response.headers.get('ETag')
  return etag && req.header('if-none-match') === etag
    ? new Response(null, { status: 304, headers: { ETag: etag, 'Cache-Control': 'no-cache' } })
    : response
}

const callApi = (c: Context<Server>) =>
  api.fetch(c.req.raw, {
    requestId: c.env.requestId,
    incoming: c.env.incoming,
    schedule: load.waitForTick,
    ...fromProxy(c.env.incoming, env.TRUST_PROXY),
  })

async function renderWithAstro(c: Context<Server>) {
  const { requestId } = c.env
  const client = fromProxy(c.env.incoming, env.TRUST_PROXY)
  const { language } = c.env.incoming
  const render = () =>
    astro.render(c.req.raw, {
      clientAddress: client.ip,
      locals: { server: { requestId, ...client } },
    })
  const response = await (language ? foyer.inLanguage(language, render) : render())
  return withOwnPolicy(await belowBasePath(await inLanguagePaths(response, language)))
}

const app = new Hono<Server>()
  .get('/healthz', (c) => c.text('ok'))
  .get('/readyz', (c) =>
    (c.req.query('apply') === undefined ? foyer.ready() : foyer.takesApplications()).then(
      () => c.text('ready'),
      () => c.text('not ready', 503, { 'Retry-After': '2' }),
    ),
  )
  .get('*', async (c, next) => {
    const asset = assets.get(c.req.path)
    return asset ? assetResponse(asset, c.req.header('accept-encoding') ?? '') : next()
  })
  .post('/api/applications/submit', async (c) =>
    withApplicationCookie(await callApi(c), cameOverTls(c.env.incoming, env.TRUST_PROXY)),
  )
  .all('/api/*', callApi)
  .get('*', (c, next) => {
    // One address per cached page, or its duplicates would be rendered for everyone.
    const [, path = '', query = ''] = slashed.exec(c.env.incoming.url ?? '') ?? []
    return cacheKey(path) ? Promise.resolve(c.redirect(path + query, 308)) : next()
  })
  .get('*', async (c, next) => {
    const { url = '', headers } = c.env.incoming
    if (!cacheKey(url) || isOwnSuccess(url, headers.cookie)) return next()
    const { ip } = fromProxy(c.env.incoming, env.TRUST_PROXY)
    const rendered = await visitorAddress.run(ip, () =>
      pages.render(c.env.incoming, c.env.outgoing),
    )
    return rendered === 'written' ? RESPONSE_ALREADY_SENT : rendered
  })
  .get('*', async (c, next) => (isImagePath(c.req.path) ? images(c) : next()))
  .get(frameAddress, async (c) =>
    withSandboxPolicy(await renderWithAstro(c), requestOrigin(c.env.incoming, env.TRUST_PROXY)),
  )
  .get(formPreviewAddress, async (c) => withoutForms(await renderWithAstro(c)))
  .get(pageCanvasAddress, async (c) => withoutScripts(await renderWithAstro(c)))
  .all('*', async (c, next) => {
    const { path } = c.req
    const methods = [
      'GET',
      'HEAD',
      ...(takesForms.test(path) ? ['POST'] : []),
      ...(path === '/jobs.json' ? ['OPTIONS'] : []),
    ]
    if (methods.includes(c.req.method)) return next()
    if (isUnknown(c)) return c.redirect('/', 302)
    return c.text('Method not allowed', 405, { Allow: methods.join(', ') })
  })
  .all('*', async (c) => {
    // Astro's internal addresses are not public, with any number of leading slashes.
    if (/^\/+_|^\/\//.test(c.req.path)) return c.redirect('/', 302)
    return compress(await renderWithAstro(c), c.req.header('accept-encoding'))
  })
  .onError((err, c) => {
    log.error({ err, path: pathOf(c.req.url), request_id: c.env.requestId }, 'request failed')
    return c.text(words().failure.somethingWrong, 500)
  })

const listener = getRequestListener(async (request, bindings) => {
  const requestId = randomUUID()
  const begin = performance.now()
  const node = bindings as HttpBindings
  const response = await app.fetch(request, { ...node, requestId })
  // A page rendered for HEAD has been sent, but Hono wraps the marker that says so.
  if (node.outgoing.headersSent) return RESPONSE_ALREADY_SENT
  moveTo(response, node.incoming.language)
  moveHeaders(response)
  carryQuery(request, response)
  const { status } = response
  count(status)
  // For debugging; proxies write access logs.
  log.debug(
    {
      request_id: requestId,
      method: request.method,
      path: pathOf(request.url),
      status,
      ms: Math.round(performance.now() - begin),
    },
    'answered',
  )
  return withSecurityHeaders(response, requestId)
})

/** Cheap requests, and applications, are never rejected. */
const alwaysTaken =
  /^(GET \/(healthz|readyz)|POST \/(api\/applications\/submit|jobs\/[^/]+\/apply))$/

/** Whether the response has to be computed. */
function isWork({ method, url = '' }: IncomingMessage) {
  const path = url.split('?', 1)[0] ?? ''
  return !assets.has(path) && !alwaysTaken.test(`${method} ${path}`)
}

/** Rejected (RFC 9112 §3.2): a proxy may have used the other host. */
function namesTwoHosts({ rawHeaders }: IncomingMessage) {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}

/** Answered outside BASE_PATH too: what asks for it is no browser. */
const isAnywhere = /^\/(healthz|readyz|api\/.*)(\?|$)/

/** An address outside BASE_PATH: the site is not the whole domain. */
function answerOutside(request: IncomingMessage, response: ServerResponse) {
  const { pathname = '', searchParams = [] } = URL.parse(request.url ?? '', 'http://site') ?? {}
  if (!['/', basePath].includes(pathname)) return rejectEarly(request, response, 404, 'Not found')
  response.writeHead(302, { Location: withQuery(withBasePath('/'), searchParams) }).end()
}

/** Home of a language has one address, without a slash at its end. */
function redirectHome({ url = '', language }: IncomingMessage, response: ServerResponse) {
  response.writeHead(308, { Location: withBasePath(withLanguage(url, language)) }).end()
}

/** Answers a request from memory when its page is cached, else through the app. */
export const answer = (request: IncomingMessage, response: ServerResponse) => {
  if (cameOverTls(request, env.TRUST_PROXY)) response.setHeader(...transportSecurity)
  const url = withoutApiBase(request.url ?? '', env.API_BASE)
  const path = isAnywhere.test(url) ? url : withoutBasePath(url)
  if (path === undefined) return answerOutside(request, response)
  const { language, url: asked } = withoutLanguage(path, foyer.siteLanguages())
  request.language = language
  request.url = decodable(asked)
  if (language && path.startsWith(`/${language}/`) && /^\/(\?|$)/.test(asked))
    return redirectHome(request, response)
  if (namesTwoHosts(request)) return rejectEarly(request, response, 400, 'Multiple Host headers')
  // Bodyless requests have already ended.
  if (!request.readableEnded && !bodies.admit(request, response)) return
  const isOwn = isOwnSuccess(request.url ?? '', request.headers.cookie)
  if (!isOwn && pages.answer(request, response)) return
  // The client may have left while waiting in the queue.
  const work = () => void (request.socket.destroyed || listener(request, response))
  if (!isWork(request)) work()
  else if (!load.schedule(work)) rejectEarly(request, response, 503, words().server.busy)
}

/** Renders pages ahead, and writes them to PAGES_DIR. */
export async function warmUp() {
  publish(assets)
  await warmPages()
}

export { checkQueries } from './public-pages.ts'
export const { beginToClose, close, setOrigin, metrics } = foyer
