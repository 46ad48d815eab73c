import { setTimeout as pause } from 'node:timers/promises'
import { percentiles } from './scenario.ts'

/** Requests a path on a new connection; status 0 means no response within ten seconds. */
export async function request(url: string, path: string) {
  const begin = performance.now()
  const signal = AbortSignal.timeout(10_000)
  const status = await fetch(url + path, { headers: { connection: 'close' }, signal })
    .then(async (response) => {
      await response.arrayBuffer()
      return response.status
    })
    .catch(() => 0)
  return { status, ms: performance.now() - begin }
}

export type Visit = Awaited<ReturnType<typeof visit>>

/** Requests the paths in turn for `ms`, each time on a new connection. */
export async function visit(url: string, paths: string[], ms: number) {
  const until = performance.now() + ms
  const answers: Awaited<ReturnType<typeof request>>[] = []
  for (let turn = 0; performance.now() < until; turn++) {
    answers.push(await request(url, paths[turn % paths.length] ?? '/'))
    await pause(10)
  }
  const failed = answers.filter(({ status }) => status !== 200)
  return { requests: answers.length, failed, ...percentiles(answers.map(({ ms }) => ms)) }
}
