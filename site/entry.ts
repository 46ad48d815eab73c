/** The door of the process in production: assets, cached pages, the api, and Astro last. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createApp } from 'astro/app/entrypoint'
import { Hono } from 'hono'
import { server as foyer } from '#api/server.ts'
import { assetResponse, readAssets } from './assets.ts'
import { createPageCache } from './cache.ts'
import { cacheKey } from './cacheable.ts'
import { fromProxy } from './client-address.ts'
import { listen } from './listen.ts'
import { nothingAllowed, securityHeaders } from './security-headers.ts'

const { api, env, log } = foyer
const astro = createApp({ streaming: false })
const assets = readAssets(fileURLToPath(new URL('../client', import.meta.url)))

function guarded(response: Response, requestId?: string): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', nothingAllowed)
  if (requestId) headers.set('X-Request-Id', requestId)
  return new Response(response.body, { status: response.status, headers })
}

const pages = createPageCache({
  readVersion: foyer.contentVersion,
  // A request of our own: nothing of the visitor's can get into a page that is kept for all.
  render: async (key) => guarded(await astro.render(new Request(`http://site${key}`))),
})
foyer.afterWrite(pages.follow)
await pages.follow()
// Other instances may write to the same database.
setInterval(() => void pages.follow().catch(() => undefined), 1000).unref()

type Door = { Bindings: HttpBindings; Variables: { requestId: string } }

const door = new Hono<Door>()
  .use(async function identify(c, next) {
    c.set('requestId', randomUUID())
    await next()
  })
  .get('/healthz', (c) => c.text('ok'))
  .get('/readyz', (c) =>
    foyer.ready().then(
      () => c.text('ready'),
      () => c.text('not ready', 503, { 'Retry-After': '2' }),
    ),
  )
  .all('/api/*', (c) =>
    api.fetch(c.req.raw, {
      requestId: c.var.requestId,
      ...fromProxy(c.env.incoming, env.TRUST_PROXY),
    }),
  )
  .get('*', async (c, next) => {
    const asset = assets.get(c.req.path)
    return asset ? assetResponse(asset, c.req.header('accept-encoding') ?? '') : next()
  })
  .get('*', async (c, next) => {
    if (!cacheKey(c.env.incoming.url ?? '')) return next()
    const made = await pages.make(c.env.incoming, c.env.outgoing)
    return made === 'written' ? RESPONSE_ALREADY_SENT : made
  })
  // Astro's own addresses are nobody's business here.
  .all('/_*', (c) => c.redirect('/', 302))
  .all('*', (c) =>
    astro.render(c.req.raw, {
      clientAddress: fromProxy(c.env.incoming, env.TRUST_PROXY).ip,
      locals: {
        door: { requestId: c.var.requestId, ...fromProxy(c.env.incoming, env.TRUST_PROXY) },
      },
    }),
  )
  .onError((error, c) => {
    log.error({ err: error, path: c.req.path, request_id: c.var.requestId }, 'request failed')
    return c.text('Something went wrong', 500)
  })

const listener = getRequestListener(async (request, bindings) => {
  const response = await door.fetch(request, bindings as HttpBindings)
  return response === RESPONSE_ALREADY_SENT
    ? response
    : guarded(response, response.headers.get('X-Request-Id') ?? randomUUID())
})

const answer = (request: IncomingMessage, response: ServerResponse) => {
  if (!pages.answer(request, response)) void listener(request, response)
}

await listen({
  servers: () => createServer(answer),
  host: env.HOST,
  port: env.PORT,
  firstRun: foyer.firstRun,
  close: foyer.close,
})
