import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/**
 * The young generation's size in MB after three seconds of allocating objects that live a while:
 * `work` ms at a time, followed by a pause of `pause` ms.
 */
async function youngGenerationAfter(work: number, pause: number): Promise<number> {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { boundYoungGeneration } from '${import.meta.dirname}/young-generation.ts'
    boundYoungGeneration()
    let kept = []
    for (const end = performance.now() + 3000; performance.now() < end; ) {
      for (const rest = performance.now() + ${work}; performance.now() < rest; kept.push({ is: [1, 2, 3] }))
        if (kept.length > 60_000) kept = []
      await new Promise((next) => setTimeout(next, ${pause}))
    }
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    console.log(space_size / 1_048_576)`
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', program],
  ])
  return Number(stdout)
}

// On an overloaded machine the idle process seems busy.
test('the young generation grows under load and stays small without', { retry: 3 }, async () => {
  const [busy, idle] = await Promise.all([
    youngGenerationAfter(8, 1),
    youngGenerationAfter(0.5, 40),
  ])
  // By default it is 16 by now.
  expect(idle).toBeLessThanOrEqual(2)
  expect(busy).toBeGreaterThan(4)
})
