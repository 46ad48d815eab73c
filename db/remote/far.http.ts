import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '#scripts/testing/serve.ts'
import { createCertificate, missingForTls } from '../fixtures/certificate.ts'
import { startNetworkProxy, startTlsProxy } from '../fixtures/network-proxy.ts'
import { createToken, startSqld } from '../fixtures/sqld.ts'

/** On a busy machine the database can be too slow for a while: the server then says to retry. */
async function openJobs(url: string): Promise<unknown> {
  const response = await fetch(`${url}/api/jobs/active`)
  if (response.status !== 503) return response.json()
  // Time passes: what the response says.
  await setTimeout(2000)
  return openJobs(url)
}

describe.skipIf(missingForTls)(
  `Three servers starting at once on an empty database 300 ms away${missingForTls}`,
  () => {
    let servers: RunningServer[] = []
    let folder = ''
    const stops: (() => unknown)[] = []
    /** Output of servers that ended, since the database answered too late. */
    const ended: string[] = []

    /** Starts it again when it ends, as a supervisor does. */
    async function start(options: Parameters<typeof startServer>[0]): Promise<RunningServer> {
      try {
        return await startServer(options)
      } catch (error) {
        if (ended.length === 6) throw error
        ended.push((error as Error).message)
        return start(options)
      }
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'foyer-far-'))
      const { token, publicKey } = createToken()
      const certificate = createCertificate(folder)
      const sqld = await startSqld({ publicKey })
      const tls = await startTlsProxy(sqld.url, certificate)
      const line = await startNetworkProxy(tls.url, { roundTrip: 300 })
      stops.push(line.stop, tls.stop, sqld.stop)
      const env = {
        DATABASE_URL: line.url,
        DATABASE_AUTH_TOKEN: token,
        NODE_EXTRA_CA_CERTS: certificate.authority,
      }
      servers = await Promise.all([1, 2, 3].map(() => start({ folder, env })))
    })
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.kill()))
      for (const stop of stops) await stop()
      await rm(folder, { recursive: true, force: true })
    })

    test('seed it once', async () => {
      const outputs = [...ended, ...servers.map((server) => server.output())]
      const filled = outputs.filter((output) => output.includes('Sign in as'))
      expect(filled).toHaveLength(1)
      const lists = await Promise.all(servers.map(({ url }) => openJobs(url)))
      expect(lists[0]).not.toEqual([])
      expect(lists[1]).toEqual(lists[0])
      expect(lists[2]).toEqual(lists[0])
    })
  },
)
