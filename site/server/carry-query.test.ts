import { expect, test } from 'vitest'
import { carryQuery, withQuery } from './carry-query.ts'

test.each([
  ['/jobs/5/apply', 'utm_source=linkedin', '/jobs/5/apply?utm_source=linkedin'],
  ['/jobs?team=Kitchen#list', 'team=Office&ref=a b', '/jobs?team=Kitchen&ref=a+b#list'],
  ['https://shop.example/a?b=1', 'b=2&c=3', 'https://shop.example/a?b=1&c=3'],
  ['/page/new#team', '', '/page/new#team'],
])('%s with the query %s leads to %s', (address, query, expected) => {
  expect(withQuery(address, new URLSearchParams(query))).toBe(expected)
})

const redirected = (address: string, Location: string, status = 302) => {
  const response = new Response(null, { status, headers: { Location } })
  carryQuery(new Request(`http://site${address}`), response)
  return response.headers.get('Location')
}

test('the query goes along through redirects, without what the page itself has read', () => {
  expect(redirected('/old?utm_source=x', '/page/new', 301)).toBe('/page/new?utm_source=x')
  expect(redirected('/nowhere?utm_source=x', '/')).toBe('/?utm_source=x')
  expect(redirected('/jobs?location=Rome&ref=x', '/jobs?place=Rome', 301)).toBe(
    '/jobs?place=Rome&ref=x',
  )
  expect(redirected('/jobs?page=9&ref=x', '/jobs')).toBe('/jobs?ref=x')
  expect(redirected('/application/t?act=phone', '/application/t?done=phone', 303)).toBe(
    '/application/t?done=phone',
  )
  expect(redirected('/old', '/page/new')).toBe('/page/new')
})
