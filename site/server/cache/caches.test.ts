import { expect, it } from 'vitest'
import { createCachedPage } from './cached-page.ts'
import { createCaches } from './caches.ts'

const page = (size = 1000) => createCachedPage(new Response('<p>'.padEnd(size, 'x')), 1)

it('evicts only searches to make room for searches', async () => {
  const endless = Number.POSITIVE_INFINITY
  const caches = createCaches({
    pages: { pages: 5, bytes: endless },
    searches: { pages: 3, bytes: endless },
  })
  for (const key of ['/', '/jobs', '/jobs?page=2']) caches.put(key, await page())
  for (let n = 0; n < 40; n++) caches.put(`/jobs?q=${n}`, await page())
  expect(caches.pages()).toEqual(['/', '/jobs', '/jobs?page=2'])
  expect(caches.searches()).toHaveLength(3)
  expect(caches.get('/jobs?q=39')).toBeDefined()
  caches.drop('/jobs?q=39')
  expect(caches.get('/jobs?q=39')).toBeUndefined()
  caches.clear()
  expect([...caches.pages(), ...caches.searches()]).toEqual([])
})

it('limits the bytes of searches', async () => {
  const { bytes } = await page()
  const room = { pages: 100, bytes: 10 * bytes }
  const caches = createCaches({ pages: room, searches: room })
  for (let n = 0; n < 40; n++) caches.put(`/jobs?location=${n}`, await page())
  expect(caches.searches()).toHaveLength(10)
})
