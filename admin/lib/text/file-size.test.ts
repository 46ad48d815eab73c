import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test.each([
  [1, '1 KB'],
  [348_160, '340 KB'],
  [1_048_576, '1.0 MB'],
  [2_202_009, '2.1 MB'],
  [5_242_880, '5.0 MB'],
  [5_242_881, '5.1 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words)
})
