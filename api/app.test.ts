import { afterAll, expect, test } from 'vitest'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

test.each([
  '/',
  '/nothing',
  '/jobs/',
  '/jobs//1',
  '/jobs/1/',
  '/jobs/1/apply',
  '/JOBS/active',
  '/applications/1/resume/x',
  '/jobs/%00/x',
  '/%',
  '/%E0%A4%A',
  '/auth',
  '/auth/login/',
])('an unknown address is 404 in JSON for everyone: %s', async (path) => {
  const ada = await w.as('ada')
  for (const person of [w.visitor, ada, w.withToken('stale')])
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await person.send(method, path)
      expect([method, response.status]).toEqual([method, 404])
      expect(response.body).toEqual({ error: 'There is nothing at this address' })
    }
})

test.each([
  ['PATCH', '/jobs/1', 'GET, HEAD, PUT, DELETE'],
  ['GET', '/auth/login', 'POST'],
  ['HEAD', '/auth/login', 'POST'],
  ['DELETE', '/applications', 'GET, HEAD'],
  ['GET', '/jobs/1/activate', 'POST'],
  ['OPTIONS', '/auth/profile', 'GET, HEAD, PUT'],
  ['POST', '/applications/stats', 'GET, HEAD'],
])('%s %s is 405 and says what is possible', async (method, path, allow) => {
  const response = await w.visitor.raw(path, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
})

test('every answer has a request id, is not stored by caches and not sniffed', async () => {
  const unlike = new Set<string | null>()
  for (const [method, path] of [
    ['GET', '/jobs/active'],
    ['GET', '/nothing'],
    ['PATCH', '/jobs'],
    ['GET', '/applications'],
    ['POST', '/auth/login'],
  ] as const) {
    const { headers } = await w.visitor.send(method, path)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    unlike.add(headers.get('x-request-id'))
  }
  expect(unlike.size).toBe(5)
})

test('the request id of the HTTP server is kept', async () => {
  const response = await w.withToken(undefined, { requestId: 'from-the-server' }).get('/nothing')
  expect(response.headers.get('x-request-id')).toBe('from-the-server')
})

test('the site hears of whatever may have changed before the answer leaves, and not of reading', async () => {
  const joe = await w.as('joe')
  const before = w.writes()
  await joe.get('/jobs')
  await joe.raw('/jobs', { method: 'HEAD' })
  expect(w.writes()).toBe(before)
  await joe.send('POST', '/jobs', { title: 'Cook', description: '<p>Cook.</p>' })
  expect(w.writes()).toBe(before + 1)
})

test('the typed client reads and writes as the back office does', async () => {
  const { client } = await w.as('joe')
  const created = await client.jobs.$post({
    json: { title: 'Clerk', description: '<p>Count.</p>' },
  })
  expect(created.status).toBe(201)
  const { id } = await created.json()
  const shown = await w.visitor.client.jobs[':id'].$get({ param: { id: String(id) }, query: {} })
  expect(await shown.json()).toMatchObject({ id, title: 'Clerk' })
})
