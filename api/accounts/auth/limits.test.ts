import { afterEach, beforeEach, expect, test } from 'vitest'
import { emailOf, type Name, password, type World, world } from '#scripts/testing/world.ts'

let w: World
beforeEach(async () => {
  w = await world({ rateLimits: true })
})
afterEach(() => w.remove())

const login = (ip: string, email: string, secret: string) =>
  w.withToken(undefined, { ip }).send('POST', '/auth/login', { email, password: secret })

test('the sixth try is refused, even with the right password, but not from elsewhere', async () => {
  const email = emailOf('rita')
  for (let n = 0; n < 5; n++) expect((await login('192.0.2.9', email, 'wrong')).status).toBe(401)
  for (const secret of ['wrong', password]) {
    const response = await login('192.0.2.9', email.toUpperCase(), secret)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect(response.body.error).toContain('Too many')
  }
  expect((await login('192.0.2.8', email, password)).status).toBe(200)
})

test('an account that does not exist is refused after as many tries as one that does', async () => {
  const statuses = []
  for (let n = 0; n < 6; n++)
    statuses.push((await login('192.0.2.9', 'nobody@example.com', 'x')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('signing in gives the tries back', async () => {
  const name: Name = 'joe'
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) await login('192.0.2.9', emailOf(name), 'wrong')
    expect((await login('192.0.2.9', emailOf(name), password)).status).toBe(200)
  }
})

test('an address has thirty tries for all accounts together', async () => {
  for (let n = 0; n < 30; n++)
    expect((await login('192.0.2.9', `${n}@example.com`, 'wrong')).status).toBe(401)
  expect((await login('192.0.2.9', emailOf('rita'), password)).status).toBe(429)
})

test('twenty tries at once are no more than five', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => login('192.0.2.9', emailOf('rita'), 'wrong')),
  )
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(15)
})
