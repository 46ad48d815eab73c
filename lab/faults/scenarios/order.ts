import { startLoad } from '../kit/load.ts'
import type { Scenario } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { follow, withoutStrace } from '../kit/trace.ts'
import { verifyStored } from '../kit/verify-stored.ts'

/** System calls required before a 201, in this order. */
const steps: [string, RegExp][] = [
  ['file fsync', /(fsync|fdatasync)\(\d+<[^>]*\/incoming\/[^>]*\.part>/],
  ['rename', /rename\w*\(.*\.part".*\/resumes\/[0-9a-f]{2}\/[0-9a-f]{32}"/],
  ['folder fsync', /(fsync|fdatasync)\(\d+<[^>]*\/resumes\/[0-9a-f]{2}>/],
  ['commit fsync', /(fsync|fdatasync)\(\d+<[^>]*careers\.db-wal>/],
]
const answer = /(write|writev|sendto|sendmsg)\(\d+<[^>]*>.*HTTP\/1\.1 201/

/** Calls in order of completion, but responses in order of their start. */
function finishedCalls(log: string) {
  const begun = new Map<string, string>()
  return log.split('\n').flatMap((line) => {
    const [, thread = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    if (call.endsWith('<unfinished ...>')) {
      begun.set(thread, call)
      return answer.test(call) ? [call] : []
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)
    const whole = resumed ? `${begun.get(thread)}${resumed[1]}` : call
    return resumed && answer.test(whole) ? [] : [whole]
  })
}

/** For each response, the first step that was not complete at its start, if any. */
function firstMissing(calls: string[]) {
  const missing: (string | undefined)[] = []
  let done = 0
  for (const call of calls) {
    if (done < steps.length && steps[done]?.[1].test(call)) done += 1
    if (!answer.test(call)) continue
    missing.push(steps[done]?.[0])
    done = 0
  }
  return missing
}

export const order: Scenario = {
  name: 'order of writes',
  missing: withoutStrace,
  run: ({ long }) =>
    withScenarioContext(async ({ folder, start }) => {
      const server = await start()
      const calls = 'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg'
      const strace = await follow(server.pid, folder, '-e', calls)
      // A single loop, so that the calls of submissions don't interleave.
      const load = startLoad(server.url, 1)
      await load.until(long ? 50 : 5)
      await load.end()
      const log = await strace.stop()
      await server.stop()
      const missing = firstMissing(finishedCalls(log))
      const acknowledged = load.acknowledged()
      return {
        figures: `${missing.length} applications under strace: ${steps.map(([name]) => name).join(' → ')} → answer`,
        faults: [
          ...missing.flatMap((step) => (step ? [`an answer left before the ${step}`] : [])),
          ...(missing.length === acknowledged.length ? [] : ['not every answer was seen']),
          ...verifyStored({ folder, acknowledged }),
        ],
      }
    }),
}
