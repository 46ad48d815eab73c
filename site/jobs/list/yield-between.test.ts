import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { yieldBetween } from './yield-between.ts'

test('yieldBetween renders a long list in order over several ticks', async () => {
  let ticks = 0
  let done = false
  const other = async () => {
    for (; !done; ticks++) await setImmediate()
  }
  void other()
  const renderedAt: number[] = []
  const numbers = Array.from({ length: 400 }, (_, i) => i)
  const shown = await Promise.all(
    yieldBetween(numbers, (number) => {
      renderedAt.push(ticks)
      return number * 2
    }),
  )
  done = true
  expect(shown).toEqual(numbers.map((number) => number * 2))
  expect(new Set(renderedAt).size).toBeGreaterThanOrEqual(10)
})

test('yieldBetween renders a short list in one tick', async () => {
  let tick = 0
  const next = setImmediate().then(() => tick++)
  await Promise.all(yieldBetween([1, 2, 3], () => expect(tick).toBe(0)))
  await next
})
