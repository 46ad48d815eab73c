import { setTimeout as pause } from 'node:timers/promises'
import { type Condition, startNetworkProxy } from '../../../../db/fixtures/network-proxy.ts'
import { sqldExists, startSqld } from '../../../../db/fixtures/sqld.ts'
import { apply, startLoad, type Try } from '../../kit/load.ts'
import { percentiles, type Scenario, timed, unless } from '../../kit/scenario.ts'
import { withScenarioContext } from '../../kit/scenario-context.ts'
import { verifyServer } from '../../kit/verify-stored.ts'

/** Time until an application succeeds again. */
async function recovery(url: string) {
  const { ms, value } = await timed(async () => {
    for (let n = 0; n < 100; n++) {
      const tried = await apply(url)
      if (tried.status === 201) return tried
      await pause(50)
    }
  })
  return { ms, tried: value }
}

async function runCondition(
  url: string,
  line: Awaited<ReturnType<typeof startNetworkProxy>>,
  condition: Condition,
) {
  const load = startLoad(url, 5)
  await load.until(5)
  line.become(condition)
  await pause(50)
  const from = load.tries.length
  const reads = [0, 0, 0].map(() => timed(() => fetch(`${url}/api/jobs/active`)))
  const read = await Promise.all(reads)
  await pause(2_000)
  await load.end()
  const page = (await fetch(`${url}/jobs`)).status
  line.become('whole')
  const { ms, tried } = await recovery(url)
  const during = load.tries.slice(from)
  const slowest = Math.max(percentiles(during.map((t) => t.ms)).max, ...read.map((r) => r.ms))
  const tries: Try[] = [...load.tries, ...(tried ? [tried] : [])]
  return {
    tries,
    figures: `${condition}: 503 within ${slowest} ms, back after ${ms} ms`,
    faults: [
      ...unless(
        during.every(({ status }) => [201, 503].includes(status)),
        load.answers(),
      ),
      ...unless(
        read.every(({ value }) => value.status === 503),
        `${condition}: a read got through`,
      ),
      ...unless(slowest < 3_000, `${condition}: an answer took ${slowest} ms`),
      ...unless(page === 200, `${condition}: the site answered ${page}`),
      ...unless(ms < 3_000, `${condition}: back only after ${ms} ms`),
    ],
  }
}

export const remote: Scenario = {
  name: 'database server away',
  missing: () => (sqldExists ? undefined : 'there is no sqld for this platform'),
  run: () =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const sqld = await startSqld()
      atEnd(sqld.stop)
      const line = await startNetworkProxy(sqld.url)
      atEnd(line.stop)
      const server = await start({ DATABASE_URL: line.url })
      await fetch(`${server.url}/jobs`)
      const all = []
      for (const condition of ['unplugged', 'dead', 'cut'] as const)
        all.push(await runCondition(server.url, line, condition))
      await server.stop()
      const acknowledged = all.flatMap(({ tries }) => tries).flatMap((t) => t.acknowledged ?? [])
      return {
        figures: `${all.map(({ figures }) => figures).join('; ')}; ${acknowledged.length} acknowledged, none twice`,
        faults: [
          ...all.flatMap(({ faults }) => faults),
          ...(await verifyServer(sqld.url, folder, acknowledged)),
        ],
      }
    }),
}
