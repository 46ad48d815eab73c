import { expect, test } from 'vitest'
import { canonicalAddress } from './address.ts'

test.each([
  ['www.example.com', 'https://www.example.com'],
  ['WWW.Example.COM/Jobs', 'https://WWW.Example.COM/Jobs'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['münchen.de', 'https://münchen.de'],
  ['jobs@example.com', 'mailto:jobs@example.com'],
  ['jobs@example.com?subject=Hi there', 'mailto:jobs@example.com?subject=Hi%20there'],
  ['https://example.com/annual report.pdf', 'https://example.com/annual%20report.pdf'],
  ['https://example.com/a  b\u00a0c\u3000d', 'https://example.com/a%20%20b%20c%20d'],
  ['https://example.com/a%20b', 'https://example.com/a%20b'],
  [' https://example.com/\n ', 'https://example.com/'],
  ['https://example.com/a\n\tb', 'https://example.com/ab'],
  ['https://example.com/"<a>', 'https://example.com/%22%3Ca%3E'],
  ['tel:+49 30 1234', 'tel:+49%2030%201234'],
  ['/page/about us', '/page/about%20us'],
  ['#pay', '#pay'],
  ['jobs', 'jobs'],
])('%j becomes %s, which stays as it is', (given, address) => {
  expect(canonicalAddress(given)).toBe(address)
  expect(canonicalAddress(address)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' \tdata:x',
  '//evil.example',
  '\n//evil.example',
  'ftp://example.com',
  'https://',
  '',
  ' \n',
])('%j is no address for a link', (given) => {
  expect(canonicalAddress(given)).toBe(undefined)
})
