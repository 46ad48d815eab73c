import { setTimeout as pause } from 'node:timers/promises'
import { percentiles } from './scenario.ts'

/** Requests a path on a new connection; status 0 means no response within ten seconds. */
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

/** Requests the paths in turn for `ms`, each time on a new connection. */
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
