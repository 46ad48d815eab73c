import { expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { withoutEmptyEnd } from './empty-end.ts'

test.each([
  ['<ul><li><p>a</p></li><li><p></p></li></ul>', '<ul><li><p>a</p></li></ul>'],
  ['<ul><li>a</li><li></li><li>\u00a0</li></ul><p></p>', '<ul><li>a</li></ul>'],
  [
    '<ol><li>a<ul><li>b</li><li></li></ul></li><li></li></ol>',
    '<ol><li>a<ul><li>b</li></ul></li></ol>',
  ],
  ['<p>a</p><ul><li></li></ul>', '<p>a</p>'],
  ['<p>a</p><p></p><p><br /></p><h2></h2>', '<p>a</p>'],
  ['<p>a<br /><br /></p>', '<p>a</p>'],
  ['<p><strong>a</strong><em> </em></p>', '<p><strong>a</strong></p>'],
  ['<p></p>', ''],
  ['<ul><li></li></ul>', ''],
  ['', ''],
])('empty paragraphs and list items at the end are removed: %s', (html, kept) => {
  expect(withoutEmptyEnd(html)).toBe(kept)
})

test.each([
  '<p></p><p>a</p><ul><li></li><li>b</li></ul>',
  '<p>a</p><figure><img src="/media/x/1.jpg" alt="" /></figure>',
  '<p>a &lt; b</p>',
  'a',
])('all else stays: %s', (html) => {
  expect(withoutEmptyEnd(html)).toBe(html)
})

test.each(['<p></p>', '<ul><li>', '<', ' ', '<p>a', '&nbsp;'])(
  '100 KB of %o take less than 50 ms',
  async (part) => {
    const html = part.repeat(100_000 / part.length)
    await expectCpuBelow(50, () => withoutEmptyEnd(html))
  },
)
