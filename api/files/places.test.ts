import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('places are taken in the order of asking', async () => {
  const take = createPlaces(1, { idle: 10_000 })
  const order: string[] = []
  const first = await take()
  const others = ['second', 'third'].map(async (name) => {
    const place = await take()
    order.push(name)
    place.leave()
  })
  await pause(10)
  expect(order).toEqual([])
  first.leave()
  await Promise.all(others)
  expect(order).toEqual(['second', 'third'])
})

test('a place where nothing comes is given to the next', async () => {
  const take = createPlaces(1, { idle: 30 })
  const slow = await take()
  const next = await take()
  expect([slow.isHeld(), next.isHeld()]).toEqual([false, true])
  // Who has lost it has nothing to give up.
  slow.leave()
  expect(next.isHeld()).toBe(true)
})

test('who goes on and on has to wait again like everybody', async () => {
  const take = createPlaces(1, { idle: 5_000, most: 30 })
  const place = await take()
  const next = take()
  await pause(50)
  expect(place.isHeld()).toBe(true)
  place.keep()
  expect([place.isHeld(), (await next).isHeld()]).toEqual([false, true])
})
