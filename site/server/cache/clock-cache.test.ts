import { expect, it } from 'vitest'
import { createCachedPage } from './cached-page.ts'
import { createClockCache } from './clock-cache.ts'

const page = () => createCachedPage(new Response('<p>'.padEnd(1000, 'x')), 1)

it('evicts an unreferenced page first', async () => {
  const cache = createClockCache({ pages: 3, bytes: Number.POSITIVE_INFINITY })
  for (const key of ['/', '/jobs', '/page/a']) cache.put(key, await page())
  cache.get('/')!.referenced = true
  cache.put('/page/b', await page())
  expect(cache.keys().sort()).toEqual(['/', '/page/a', '/page/b'])
})

it('keeps referenced pages during a scan', async () => {
  const cache = createClockCache({ pages: 50, bytes: Number.POSITIVE_INFINITY })
  cache.put('/', await page())
  for (let id = 1; id <= 500; id++) {
    cache.get('/')!.referenced = true
    cache.put(`/jobs/${id}/apply`, await page())
  }
  expect(cache.get('/')).toBeDefined()
  expect(cache.keys()).toHaveLength(50)
})

it('limits the total of bytes', async () => {
  const { bytes } = await page()
  const cache = createClockCache({ pages: 100, bytes: 10 * bytes })
  for (let id = 1; id <= 40; id++) cache.put(`/jobs/${id}/apply`, await page())
  expect(cache.keys()).toHaveLength(10)
  // Putting a page again replaces it.
  for (let time = 0; time < 40; time++) cache.put('/jobs/40/apply', await page())
  expect(cache.keys()).toHaveLength(10)
  cache.drop('/jobs/40/apply')
  expect(cache.keys()).toHaveLength(9)
})

it('does not evict everything for a page larger than the cache', async () => {
  const { bytes } = await page()
  const cache = createClockCache({ pages: 100, bytes: 3 * bytes })
  cache.put('/', await page())
  cache.get('/')!.referenced = true
  cache.put('/jobs', await createCachedPage(new Response('x'.repeat(100_000)), 1))
  expect(cache.keys()).toEqual(['/'])
})

it('lists referenced pages first', async () => {
  const cache = createClockCache({ pages: 100, bytes: Number.POSITIVE_INFINITY })
  for (const key of ['/page/a', '/page/b', '/jobs']) cache.put(key, await page())
  cache.get('/jobs')!.referenced = true
  expect(cache.keys()[0]).toBe('/jobs')
})
