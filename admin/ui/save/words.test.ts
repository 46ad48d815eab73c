import { expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { compareTexts, inShort } from './words.ts'

test('words that were added and removed are found in rich text', () => {
  expect(
    compareTexts('<p>We <b>build</b> gauges.</p>', '<p>We build and test gauges.</p>'),
  ).toEqual([
    { text: 'We build ', kind: 'same' },
    { text: 'and test ', kind: 'added' },
    { text: 'gauges.', kind: 'same' },
  ])
})

test('paragraphs stay apart, and the same text is the same', () => {
  expect(compareTexts('<p>A.</p><p>B.</p>', '<p>A.</p><p>B.</p>')).toEqual([
    { text: 'A.\nB.', kind: 'same' },
  ])
  expect(compareTexts('', '')).toEqual([])
})

test('a very long text is compared as a whole, at once', async () => {
  await expectCpuBelow(1000, () => {
    const parts = compareTexts('a '.repeat(40_000), 'b '.repeat(40_000))
    expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})

test('unchanged text far from a change is left out', () => {
  const long = 'word '.repeat(60)
  const [before, changed, after] = inShort(compareTexts(`${long}old ${long}`, `${long}new ${long}`))
    .map(({ text }) => text)
    .filter((_, place) => place !== 2)
  expect(before).toBe(` … ${long.slice(-80)}`)
  expect(changed).toBe('old')
  expect(after).toBe(` ${long.slice(0, 79)} … `)
})
