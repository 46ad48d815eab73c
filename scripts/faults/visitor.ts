import { setTimeout as pause } from 'node:timers/promises'
import { percentiles } from './scenario.ts'

/** One look at a path, on a connection of its own: the status (0 for no answer within ten seconds) and how long it took. */
export async function look(url: string, path: string) {
  const begin = performance.now()
  const signal = AbortSignal.timeout(10_000)
  const status = await fetch(url + path, { headers: { connection: 'close' }, signal })
    .then(async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    })
    .catch(() => 0)
  return { status, ms: performance.now() - begin }
}

export type Visit = Awaited<ReturnType<typeof visit>>

/** Somebody who looks at these paths in turn for a while, each time as if for the first time. */
export async function visit(url: string, paths: string[], ms: number) {
  const until = performance.now() + ms
  const looks: Awaited<ReturnType<typeof look>>[] = []
  for (let turn = 0; performance.now() < until; turn++) {
    looks.push(await look(url, paths[turn % paths.length] ?? '/'))
    await pause(10)
  }
  const failed = looks.filter(({ status }) => status !== 200)
  return { looks: looks.length, failed, ...percentiles(looks.map((one) => one.ms)) }
}
