import { expect, it } from 'vitest'
import { keepPage } from './kept-page.ts'
import { createShelves } from './shelves.ts'

const page = (size = 1000) => keepPage(new Response('<p>'.padEnd(size, 'x')), 1)

it('lets made-up searches push out nothing but searches, and takes no more room for them', async () => {
  const endless = Number.POSITIVE_INFINITY
  const shelves = createShelves({
    pages: { pages: 5, bytes: endless },
    searches: { pages: 3, bytes: endless },
  })
  for (const key of ['/', '/jobs', '/jobs?page=2']) shelves.put(key, await page())
  for (let n = 0; n < 40; n++) shelves.put(`/jobs?q=${n}`, await page())
  expect(shelves.pages()).toEqual(['/', '/jobs', '/jobs?page=2'])
  expect(shelves.searches()).toHaveLength(3)
  expect(shelves.get('/jobs?q=39')).toBeDefined()
  shelves.drop('/jobs?q=39')
  expect(shelves.get('/jobs?q=39')).toBeUndefined()
  shelves.clear()
  expect([...shelves.pages(), ...shelves.searches()]).toEqual([])
})

it('holds searches to the bytes that are theirs', async () => {
  const { bytes } = await page()
  const room = { pages: 100, bytes: 10 * bytes }
  const shelves = createShelves({ pages: room, searches: room })
  for (let n = 0; n < 40; n++) shelves.put(`/jobs?location=${n}`, await page())
  expect(shelves.searches()).toHaveLength(10)
})
