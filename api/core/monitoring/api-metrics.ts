import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Env } from '../route/context.ts'
import type { Metrics } from './metrics.ts'

/** Counts calls by route pattern. Calls that pages make in process are not counted. */
export function apiMetrics(metrics: Metrics) {
  const calls = metrics.counter('foyer_api_calls_total', 'API calls by status.')
  const took = metrics.durations('foyer_api_call_seconds', 'Duration of API calls.')
  const failures = metrics.counter(
    'foyer_sign_in_failures_total',
    'Sign-ins refused: wrong password (401), too many tries (429) or overload (503).',
  )
  const accepted = metrics.counter('foyer_applications_accepted_total', 'Applications accepted.')
  return createMiddleware<Env>(async function measure(c, next) {
    const begin = performance.now()
    await next()
    if (!c.env?.requestId) return
    const { method } = c.req
    const { status } = c.res
    // After next(), this is the path of the handler or middleware that responded.
    const route = routePath(c)
    calls({ method, route, status: String(status) })
    took({ method, route }, (performance.now() - begin) / 1000)
    const call = `${method} ${route} ${status}`
    if (/^POST \/api\/auth\/login (401|429|503)$/.test(call)) failures({ status: String(status) })
    if (call === 'POST /api/applications/submit 201') accepted()
  })
}
