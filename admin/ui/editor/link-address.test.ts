import { describe, expect, it } from 'vitest'
import { linkAddress } from './link-address.ts'

describe('linkAddress', () => {
  it.each([
    ['example.com', 'https://example.com/'],
    [' www.example.com/jobs?page=2#top ', 'https://www.example.com/jobs?page=2#top'],
    ['example.com:8080/a b', 'https://example.com:8080/a%20b'],
    ['http://example.com/x', 'http://example.com/x'],
    ['HTTPS://Example.com', 'https://example.com/'],
    ['jo@example.com', 'mailto:jo@example.com'],
    ['mailto:jo@example.com', 'mailto:jo@example.com'],
    ['tel:+41441234567', 'tel:+41441234567'],
    ['/jobs', '/jobs'],
    ['#apply', '#apply'],
  ])('"%s" becomes %s', (typed, address) => {
    expect(linkAddress(typed)).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' \u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    '//evil.example',
    '/\\evil.example',
    'https://',
    'two words',
    'localhost:3000',
    '',
  ])('"%s" is rejected', (typed) => {
    expect(linkAddress(typed)).toBeUndefined()
  })
})
