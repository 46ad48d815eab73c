import { setTimeout as pause } from 'node:timers/promises'
import { leftovers } from '../../../scripts/integrity.ts'
import { type Acknowledged, startLoad } from '../kit/load.ts'
import { percentiles, type Scenario, timed, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'

export const kill: Scenario = {
  name: 'kill -9',
  run: ({ cycles }) =>
    withScenarioContext(async ({ folder, start }) => {
      const acknowledged: Acknowledged[] = []
      const restarts: number[] = []
      let left = 0
      let server = await start()
      for (let cycle = 0; cycle < cycles; cycle++) {
        const load = startLoad(server.url, 50)
        await load.until(1)
        await pause(300 + Math.random() * 1700)
        const ended = load.end()
        await server.kill()
        await ended
        acknowledged.push(...load.acknowledged())
        const restarted = await timed(() => start())
        server = restarted.value
        restarts.push(restarted.ms)
        left += leftovers(folder)
      }
      await server.stop()
      const { p50, max } = percentiles(restarts)
      return {
        figures: `${cycles} kills under 50 people, ${acknowledged.length} acknowledged; ready again after ${p50} ms, at most ${max}`,
        faults: [
          ...verifyStored({ folder, acknowledged }),
          ...unless(left === 0, `${left} half received files after a restart`),
        ],
      }
    }),
}
