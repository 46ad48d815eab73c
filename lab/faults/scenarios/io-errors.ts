import { setTimeout as pause } from 'node:timers/promises'
import { apply, type Load, startLoad } from '../kit/load.ts'
import { type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { follow, withoutStrace } from '../kit/trace.ts'
import { verifyStored } from '../kit/verify-stored.ts'

/** System calls of SQLite and the resume folder, and the errors to inject. */
const failures = [
  ['fsync', 'EIO'],
  ['fdatasync', 'EIO'],
  ['pwrite64', 'EIO'],
  ['pwrite64', 'ENOSPC'],
  ['rename', 'EIO'],
  ['unlink', 'EIO'],
] as const

const expected = [201, 503, 507]

/** Whether submissions succeed again within 5 s, without a restart. */
async function recovers(url: string) {
  const deadline = Date.now() + 5_000
  while (Date.now() < deadline) {
    if ((await apply(url)).status === 201) return true
    await pause(100)
  }
  return false
}

export const ioErrors: Scenario = {
  name: 'I/O errors',
  missing: withoutStrace,
  run: ({ long }) =>
    withScenarioContext(async ({ folder, start }) => {
      const loads: Load[] = []
      const stuck: string[] = []
      for (const [call, error] of long ? [...failures, ...failures] : failures) {
        const server = await start()
        const load = startLoad(server.url, 10)
        loads.push(load)
        await load.until(5)
        // Each thread fails at its second to sixth such call.
        const inject = `inject=${call}:error=${error}:when=2..6`
        const strace = await follow(server.pid, folder, '-e', `trace=${call}`, '-e', inject)
        await pause(1500)
        await strace.stop()
        await load.end()
        if (!(await recovers(server.url))) stuck.push(`${call} ${error}`)
        // A partial write shows when the write-ahead log is recovered.
        await server.kill()
      }
      const server = await start()
      await server.stop()
      const tries = loads.flatMap((load) => load.tries)
      const acknowledged = loads.flatMap((load) => load.acknowledged())
      const unforeseen = tries.filter(({ status }) => !expected.includes(status))
      const failed = tries.filter(({ status }) => status >= 500).length
      return {
        figures: `${failures.map((pair) => pair.join(' ')).join(', ')}: ${acknowledged.length} acknowledged, ${failed} refused with 503 or 507; then kill -9`,
        faults: [
          ...unless(failed > 0, 'no error came through'),
          ...unless(!unforeseen.length, `answered ${unforeseen[0]?.status}`),
          ...stuck.map((what) => `did not recover from ${what}`),
          ...verifyStored({ folder, acknowledged }),
        ],
      }
    }),
}
