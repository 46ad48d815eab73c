import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
beforeAll(async () => {
  await w.db.insert(pages).values([
    { title: 'Home', slug: 'home', content: '<p>Hello</p>', is_published: true },
    { title: 'Draft', slug: 'draft', content: '<p>Not yet</p>', is_published: false },
    { title: 'About', slug: 'about', content: '<p>Us</p>', is_published: true },
  ])
})
afterAll(() => w.remove())

const row = {
  id: expect.any(Number),
  meta_description: null,
  is_published: true,
  created_at: expect.any(String),
  language: null,
  updated_at: expect.any(String),
}

test('GET /pages/published lists published pages without content', async () => {
  const response = await w.visitor.get('/pages/published')
  expect(response.body).toEqual([
    { ...row, title: 'Home', slug: 'home' },
    { ...row, title: 'About', slug: 'about' },
  ])
  expect(response.headers.get('x-total-count')).toBe('2')
  const second = await w.visitor.get('/pages/published?per_page=1&page=2')
  expect(second.body).toMatchObject([{ slug: 'about' }])
})

test('a published page is found by its slug, content and all', async () => {
  const response = await w.visitor.get('/pages/slug/about')
  expect(response.body).toEqual({ ...row, title: 'About', slug: 'about', content: '<p>Us</p>' })
})

test.each([
  'draft',
  'nothing',
  'ABOUT',
  'about%20',
  '%00',
  "about'--",
  '%E0%A4%A',
  'a'.repeat(5000),
])('GET /pages/slug/%s is 404, also for editors', async (slug) => {
  for (const person of [w.visitor, await w.as('pam')]) {
    const response = await person.get(`/pages/slug/${slug}`)
    expect([response.status, response.body]).toEqual([404, { error: 'Page not found' }])
  }
})

test.each(['per_page=0', 'per_page=501', 'page=abc'])(
  'the list does not understand %s',
  async (q) => {
    expect((await w.visitor.get(`/pages/published?${q}`)).status).toBe(400)
  },
)
