import { expect, test } from 'vitest'
import { resumeFault } from './check-form.ts'

test('a file of exactly the limit is taken, and one that is larger is said to be', () => {
  const file = (size: number) => new File([new Uint8Array(size)], 'cv.pdf')
  expect(resumeFault(file(1_048_576), 1)).toBeUndefined()
  expect(resumeFault(file(1_048_577), 1)).toBe('Resume must be at most 1 MB; this file has 1.1 MB')
})
