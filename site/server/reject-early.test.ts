import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectEarly } from './reject-early.ts'
import { securityHeaders } from './security-headers.ts'

const server = createServer((request, response) => rejectEarly(request, response, 503, 'Come back'))
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)))
afterAll(() => server.close())
const ask = (path: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)

test.each([
  ['/jobs', 'text/plain; charset=utf-8', 'Come back'],
  ['/api/jobs', 'application/json', '{"error":"Come back"}'],
])('rejectEarly answers %s with the usual headers', async (path, type, body) => {
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, type])
  expect(await answer.text()).toBe(body)
  expect(answer.headers.get('retry-after')).toBe('2')
  for (const [name, value] of Object.entries(securityHeaders))
    expect(answer.headers.get(name)).toBe(value)
})

test('rejectEarly sends a new request id each time', async () => {
  const [one, other] = await Promise.all([ask('/'), ask('/')])
  expect(one.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(other.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'))
})
