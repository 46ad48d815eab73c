import { expect, test } from 'vitest'
import { expectCpuBelow, longestStop } from './cpu-time.ts'

function burn(ms: number) {
  const before = process.threadCpuUsage()
  while (process.threadCpuUsage(before).user < ms * 1000);
}

test('work that is slow each time is refused, with the time it takes', async () => {
  await expect(expectCpuBelow(10, () => burn(20), 'burning')).rejects.toThrow(
    /burning: expected 2\d/,
  )
})

test('work that is slow sometimes passes, and is not repeated once it was fast', async () => {
  const runs = [20, 20, 0, 20]
  await expectCpuBelow(10, () => burn(runs.shift()!))
  expect(runs).toEqual([20])
})

test('waiting costs nothing, and what an asynchronous work does afterwards does', async () => {
  await expectCpuBelow(10, () => new Promise((next) => setTimeout(next, 20)))
  const later = () => Promise.resolve().then(() => burn(20))
  await expect(expectCpuBelow(10, later)).rejects.toThrow()
})

test('the longest stop is that between two rounds of the event loop', async () => {
  const ms = await longestStop(0, async () => {
    for (let step = 0; step < 4; step++) {
      burn(10)
      await new Promise((next) => setTimeout(next, 2))
    }
  })
  expect(ms).toBeGreaterThan(9)
  expect(ms).toBeLessThan(25)
})
