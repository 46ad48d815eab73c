import { setTimeout as pause } from 'node:timers/promises'
import type { RunningServer } from '../../../scripts/testing/serve.ts'

/** For `env` of a server whose event loop is measured. */
export const watched = {
  NODE_OPTIONS: `--import=${new URL('event-loop.ts', import.meta.url).pathname}`,
}

/** In ms. `max` is the longest delay, `cpu` the most processor time of the main thread at a stretch. */
type Delay = { p50: number; p99: number; max: number; cpu: number }

/** The event loop delay of a `watched` server since the last call. */
export async function eventLoop({ pid, output }: RunningServer): Promise<Delay> {
  const before = output().length
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    const [, found] = /event loop (.*)/.exec(output().slice(before)) ?? []
    if (found) return JSON.parse(found)
    await pause(10)
  }
}
