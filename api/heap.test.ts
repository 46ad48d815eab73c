import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** The JSON that the program prints, in its own process. It can call `spaceSize` (in MB). */
async function run<Printed>(program: string): Promise<Printed> {
  const imports = `
    import { setTimeout as sleep } from 'node:timers/promises'
    import { getHeapSpaceStatistics } from 'node:v8'
    import { boundYoungGeneration, collectGarbageEarly } from '${import.meta.dirname}/heap.ts'
    const spaceSize = (name) => getHeapSpaceStatistics()
      .find(({ space_name }) => space_name === name).space_size / 1_048_576
    `
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', imports + program],
  ])
  return JSON.parse(stdout)
}

/** The young generation's size in MB, after an idle time and then under load. */
const youngSizes = (setUp = 'boundYoungGeneration()') =>
  run<{ idle: number; busy: number }>(`
    let kept = []
    // Allocates objects that live a while, so that V8 wants a larger young generation.
    // The smallest of several sizes: during a collection it counts what it copies twice.
    function sizeAfterWork() {
      const sizes = Array.from({ length: 6 }, () => {
        for (let n = 0; n < 500_000; n++, kept.push({ is: [1, 2, 3] })) if (kept.length > 60_000) kept = []
        return spaceSize('new_space')
      })
      return Math.min(...sizes)
    }
    ${setUp}
    await sleep(1500)
    // In one piece: the event loop counts as idle until it ends.
    const idle = sizeAfterWork()
    let busy = idle
    for (const end = performance.now() + 30_000; busy <= 4 && performance.now() < end; await sleep(1))
      busy = sizeAfterWork()
    console.log(JSON.stringify({ idle, busy }))
    process.exit()`)

/** The old generation's largest size in MB; about 20 MB are in use, and the rest is garbage. */
const oldSize = (setUp = 'collectGarbageEarly()') =>
  run<number>(`
    ${setUp}
    const inUse = []
    let most = 0
    for (let n = 0; n < 3_000_000; n++) {
      inUse[n % 200_000] = { is: [n, n, n] }
      if (n % 10_000) continue
      most = Math.max(most, spaceSize('old_space'))
      await sleep(0)
    }
    console.log(most)
    process.exit()`)

test('the young generation grows under load and stays small without', async () => {
  const [bound, unbound] = await Promise.all([youngSizes(), youngSizes('')])
  expect(bound.idle).toBeLessThanOrEqual(2)
  expect(bound.busy).toBeGreaterThan(4)
  expect(unbound.idle).toBeGreaterThan(4)
})

test('garbage takes less of the old generation until it need not be collected early', async () => {
  const [early, unbound, ended] = await Promise.all([
    oldSize(),
    oldSize(''),
    oldSize(
      'const ends = [collectGarbageEarly(), collectGarbageEarly()]; for (const end of ends) end()',
    ),
  ])
  // On a busy machine, V8's threads collect later: early was 0.74 of unbound there.
  expect(early).toBeLessThan(0.9 * unbound)
  expect(early).toBeLessThan(0.9 * ended)
})
