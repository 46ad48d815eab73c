import { expect, test } from 'vitest'
import { headersFile, redirectsFile } from './static-host.ts'

const page = { 'content-type': 'text/html', 'cache-control': 'public' }
const file = (address: string) => ({ address, headers: page }) as never

test('each language adds few rules, however many jobs and pages it has', () => {
  const many = Array.from({ length: 200 }, (_, n) => `/jobs/${n}/apply`)
  const addresses = ['', '/de', '/fr'].flatMap((language) => [
    ...many.map((path) => language + path),
    `${language}/page/about`,
    `${language}/feed.xml`,
  ])
  const rules = headersFile(addresses.map(file)).match(/^\/.*/gm)
  expect(rules).toEqual([
    ...['/jobs/*', '/page/*', '/feed.xml'],
    ...['/de/jobs/*', '/de/page/*', '/de/feed.xml'],
    ...['/fr/jobs/*', '/fr/page/*', '/fr/feed.xml'],
  ])
})

test('the short address of a job leads to its page in the same language', () => {
  expect(redirectsFile([{ from: '/old', to: '/jobs' }], ['de', 'fr'])).toBe(
    '/jobs/:id /jobs/:id/apply 308\n' +
      '/de/jobs/:id /de/jobs/:id/apply 308\n' +
      '/fr/jobs/:id /fr/jobs/:id/apply 308\n' +
      '/old /jobs 301\n',
  )
})

test('of a site in one language, no other address looks like a job', () => {
  expect(redirectsFile([], [])).toBe('/jobs/:id /jobs/:id/apply 308\n')
})
