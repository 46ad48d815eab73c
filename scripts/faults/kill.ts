import { setTimeout as pause } from 'node:timers/promises'
import { leftovers } from '../integrity.ts'
import { type Acknowledged, startCrowd } from './crowd.ts'
import { onGround } from './ground.ts'
import { ask } from './oracle.ts'
import { percentiles, type Scenario, timed, unless } from './scenario.ts'

export const kill: Scenario = {
  name: 'kill -9',
  run: ({ cycles }) =>
    onGround(async ({ folder, start }) => {
      const acknowledged: Acknowledged[] = []
      const restarts: number[] = []
      let left = 0
      let server = await start()
      for (let cycle = 0; cycle < cycles; cycle++) {
        const crowd = startCrowd(server.url, 50)
        await crowd.until(1)
        await pause(300 + Math.random() * 1700)
        const ended = crowd.end()
        await server.kill()
        await ended
        acknowledged.push(...crowd.acknowledged())
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
          ...ask({ folder, acknowledged }),
          ...unless(left === 0, `${left} half received files after a restart`),
        ],
      }
    }),
}
