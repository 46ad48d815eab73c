import { afterAll, expect, test } from 'vitest'
import { createApi } from '#api/app.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { emailOf, world } from '#scripts/testing/world.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

const w = await world()
afterAll(() => w.remove())

/** The counters after these requests, sent as the HTTP server sends them. */
async function countersAfter(...requests: Request[]) {
  const metrics = createMetrics()
  const log = await createLog('silent')
  const api = createApi({ db: w.db, store: w.store, log, metrics, rateLimits: false })
  for (const request of requests) await api.fetch(request, { ip: '192.0.2.1', requestId: 'id' })
  // Pages call without a request id.
  await api.fetch(new Request('http://x/api/jobs/active'), { ip: '127.0.0.1' })
  return (await metrics.text()).split('\n').filter((line) => /^\w+_total/.test(line))
}

const post = (path: string, body: FormData | object) =>
  new Request(`http://x/api${path}`, {
    method: 'POST',
    ...(body instanceof FormData
      ? { body }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

test('calls are counted by route pattern, whatever the path', async () => {
  const asked = ['/jobs/1', '/jobs/2', '/jobs/secret', '/nobody/knows/this'].map(
    (path) => new Request(`http://x/api${path}`),
  )
  expect(await countersAfter(...asked)).toEqual([
    'foyer_api_calls_total{method="GET",route="/api/jobs/:id",status="404"} 3',
    'foyer_api_calls_total{method="GET",route="/*",status="404"} 1',
  ])
})

test('refused sign-ins and accepted applications have counts of their own', async () => {
  const wrong = { email: emailOf('rita'), password: 'not the one' }
  const told = await countersAfter(
    post('/auth/login', wrong),
    post('/auth/login', wrong),
    post('/applications/submit', applicationForm({ job_id: await w.newJob() })),
    post('/applications/submit', applicationForm({ job_id: 99_999 })),
  )
  expect(told).toContain('foyer_sign_in_failures_total{status="401"} 2')
  expect(told).toContain('foyer_applications_accepted_total 1')
})
