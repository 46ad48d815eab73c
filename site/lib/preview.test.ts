import { describe, expect, test } from 'vitest'
import { inPreview, previewOf, previewPolicy } from './preview.ts'

describe('inPreview', () => {
  const base = '/preview/t'
  test.each([
    ['<a href="/">', '<a href="/preview/t/">'],
    ['<a class="x" href="/jobs?q=a#top">', '<a class="x" href="/preview/t/jobs?q=a#top">'],
    ['<a href="/page/about">', '<a href="/preview/t/page/about">'],
    ['<a href="/jobs/1/apply">', '<a href="/preview/t/jobs/1/apply">'],
    ['<a href="#main">', '<a href="#main">'],
    ['<a href="?page=2">', '<a href="?page=2">'],
    ['<a href="https://example.org/">', '<a >'],
    ['<a href="//example.org/">', '<a >'],
    ['<a href="/backoffice/dashboard">', '<a >'],
    ['<a href="/feed.xml">', '<a >'],
    ['<a href="mailto:jobs@example.org">', '<a >'],
    ['<link href="/favicon.svg">', '<link href="/favicon.svg">'],
    ['<p>a<script type="module">1</script>b', '<p>ab'],
  ])('turns %s into %s', (html, expected) => {
    expect(inPreview(html, base)).toBe(expected)
  })
})

describe('previewOf', () => {
  test.each([
    ['t', { base: '/preview/t', token: 't', preferred: undefined }],
    ['t~light', { base: '/preview/t~light', token: 't', preferred: 'light' }],
    ['t~dark', { base: '/preview/t~dark', token: 't', preferred: 'dark' }],
  ])('knows %s', (given, expected) => {
    expect(previewOf(given)).toEqual(expected)
  })

  test.each(['', '~dark', 't~', 't~"><b>', 't~dark~"><b>', 't~dark\n', 't~dark"', 't~https://x'])(
    'refuses %j, which would be written into pages and headers',
    (given) => {
      expect(previewOf(given)).toBe(null)
    },
  )
})

test('the policy of a preview allows frames of the site only, and neither scripts nor forms', () => {
  expect(previewPolicy("default-src 'self'; frame-ancestors 'none'; style-src 'self';")).toBe(
    "default-src 'self'; frame-ancestors 'self'; style-src 'self'; sandbox allow-same-origin",
  )
})
