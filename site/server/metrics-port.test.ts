import { expect, test } from 'vitest'
import { readEnvironment } from '#api/core/environment/env.ts'
import { listenForMetrics } from './metrics-port.ts'

test('metrics are not served without METRICS_PORT', async () => {
  expect(await listenForMetrics(readEnvironment({}), async () => 'up 1\n')).toBeUndefined()
})

test('metrics are served on METRICS_PORT of the loopback interface by default', async () => {
  const env = readEnvironment({ METRICS_PORT: '0' })
  const { server, address } = (await listenForMetrics(env, async () => 'up 1\n'))!
  const response = await fetch(address)
  const elsewhere = await fetch(address.replace('/metrics', '/'))
  server.close()
  expect(new URL(address).hostname).toBe('127.0.0.1')
  expect(response.headers.get('content-type')).toContain('version=0.0.4')
  expect(await response.text()).toBe('up 1\n')
  expect(elsewhere.status).toBe(404)
})
