import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startChild } from '#db/fixtures/child.ts'
import { startCrowd } from './crowd.ts'
import { onGround } from './ground.ts'
import { ask } from './oracle.ts'
import { percentiles, type Scenario, timed, unless } from './scenario.ts'

/** How long readers wait while nobody can write. */
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
    onGround(async ({ folder, start, atEnd }) => {
      const server = await start()
      const other = await startChild(
        'lock-holder.ts',
        pathToFileURL(join(folder, 'careers.db')).href,
      )
      atEnd(other.kill)
      const crowd = startCrowd(server.url, 10)
      await crowd.until(10)
      const figures: string[] = []
      const faults: string[] = []
      for (const seconds of long ? [1, 3, 10] : [1.5]) {
        const from = crowd.tries.length
        await other.ask('lock')
        const reads = await readUntil(server.url, pause(seconds * 1000))
        await other.ask('release')
        await crowd.until(crowd.acknowledged().length + 10)
        const slowest = percentiles(crowd.tries.slice(from).map(({ ms }) => ms)).max
        figures.push(`${seconds} s: reads p99 ${reads.p99} ms, no answer later than ${slowest} ms`)
        faults.push(...unless(reads.p99 < 200, `reads waited for ${reads.p99} ms`))
        faults.push(...unless(slowest < 2_500, `somebody waited for ${slowest} ms`))
      }
      await crowd.end()
      await server.stop()
      const { tries } = crowd
      const wrong = tries.find((t) => t.status !== 201 && !(t.status === 503 && t.retryAfter))
      return {
        figures: `by another process for ${figures.join('; ')}; ${crowd.answers()}`,
        faults: [
          ...faults,
          ...unless(!wrong, `answered ${wrong?.status}`),
          ...ask({ folder, acknowledged: crowd.acknowledged() }),
        ],
      }
    }),
}

export const twice: Scenario = {
  name: 'two on one database',
  run: ({ long }) =>
    onGround(async ({ folder, start }) => {
      const servers = await Promise.all([start(), start()])
      const crowds = servers.map(({ url }) => startCrowd(url, 10))
      await Promise.all(crowds.map((crowd) => crowd.until(long ? 300 : 30)))
      await Promise.all(crowds.map((crowd) => crowd.end()))
      await Promise.all(servers.map((server) => server.stop()))
      const acknowledged = crowds.flatMap((crowd) => crowd.acknowledged())
      const answers = crowds.map((crowd) => crowd.answers())
      return {
        figures: `both serve: ${answers.join('; ')}`,
        faults: [
          ...unless(
            crowds.flatMap(({ tries }) => tries).every(({ status }) => [201, 503].includes(status)),
            `answers: ${answers.join('; ')}`,
          ),
          ...ask({ folder, acknowledged }),
        ],
      }
    }),
}
