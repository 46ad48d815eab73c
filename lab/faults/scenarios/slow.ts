import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningServer } from '../../../scripts/testing/serve.ts'
import { metric } from '../kit/figures.ts'
import { startFlood } from '../kit/flood.ts'
import { answersOf, apply } from '../kit/load.ts'
import { percentiles, type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'
import { visit } from '../kit/visitor.ts'

const onLinux = () => (process.platform === 'linux' ? undefined : 'it reads /proc')

/** The wanted number of connections, limited by this process's open files. */
function allowed(wanted: number) {
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const files = Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? wanted)
  return Math.min(wanted, files - 500)
}

/** The server's open connections, once 95 % of those wanted are open or after ten seconds. */
async function letIn(server: RunningServer, wanted: number) {
  let open = 0
  for (let tries = 0; open < wanted * 0.95 && tries < 50; tries++) {
    await pause(200)
    open = await metric(server, 'foyer_connections')
  }
  return open
}

/** Seconds until the server has closed all connections. */
async function ended(counts: () => Promise<{ open: number }>) {
  const begin = Date.now()
  while ((await counts()).open && Date.now() - begin < 60_000) await pause(250)
  return (Date.now() - begin) / 1000
}

export const slowConnections: Scenario = {
  name: 'slow connections',
  missing: onLinux,
  run: ({ long }) =>
    withScenarioContext(async ({ start, atEnd }) => {
      const server = await start({ METRICS_PORT: '0' })
      const wanted = allowed(long ? 10_000 : 2_000)
      const paths = ['/', '/jobs', '/api/jobs/active', '/healthz']
      await visit(server.url, paths, 500)
      const before = await metric(server, 'process_resident_memory_bytes')
      const flood = await startFlood(server.url)
      atEnd(flood.stop)
      await flood.heads(wanted)
      const open = await letIn(server, wanted)
      const seen = await visit(server.url, paths, long ? 8_000 : 1_000)
      const memory = (await metric(server, 'process_resident_memory_bytes')) - before
      const gone = long ? await ended(flood.counts) : undefined
      const { statuses } = await flood.counts()
      await server.stop()
      const after = gone === undefined ? '' : `, all gone ${Math.round(gone)} s later, with 408`
      return {
        figures: `${open} heads that come byte by byte: ${seen.requests} page views of a visitor, p50 ${seen.p50} ms, p99 ${seen.p99} ms, slowest ${seen.max}; ${Math.round(memory / 1e6)} MB for them${after}`,
        faults: [
          ...unless(open >= wanted * 0.9, `only ${open} of ${wanted} were open`),
          ...unless(!seen.failed.length, `a visitor was answered ${seen.failed[0]?.status}`),
          ...unless(seen.p99 <= (long ? 200 : 1_000), `a visitor waited for ${seen.p99} ms`),
          ...unless(!gone || gone < 30, `some were still open after ${gone} s`),
          ...unless(!gone || (statuses['408'] ?? 0) > wanted * 0.9, JSON.stringify(statuses)),
        ],
      }
    }),
}

export const slowBodies: Scenario = {
  name: 'slow bodies',
  onlyLong: true,
  missing: onLinux,
  run: () =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const server = await start({ METRICS_PORT: '0' })
      const flood = await startFlood(server.url)
      atEnd(flood.stop)
      // Twice the server's limit.
      await flood.bodies(1_000)
      await pause(1_500)
      const open = await metric(server, 'foyer_bodies')
      const begin = Date.now()
      const tries = []
      while (Date.now() - begin < 10_000) tries.push(await apply(server.url))
      const seen = await visit(server.url, ['/', '/api/jobs/active'], 500)
      const gone = await ended(flood.counts)
      await flood.stop()
      await server.stop()
      const { p99 } = percentiles(tries.map(({ ms }) => ms))
      return {
        figures: `1000 applications that come byte by byte, ${open} at a time: others apply in that time, ${answersOf(tries)}, p99 ${p99} ms; a visitor p99 ${seen.p99} ms, all gone ${Math.round(gone)} s later`,
        faults: [
          ...unless(
            tries.every(({ status }) => status === 201),
            answersOf(tries),
          ),
          ...unless(open <= 500, `${open} were let in`),
          ...unless(!seen.failed.length, `a visitor was answered ${seen.failed[0]?.status}`),
          ...unless(gone < 40, `some were still open after ${gone} s`),
          ...verifyStored({
            folder,
            acknowledged: tries.flatMap((tried) => tried.acknowledged ?? []),
          }),
        ],
      }
    }),
}
