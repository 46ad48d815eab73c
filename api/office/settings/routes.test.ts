import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
beforeAll(async () => {
  await w.db.insert(settings).values([
    { key: 'site_name', value: 'Bakery', category: 'general', is_public: true },
    { key: 'secret', value: 'for staff', category: 'system', is_public: false },
    { key: 'contact_email', value: '', category: 'contact', is_public: true },
  ])
})
afterAll(() => w.remove())

test('GET /settings/public returns the public settings only, to everyone', async () => {
  for (const person of [w.visitor, w.withToken('stale'), await w.as('sam')]) {
    const response = await person.get('/settings/public')
    expect(response.status).toBe(200)
    expect(response.body).toEqual([
      { key: 'site_name', value: 'Bakery' },
      { key: 'contact_email', value: '' },
    ])
  }
})

test('GET /settings/public says PUBLIC_URL where it is set', async () => {
  const elsewhere = await world({ publicUrl: 'https://jobs.example.org' })
  try {
    const row = { key: 'public_url', category: 'general', is_public: true } as const
    await elsewhere.db.insert(settings).values({ ...row, value: 'https://old.example.org' })
    expect((await elsewhere.visitor.get('/settings/public')).body).toEqual([
      { key: 'public_url', value: 'https://jobs.example.org' },
    ])
  } finally {
    await elsewhere.remove()
  }
})

test('visitors read public settings by key, category and as an object; manage_settings reads all', async () => {
  for (const person of [w.visitor, w.withToken('stale'), await w.as('joe')]) {
    expect((await person.get('/settings/key/site_name')).body).toMatchObject({ value: 'Bakery' })
    expect((await person.get('/settings/key/secret')).status).toBe(404)
    expect((await person.get('/settings/category/system')).body).toEqual([])
    const object = await person.get('/settings/object?keys=site_name,secret,nothing')
    expect(object.body).toEqual({ site_name: 'Bakery' })
  }
  for (const person of [await w.as('sam'), await w.as('ada')]) {
    expect((await person.get('/settings/key/secret')).body).toMatchObject({ value: 'for staff' })
    expect((await person.get('/settings/category/system')).body).toHaveLength(1)
    const object = await person.get('/settings/object?keys=site_name,secret,nothing')
    expect(object.body).toEqual({ site_name: 'Bakery', secret: 'for staff' })
  }
})

test('lists of settings are paginated', async () => {
  const sam = await w.as('sam')
  const response = await sam.get('/settings?per_page=2&page=2')
  expect(response.body.map(({ key }: { key: string }) => key)).toEqual(['contact_email'])
  expect(response.headers.get('x-total-count')).toBe('3')
  expect((await sam.get('/settings?page=0')).status).toBe(400)
})

test.each(['', '?keys=', '?keys=,', `?keys=${Array.from({ length: 101 }, (_, i) => `k${i}`)}`])(
  'an object needs keys, and not too many: %s',
  async (search) => {
    const response = await w.visitor.get(`/settings/object${search}`)
    expect([response.status, response.body.details[0].path]).toEqual([400, ['keys']])
  },
)

test('category, description and visibility of a built-in setting are declared, not stored', async () => {
  const sam = await w.as('sam')
  await w.db.insert(settings).values({
    key: 'notify_email',
    value: 'desk@example.com',
    category: 'contact',
    description: 'Old words',
    is_public: true,
  })
  const row = (await sam.get('/settings/key/notify_email')).body
  expect(row).toMatchObject({ category: 'email', is_public: false })
  expect(row.description).toMatch(/^Gets a notice of each new application/)
  expect((await sam.get('/settings/category/email')).body).toEqual([row])
  expect((await w.visitor.get('/settings/category/email')).body).toEqual([])
  expect((await w.visitor.get('/settings/key/notify_email')).status).toBe(404)
  expect((await w.visitor.get('/settings/public')).body).not.toContainEqual(
    expect.objectContaining({ key: 'notify_email' }),
  )
})
