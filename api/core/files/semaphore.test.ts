import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('permits are granted in the order of the requests', async () => {
  const acquire = createSemaphore(1, { idleMs: 10_000 })
  const order: string[] = []
  const first = await acquire()
  const others = ['second', 'third'].map(async (name) => {
    const permit = await acquire()
    order.push(name)
    permit.release()
  })
  // Proves absence: no permit is granted before one is released.
  await pause(10)
  expect(order).toEqual([])
  first.release()
  await Promise.all(others)
  expect(order).toEqual(['second', 'third'])
})

test('an idle permit passes to the next in the queue', async () => {
  const acquire = createSemaphore(1, { idleMs: 30 })
  const slow = await acquire()
  const next = await acquire()
  expect([slow.isHeld(), next.isHeld()]).toEqual([false, true])
  // Releasing a lost permit does nothing.
  slow.release()
  expect(next.isHeld()).toBe(true)
})

test('a holder past `most` has to queue again', async () => {
  const acquire = createSemaphore(1, { idleMs: 5_000, maxMs: 30 })
  const permit = await acquire()
  const next = acquire()
  // Time passes: longer than a permit may be held.
  await pause(50)
  expect(permit.isHeld()).toBe(true)
  permit.renew()
  expect([permit.isHeld(), (await next).isHeld()]).toEqual([false, true])
})
