import { expect, it } from 'vitest'
import { keepPage } from './kept-page.ts'
import { createShelf } from './shelf.ts'

const page = () => keepPage(new Response('<p>'.padEnd(1000, 'x')), 1)

it('keeps no more pages than it may, and first lets go what nobody asked for', async () => {
  const shelf = createShelf({ pages: 3, bytes: Number.POSITIVE_INFINITY })
  for (const key of ['/', '/jobs', '/page/a']) shelf.put(key, await page())
  shelf.get('/')!.asked = true
  shelf.put('/page/b', await page())
  expect(shelf.keys().sort()).toEqual(['/', '/page/a', '/page/b'])
})

it('lets a scan push out its own pages, not those that people read', async () => {
  const shelf = createShelf({ pages: 50, bytes: Number.POSITIVE_INFINITY })
  shelf.put('/', await page())
  for (let id = 1; id <= 500; id++) {
    shelf.get('/')!.asked = true
    shelf.put(`/jobs/${id}/apply`, await page())
  }
  expect(shelf.get('/')).toBeDefined()
  expect(shelf.keys()).toHaveLength(50)
})

it('keeps no more bytes than it may', async () => {
  const { bytes } = await page()
  const shelf = createShelf({ pages: 100, bytes: 10 * bytes })
  for (let id = 1; id <= 40; id++) shelf.put(`/jobs/${id}/apply`, await page())
  expect(shelf.keys()).toHaveLength(10)
  // What is put again takes the place of what was there.
  for (let time = 0; time < 40; time++) shelf.put('/jobs/40/apply', await page())
  expect(shelf.keys()).toHaveLength(10)
  shelf.drop('/jobs/40/apply')
  expect(shelf.keys()).toHaveLength(9)
})

it('does not empty itself for a page that is larger than all of it', async () => {
  const { bytes } = await page()
  const shelf = createShelf({ pages: 100, bytes: 3 * bytes })
  shelf.put('/', await page())
  shelf.get('/')!.asked = true
  shelf.put('/jobs', await keepPage(new Response('x'.repeat(100_000)), 1))
  expect(shelf.keys()).toEqual(['/'])
})

it('names first what was asked for', async () => {
  const shelf = createShelf({ pages: 100, bytes: Number.POSITIVE_INFINITY })
  for (const key of ['/page/a', '/page/b', '/jobs']) shelf.put(key, await page())
  shelf.get('/jobs')!.asked = true
  expect(shelf.keys()[0]).toBe('/jobs')
})
