import { afterAll, describe, expect, test } from 'vitest'
import { world } from '#scripts/testing/world.ts'

const w = await world()
const joe = await w.as('joe')
const id = await w.newJob()
afterAll(() => w.remove())

const job = { title: 'Cook', description: '<p>Cook.</p>' }
const post = (body: BodyInit, type: string | null = 'application/json', path = '/jobs') =>
  joe
    .raw(path, { method: 'POST', body, headers: type === null ? {} : { 'content-type': type } })
    .then(w.read)

test.each(['', '{', 'null', '[]', '"x"', '1', '{"title":}', '\uFEFFx', '['.repeat(100_000)])(
  'a body that is no JSON object is 400: %j',
  async (body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ error: expect.stringMatching(/JSON/) })
  },
)

test('a body that is not UTF-8 is 400', async () => {
  expect((await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).status).toBe(400)
})

test('a truncated body is 400 and not logged as a server error', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"title":'))
      controller.error(new Error('aborted'))
    },
  })
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  }
  const response = await w.read(await joe.raw('/jobs', init as RequestInit))
  expect([response.status, response.body.error]).toEqual([400, 'The request was interrupted'])
  expect(w.logged.join()).not.toContain('request failed')
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'application/jsonx',
  'text/json',
  'x/application/json',
])('a body of type %s is 415', async (type) => {
  const response = await post(JSON.stringify(job), type)
  expect(response.status).toBe(415)
  expect(response.body.error).toContain('application/json')
})

test('JSON may name its charset, and its type in capitals', async () => {
  const json = JSON.stringify(job)
  expect((await post(json, 'application/json; charset=utf-8')).status).toBe(201)
  expect((await post(json, 'Application/JSON')).status).toBe(201)
})

const padded = (size: number, field: object = job) => {
  const json = JSON.stringify(field)
  return json.slice(0, -1) + ' '.repeat(size - json.length) + json.slice(-1)
}

test('text in place of a list is refused once, not also for its length', async () => {
  const body = JSON.stringify({ ...job, employment_types: 'x'.repeat(500) })
  const { body: answer } = await post(body)
  expect(answer.details).toEqual([{ path: ['employment_types'], message: answer.error }])
})

test('a body with rich text may have 512 KB, any other 256 KB', async () => {
  expect((await post(padded(512 * 1024))).status).toBe(201)
  expect((await post(padded(512 * 1024 + 1))).status).toBe(413)
  const names = { currentPassword: 'x', newPassword: 'y' }
  const change = '/auth/change-password'
  expect((await post(padded(256 * 1024, names), undefined, change)).status).toBe(400)
  expect((await post(padded(256 * 1024 + 1, names), undefined, change)).status).toBe(413)
})

test('a visitor can send 8 KB', async () => {
  const names = { email: 'rita@example.com', password: 'wrong' }
  const send = (size: number) =>
    w.visitor.send('POST', '/auth/login', padded(size, names)).then(({ status }) => status)
  expect([await send(8 * 1024), await send(8 * 1024 + 1)]).toEqual([401, 413])
})

test('a body is parsed only when overload protection has time for it', async () => {
  const time = Promise.withResolvers<void>()
  const scheduled = Promise.withResolvers<void>()
  const schedule = () => {
    scheduled.resolve()
    return time.promise
  }
  let answered = false
  const response = w
    .withToken(joe.token, { schedule })
    .send('POST', '/jobs', '{')
    .finally(() => {
      answered = true
    })
  await scheduled.promise
  // Proves absence: the response waits for its turn.
  await new Promise((next) => setTimeout(next, 20))
  expect(answered).toBe(false)
  time.resolve()
  expect((await response).status).toBe(400)
})

test('an error has at most 20 details, with at most 100 characters of a name', async () => {
  const keys = Array.from({ length: 50 }, (_, n) => [`${n}${'x'.repeat(200)}`, 1])
  const { body } = await joe.send('POST', '/jobs', { ...job, ...Object.fromEntries(keys) })
  expect(body.details).toHaveLength(20)
  expect(body.details[0].path[0]).toHaveLength(100)
})

test('a body that is longer than it says, or says nothing, is still 413', async () => {
  const chunk = new Uint8Array(64 * 1024).fill(32)
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      sent++
      controller.enqueue(chunk)
    },
  })
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  }
  const response = await joe.raw('/jobs', init as RequestInit)
  expect(response.status).toBe(413)
  expect(sent).toBeLessThan(20)
})

test.each([
  ['{"title":"a","description":"b","__proto__":{"is_active":false}}', '__proto__'],
  ['{"title":"a","description":"b","constructor":1}', 'constructor'],
  ['{"title":"a","description":"b","deleted_at":null}', 'deleted_at'],
  ['{"title":"a","description":"b","id ":1}', 'id '],
])('an unknown key is 400 and named: %s', async (json, key) => {
  const response = await joe.send('POST', '/jobs', json)
  expect(response.status).toBe(400)
  expect(response.body.details).toEqual([{ path: [key], message: `Unknown field ${key}` }])
})

describe('an invalid id is 404, like an unknown one', () => {
  const ids = [
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e3',
    'abc',
    'NaN',
    '0x1',
    '1;',
    '1%20',
    '%31%00',
    '٣',
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '9999999999999999',
    '99999999999999999999999',
    "1'--",
    'undefined',
    '%F0%9F%A5%96',
    '%',
  ]
  test.each(ids)('%s', async (none) => {
    const ada = await w.as('ada')
    for (const [method, path, json] of [
      ['GET', `/jobs/${none}`],
      ['PUT', `/jobs/${none}`, { title: 'x' }],
      ['DELETE', `/jobs/${none}`],
      ['POST', `/jobs/${none}/activate`],
      ['GET', `/applications/${none}`],
      ['PUT', `/applications/${none}`, { status: 'rejected' }],
      ['DELETE', `/applications/${none}`],
      ['GET', `/applications/${none}/resume`],
    ] as const) {
      const response = await ada.send(method, path, json)
      expect([method, path, response.status]).toEqual([method, path, 404])
      expect(response.body.error).toBe(
        path.startsWith('/jobs') ? 'Job not found' : 'Application not found',
      )
    }
    expect((await w.visitor.get(`/jobs/${id}`)).body.title).toBe('Baker')
  })
})

test('a request is checked for session, then permission, then input', async () => {
  const pam = await w.as('pam')
  const bad = { nonsense: true }
  for (const path of [`/jobs/${id}`, '/jobs/0', '/applications/0']) {
    expect((await w.visitor.send('PUT', path, bad)).status).toBe(401)
    expect((await pam.send('PUT', path, bad)).status).toBe(403)
  }
  expect((await joe.send('PUT', `/jobs/${id}`, bad)).status).toBe(400)
})
