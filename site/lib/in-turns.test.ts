import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('a long list is made in its order, and others have their turn meanwhile', async () => {
  let turns = 0
  let done = false
  const other = async () => {
    for (; !done; turns++) await setImmediate()
  }
  void other()
  const made: number[] = []
  const numbers = Array.from({ length: 400 }, (_, i) => i)
  const shown = await Promise.all(
    inTurns(numbers, (number) => {
      made.push(turns)
      return number * 2
    }),
  )
  done = true
  expect(shown).toEqual(numbers.map((number) => number * 2))
  expect(new Set(made).size).toBeGreaterThanOrEqual(10)
})

test('a short list takes one turn', async () => {
  let turn = 0
  const next = setImmediate().then(() => turn++)
  await Promise.all(inTurns([1, 2, 3], () => expect(turn).toBe(0)))
  await next
})
