import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchLoad } from './load-shedding.ts'

function compute(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('schedule runs work at once on an idle server', () => {
  const load = watchLoad()
  let done = 0
  expect(load.schedule(() => void done++)).toBe(true)
  expect(done).toBe(1)
})

test('schedule runs queued work in order over several ticks', async () => {
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

test('schedule rejects work while the queue is too slow', async () => {
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

test('waitForTick waits in the queue and is never rejected', async () => {
  const load = watchLoad({ slice: 2, late: 40 })
  let done = 0
  const later = async () => {
    await load.waitForTick()
    compute(2)
    done++
  }
  for (let n = 0; n < 50; n++) {
    void later()
    // Let the work start, as between two events of Node.
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
