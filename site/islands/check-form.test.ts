import { expect, test } from 'vitest'
import { fileSize, resumeFault } from './check-form.ts'

test.each([
  [1, '1 KB'],
  [348_160, '340 KB'],
  [1_048_576, '1.0 MB'],
  [2_202_009, '2.1 MB'],
  [5_242_880, '5.0 MB'],
  [5_242_881, '5.1 MB'],
])('%i bytes are called %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words)
})

test('a file of exactly the limit is taken, and one that is larger is said to be', () => {
  const file = (size: number) => new File([new Uint8Array(size)], 'cv.pdf')
  expect(resumeFault(file(1_048_576), 1)).toBeUndefined()
  expect(resumeFault(file(1_048_577), 1)).toBe('Resume must be at most 1 MB; this file has 1.1 MB')
})
