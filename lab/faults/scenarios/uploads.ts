import { peakOf } from '../kit/figures.ts'
import { startFlood } from '../kit/flood.ts'
import { answersOf, apply } from '../kit/load.ts'
import { percentiles, type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'

/** In MB. */
const peakMemory = 300

export const uploads: Scenario = {
  name: 'uploads at once',
  missing: () => (process.platform === 'linux' ? undefined : 'it reads /proc'),
  run: ({ long }) =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const server = await start()
      const visitor = await startFlood(server.url)
      atEnd(visitor.stop)
      const count = long ? 200 : 40
      const padding = 4.8 * 1_048_576
      const sending = Promise.all(
        Array.from({ length: count }, () => apply(server.url, { padding })),
      )
      const seen = await visitor.visit(long ? 3_000 : 500, '/', '/jobs')
      const tries = await sending
      const peak = peakOf(server)
      await server.stop()
      const { max } = percentiles(tries.map(({ ms }) => ms))
      const foreseen = tries.every(({ status, retryAfter }) => status === 201 || retryAfter)
      return {
        figures: `${count} × 4.8 MB at once: ${answersOf(tries)}, the last after ${max} ms; at most ${peak} MB resident; a visitor p99 ${seen.p99} ms`,
        faults: [
          ...unless(foreseen, answersOf(tries)),
          ...unless(peak <= peakMemory, `${peak} MB resident`),
          ...unless(!seen.failed.length, `a visitor was answered ${seen.failed[0]?.status}`),
          ...verifyStored({
            folder,
            acknowledged: tries.flatMap((tried) => tried.acknowledged ?? []),
          }),
        ],
      }
    }),
}
