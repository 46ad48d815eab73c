import { describe, expect, test } from 'vitest'
import { slugify } from './contract.ts'

describe('A slug from a title', () => {
  test.each([
    ['About us', 'about-us'],
    ['  Jobs & Co. (2026)! ', 'jobs-co-2026'],
    ['Café Zoë', 'cafe-zoe'],
    ['--a--b--', 'a-b'],
    ['\u212A2', 'k2'],
    ['!?', ''],
    ['', ''],
  ])('%j becomes %j', (title, slug) => expect(slugify(title)).toBe(slug))

  test('is cut to 100 characters, and not behind a hyphen', () => {
    expect(slugify('a'.repeat(200))).toBe('a'.repeat(100))
    expect(slugify(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
  })
})
