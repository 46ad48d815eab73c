import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startChild } from '../../../db/fixtures/child.ts'
import { startLoad } from '../kit/load.ts'
import { percentiles, type Scenario, timed, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'

/** Read latency until `over` resolves; failed reads count as infinite. */
async function readUntil(url: string, over: Promise<unknown>) {
  const waits: number[] = []
  let done = false
  void over.then(() => {
    done = true
  })
  while (!done) {
    const { ms, value } = await timed(() => fetch(`${url}/api/jobs/active`).then((r) => r.status))
    waits.push(value === 200 ? ms : Number.POSITIVE_INFINITY)
    await pause(10)
  }
  return percentiles(waits)
}

export const locked: Scenario = {
  name: 'database locked',
  run: ({ long }) =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const server = await start()
      const other = await startChild(
        'lock-holder.ts',
        pathToFileURL(join(folder, 'careers.db')).href,
      )
      atEnd(other.kill)
      const load = startLoad(server.url, 10)
      await load.until(10)
      const figures: string[] = []
      const faults: string[] = []
      for (const seconds of long ? [1, 3, 10] : [1.5]) {
        const from = load.tries.length
        await other.ask('lock')
        const reads = await readUntil(server.url, pause(seconds * 1000))
        await other.ask('release')
        await load.until(load.acknowledged().length + 10)
        const slowest = percentiles(load.tries.slice(from).map(({ ms }) => ms)).max
        figures.push(`${seconds} s: reads p99 ${reads.p99} ms, no answer later than ${slowest} ms`)
        faults.push(...unless(reads.p99 < 200, `reads waited for ${reads.p99} ms`))
        faults.push(...unless(slowest < 2_500, `somebody waited for ${slowest} ms`))
      }
      await load.end()
      await server.stop()
      const { tries } = load
      const wrong = tries.find((t) => t.status !== 201 && !(t.status === 503 && t.retryAfter))
      return {
        figures: `by another process for ${figures.join('; ')}; ${load.answers()}`,
        faults: [
          ...faults,
          ...unless(!wrong, `answered ${wrong?.status}`),
          ...verifyStored({ folder, acknowledged: load.acknowledged() }),
        ],
      }
    }),
}

export const twice: Scenario = {
  name: 'two on one database',
  run: ({ long }) =>
    withScenarioContext(async ({ folder, start }) => {
      const servers = await Promise.all([start(), start()])
      const loads = servers.map(({ url }) => startLoad(url, 10))
      await Promise.all(loads.map((load) => load.until(long ? 300 : 30)))
      await Promise.all(loads.map((load) => load.end()))
      await Promise.all(servers.map((server) => server.stop()))
      const acknowledged = loads.flatMap((load) => load.acknowledged())
      const answers = loads.map((load) => load.answers())
      return {
        figures: `both serve: ${answers.join('; ')}`,
        faults: [
          ...unless(
            loads.flatMap(({ tries }) => tries).every(({ status }) => [201, 503].includes(status)),
            `answers: ${answers.join('; ')}`,
          ),
          ...verifyStored({ folder, acknowledged }),
        ],
      }
    }),
}
