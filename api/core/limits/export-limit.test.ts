import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let ada: Person
let rita: Person
let path: string
afterAll(() => w.remove())
beforeAll(async () => {
  ada = await w.as('ada')
  rita = await w.as('rita')
  const id = await w.newApplication(await w.newJob())
  path = `/applications/${id}/person.zip`
})

const begin = async (who: Person, at: string) => {
  const response = await who.raw(at)
  expect(response.status).toBe(200)
  return response
}

test('the third export of a person is refused until one has been read or given up', async () => {
  const first = await begin(ada, path)
  const second = await begin(ada, '/audit/export')
  for (const at of [
    '/applications/export.csv',
    '/applications/export.zip',
    path,
    '/audit/export',
  ]) {
    const { status, body } = await ada.get(at)
    expect([status, body.error]).toEqual([
      429,
      'Two of your exports are still running. Wait until one of them has ended, and try again.',
    ])
  }
  await (await begin(rita, path)).body?.cancel()
  await first.arrayBuffer()
  const third = await begin(ada, '/applications/export.zip')
  expect((await ada.get(path)).status).toBe(429)
  await second.body?.cancel()
  const fourth = await begin(ada, '/applications/export.csv')
  expect((await ada.get(path)).status).toBe(429)
  await Promise.all([third.text(), fourth.text()])
  await (await begin(ada, path)).text()
})

test('refused exports and HEAD requests do not count', async () => {
  for (let n = 0; n < 3; n++) {
    expect((await ada.get('/applications/9999/person.zip')).status).toBe(404)
    expect((await ada.raw('/audit/export', { method: 'HEAD' })).status).toBe(200)
  }
  await (await begin(ada, path)).text()
})
