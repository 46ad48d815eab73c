import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'

/** What slows one run, such as a neighbor in the CPU's cache, may slow those right after it. */
const breakMs = 50

/**
 * CPU time in ms that the work takes this thread: of the first run that takes at most `enoughMs`, or
 * the shortest of five. What the machine does otherwise doesn't count, nor do the threads that
 * compile and collect garbage; what is slow by itself is slow each time.
 */
export async function cpuTime(enoughMs: number, work: () => unknown): Promise<number> {
  let shortest = await once(work)
  for (let run = 1; run < 5 && shortest > enoughMs; run++) {
    await pause(breakMs * run)
    shortest = Math.min(shortest, await once(work))
  }
  return shortest
}

/** Fails when all of five runs take this thread `limitMs` of CPU time or more. */
export async function expectCpuBelow(limitMs: number, work: () => unknown, about?: string) {
  expect(await cpuTime(limitMs, work), about).toBeLessThan(limitMs)
}

async function once(work: () => unknown) {
  const before = process.threadCpuUsage()
  await work()
  return process.threadCpuUsage(before).user / 1000
}
