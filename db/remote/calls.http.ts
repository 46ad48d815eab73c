import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '#scripts/testing/serve.ts'
import { startNetworkProxy } from '../fixtures/network-proxy.ts'
import { sqldExists, startSqld } from '../fixtures/sqld.ts'

describe.skipIf(!sqldExists)(
  `A server on a libSQL server${sqldExists ? '' : ' (no binary)'}`,
  () => {
    let sqld: Awaited<ReturnType<typeof startSqld>>
    let line: Awaited<ReturnType<typeof startNetworkProxy>>
    let folder = ''
    let server: RunningServer

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'foyer-calls-'))
      sqld = await startSqld()
      line = await startNetworkProxy(sqld.url)
      server = await startServer({ folder, env: { DATABASE_URL: line.url } })
    })
    afterAll(async () => {
      await server?.kill()
      line?.stop()
      await sqld?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    /** Waits until the work of the start is done. */
    async function isIdle() {
      const before = line.requests()
      // Time passes: three a second are enough for what is left of the start.
      await sleep(3000)
      return line.requests() - before <= 9
    }

    test('asks it at most twice a second while nothing happens', async () => {
      await expect.poll(isIdle, { timeout: 120_000 }).toBe(true)
      const before = line.requests()
      const began = performance.now()
      // Time passes: each loop has its turn within 15 seconds.
      await sleep(15_000)
      const seconds = (performance.now() - began) / 1000
      const calls = line.requests() - before
      console.log(`${calls} calls in ${seconds.toFixed(1)} seconds`)
      expect(calls).toBeLessThanOrEqual(2 * seconds)
      expect(calls).toBeGreaterThan(0)
    })

    test('warns of nothing but what the operator can change', () => {
      expect(server.output()).not.toMatch(/MaxListeners|Warning:/)
    })
  },
)
