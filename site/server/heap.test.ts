import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** The young generation's size in MB, after an idle time and then under load. */
async function sizes(setUp = 'boundYoungGeneration()') {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises'
    import { getHeapSpaceStatistics } from 'node:v8'
    import { boundYoungGeneration } from '${import.meta.dirname}/young-generation.ts'
    const size = () => getHeapSpaceStatistics()
      .find(({ space_name }) => space_name === 'new_space').space_size / 1_048_576
    let kept = []
    // Allocates objects that live a while, so that V8 wants a larger young generation.
    // The smallest of several sizes: during a collection it counts what it copies twice.
    function sizeAfterWork() {
      const sizes = Array.from({ length: 6 }, () => {
        for (let n = 0; n < 500_000; n++, kept.push({ is: [1, 2, 3] })) if (kept.length > 60_000) kept = []
        return size()
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
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', program],
  ])
  return JSON.parse(stdout) as { idle: number; busy: number }
}

test('the young generation grows under load and stays small without', async () => {
  const [bound, unbound] = await Promise.all([sizes(), sizes('')])
  expect(bound.idle).toBeLessThanOrEqual(2)
  expect(bound.busy).toBeGreaterThan(4)
  expect(unbound.idle).toBeGreaterThan(4)
})
