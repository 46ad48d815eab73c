import { describe, expect, test } from 'vitest'
import {
  inLanguagePaths,
  moveTo,
  withLanguage,
  withoutLanguage,
  withoutPrefix,
} from './language-paths.ts'

test.each([
  ['/', '/de'],
  ['/?all=1', '/de?all=1'],
  ['/#main', '/de#main'],
  ['/jobs', '/de/jobs'],
  ['/jobs?q=a', '/de/jobs?q=a'],
  ['/jobs/1/apply#apply', '/de/jobs/1/apply#apply'],
  ['/page/about', '/de/page/about'],
  ['/application/success?jobId=1', '/de/application/success?jobId=1'],
  ['/accessibility', '/de/accessibility'],
  ['/alerts?team=a', '/de/alerts?team=a'],
  ['/feed.xml?team=a', '/de/feed.xml?team=a'],
  ...[
    ...['/application', '/application/abc', '/login', '/api/jobs/active', '/backoffice'],
    '/alerts/abc',
    ...['/jobs.json', '/embed.js', '/media/a.jpg', '/_astro/a.css', '/de/jobs', '//x.example/'],
  ].map((path) => [path, path]),
])('%s in German is %s', (path, expected) => {
  expect(withLanguage(path, 'de')).toBe(expected)
  expect(withLanguage(path, undefined)).toBe(path)
})

describe('withoutLanguage', () => {
  test.each([
    ['/de', 'de', '/'],
    ['/de/', 'de', '/'],
    ['/de?all=1', 'de', '/?all=1'],
    ['/de/jobs?q=a', 'de', '/jobs?q=a'],
    // What languages don't have keeps its address, so that it is unknown or a former one.
    ['/de/login', 'de', '/de/login'],
    ['/de/old.html', 'de', '/de/old.html'],
    ['/fr/jobs', undefined, '/fr/jobs'],
    ['/en/jobs', undefined, '/en/jobs'],
    ['/deck', undefined, '/deck'],
    ['/jobs', undefined, '/jobs'],
  ])('takes %s apart', (url, language, rest) => {
    expect(withoutLanguage(url, ['en', 'de'])).toEqual({ language, url: rest })
  })

  test('knows no prefix on a site with one language', () => {
    expect(withoutLanguage('/de/jobs', ['de'])).toEqual({ language: undefined, url: '/de/jobs' })
  })
})

test('withoutPrefix leaves the path of the site', () => {
  expect(['/de', '/de?x', '/de/jobs', '/jobs', '/'].map(withoutPrefix)).toEqual([
    ...['/', '/?x', '/jobs', '/jobs', '/'],
  ])
})

test('a page in a language links to its own addresses, and to other languages as they are', async () => {
  const html =
    '<a href="/jobs">a</a><a hreflang="en" href="/jobs" lang="en">b</a><form action="/jobs"></form><a href="/application">c</a><img src="/media/a.jpg">'
  const response = new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  expect(await (await inLanguagePaths(response, 'de')).text()).toBe(
    '<a href="/de/jobs">a</a><a hreflang="en" href="/jobs" lang="en">b</a><form action="/de/jobs"></form><a href="/application">c</a><img src="/media/a.jpg">',
  )
  const feed = new Response(html, { headers: { 'Content-Type': 'application/atom+xml' } })
  expect(await (await inLanguagePaths(feed, 'de')).text()).toBe(html)
})

test('a redirect stays in the language', () => {
  const moved = (location: string) => {
    const response = new Response(null, { status: 302, headers: { Location: location } })
    moveTo(response, 'de')
    return response.headers.get('Location')
  }
  expect(['/', '/jobs', '/login', 'https://x.example/jobs'].map(moved)).toEqual([
    ...['/de', '/de/jobs', '/login', 'https://x.example/jobs'],
  ])
})
