import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'

/** What slows one run, such as a neighbor in the CPU's cache, may slow those right after it. */
const breakMs = 50

/**
 * CPU time in ms that the work takes this thread: of the first run that takes at most `enoughMs`, or
 * the shortest of five. What the machine does otherwise doesn't count, nor do the threads that
 * compile and collect garbage; what is slow by itself is slow each time.
 */
export const cpuTime = (enoughMs: number, work: () => unknown): Promise<number> =>
  shortestOf(enoughMs, () => once(work))

async function shortestOf(enoughMs: number, measure: () => Promise<number>) {
  let shortest = await measure()
  for (let run = 1; run < 5 && shortest > enoughMs; run++) {
    await pause(breakMs * run)
    shortest = Math.min(shortest, await measure())
  }
  return shortest
}

/** Fails when all of five runs take this thread `limitMs` of CPU time or more. */
export async function expectCpuBelow(limitMs: number, work: () => unknown, about?: string) {
  expect(await cpuTime(limitMs, work), about).toBeLessThan(limitMs)
}

/**
 * The most CPU time in ms that this thread takes at a stretch while the work runs: nothing else is
 * answered meanwhile. Of five runs, the shortest, as in `cpuTime`.
 */
export const longestStop = (enoughMs: number, work: () => Promise<unknown>): Promise<number> =>
  shortestOf(enoughMs, async () => {
    let longest = 0
    let before = process.threadCpuUsage()
    const look = () => {
      const now = process.threadCpuUsage()
      longest = Math.max(longest, now.user - before.user)
      before = now
    }
    const timer = setInterval(look, 1)
    await work()
    look()
    clearInterval(timer)
    return longest / 1000
  })

async function once(work: () => unknown) {
  const before = process.threadCpuUsage()
  await work()
  return process.threadCpuUsage(before).user / 1000
}
