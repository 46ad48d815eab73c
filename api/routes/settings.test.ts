import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#db/schema.ts'
import { type World, world } from '../world.ts'

let w: World
beforeAll(async () => {
  w = await world()
  await w.db.insert(settings).values([
    { key: 'site_name', value: 'Bakery', category: 'general', is_public: true },
    { key: 'secret', value: 'for staff', category: 'system', is_public: false },
    { key: 'contact_email', value: '', category: 'contact', is_public: true },
  ])
})
afterAll(() => w.remove())

test('everyone reads the public settings, and nobody any other here', async () => {
  for (const person of [w.visitor, w.withToken('stale'), await w.as('sam')]) {
    const answer = await person.get('/settings/public')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual([
      { key: 'site_name', value: 'Bakery' },
      { key: 'contact_email', value: '' },
    ])
  }
})
