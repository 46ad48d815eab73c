import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchLoad } from './load-shedding.ts'

function compute(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('work is done at once while there is time for it', () => {
  const load = watchLoad()
  let done = 0
  expect(load.schedule(() => void done++)).toBe(true)
  expect(done).toBe(1)
})

test('a crowd is served in the order in which it came, and others get their turn in between', async () => {
  const load = watchLoad({ slice: 2 })
  const done: number[] = []
  for (let n = 0; n < 20; n++) {
    load.schedule(async () => {
      await null
      compute(2)
      done.push(n)
    })
    await null
  }
  let ticks = 0
  while (done.length < 20) {
    ticks++
    await nextTick()
  }
  expect(done).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(ticks).toBeGreaterThanOrEqual(5)
  expect([load.waiting(), load.refused()]).toEqual([0, 0])
})

test('who would wait too long is refused, until the queue has moved on', async () => {
  const load = watchLoad({ slice: 2, late: 40 })
  let done = 0
  const work = () => {
    compute(10)
    done++
  }
  for (let n = 0; n < 10; n++) expect(load.schedule(work)).toBe(true)
  const begin = performance.now()
  while (performance.now() - begin < 50) await pause(0)
  expect(load.schedule(work)).toBe(false)
  await expect.poll(load.waiting).toBe(0)
  expect(load.schedule(work)).toBe(true)
  await expect.poll(() => done).toBe(11)
  expect(load.refused()).toBe(1)
})

test('a later part of accepted work waits for its turn and is never refused', async () => {
  const load = watchLoad({ slice: 2, late: 40 })
  let done = 0
  const later = async () => {
    await load.waitForTick()
    compute(2)
    done++
  }
  for (let n = 0; n < 50; n++) {
    void later()
    // Its work begins, as between two events of Node.
    for (let n = 0; n < 3; n++) await null
  }
  let ticks = 0
  while (done < 50) {
    ticks++
    await nextTick()
  }
  expect(ticks).toBeGreaterThanOrEqual(20)
  expect([load.waiting(), load.refused()]).toEqual([0, 0])
})
