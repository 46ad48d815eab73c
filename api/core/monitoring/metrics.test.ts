import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('a counter grows by label, a gauge is read, a duration falls into its buckets', async () => {
  const metrics = createMetrics()
  const calls = metrics.counter('calls_total', 'Calls.')
  const took = metrics.durations('call_seconds', 'How long.')
  metrics.gauge('open', 'Open.', async () => 7)
  for (const status of ['200', '200', '404']) calls({ route: '/jobs', status })
  took({ route: '/jobs' }, 0.03)
  took({ route: '/jobs' }, 3)
  const text = await metrics.text()
  expect(text).toContain('# TYPE calls_total counter\ncalls_total{route="/jobs",status="200"} 2\n')
  expect(text).toContain('calls_total{route="/jobs",status="404"} 1\n')
  expect(text).toContain('# HELP open Open.\n# TYPE open gauge\nopen 7\n')
  expect(text).toContain('call_seconds_bucket{route="/jobs",le="0.025"} 0\n')
  expect(text).toContain('call_seconds_bucket{route="/jobs",le="0.05"} 1\n')
  expect(text).toContain('call_seconds_bucket{route="/jobs",le="+Inf"} 2\n')
  expect(text).toContain('call_seconds_count{route="/jobs"} 2\n')
})

test('a gauge that cannot be read is left out', async () => {
  const metrics = createMetrics()
  metrics.gauge('away', 'Away.', () => Promise.reject(new Error('no database')))
  metrics.gauge('here', 'Here.', () => 1)
  expect(await metrics.text()).toBe('# HELP here Here.\n# TYPE here gauge\nhere 1\n')
})

test('a label cannot break out of its quotes', async () => {
  const metrics = createMetrics()
  metrics.counter('odd_total', 'Odd.')({ route: 'a"b\\c\nd' })
  expect(await metrics.text()).toContain('odd_total{route="a\\"b\\\\c\\nd"} 1\n')
})
