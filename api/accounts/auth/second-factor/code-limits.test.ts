import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enableSecondFactor, login, stopClock } from '#scripts/testing/fixtures/two-step.ts'
import { emailOf, password, type World, world } from '#scripts/testing/world.ts'

let w: World
let rita: Awaited<ReturnType<typeof enableSecondFactor>>
let pass: (steps: number) => void
beforeEach(async () => {
  pass = stopClock()
  w = await world({ rateLimits: true })
  rita = await enableSecondFactor(w, 'rita')
  pass(1)
})
afterEach(async () => {
  vi.useRealTimers()
  await w.remove()
})

test('after five wrong codes from any address, a correct one is refused too', async () => {
  for (let n = 0; n < 5; n++)
    expect((await login(w, 'rita', '000000', `192.0.2.${n + 10}`)).status).toBe(401)
  for (const code of ['000000', rita.app.code(), rita.codes[0]]) {
    const response = await login(w, 'rita', code, '192.0.2.99')
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('five more codes are accepted after 15 minutes', async () => {
  for (let n = 0; n < 5; n++) await login(w, 'rita', '000000')
  expect((await login(w, 'rita', rita.app.code())).status).toBe(429)
  pass(31)
  expect((await login(w, 'rita', rita.app.code())).status).toBe(200)
})

test('five of twenty concurrent codes are checked', async () => {
  const tries = Array.from({ length: 20 }, (_, n) => login(w, 'rita', '000000', `192.0.2.${n}`))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('a sign-in without a code counts as no try and resets none', async () => {
  for (let n = 0; n < 12; n++) expect((await login(w, 'rita')).status).toBe(401)
  for (let n = 0; n < 5; n++) {
    expect((await login(w, 'rita', '000000')).status).toBe(401)
    expect([401, 429]).toContain((await login(w, 'rita')).status)
  }
  expect((await login(w, 'rita', rita.app.code())).status).toBe(429)
})

test('a wrong code counts as a wrong password does', async () => {
  for (let n = 0; n < 4; n++) await login(w, 'rita', '000000')
  const guess = () =>
    w.visitor.send('POST', '/auth/login', { email: emailOf('rita'), password: 'wrong' })
  expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
})

test('a successful sign-in resets the tries', async () => {
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) await login(w, 'rita', '000000')
    pass(1)
    expect((await login(w, 'rita', rita.app.code())).status).toBe(200)
  }
})

test('guesses in the profile count with those at the sign-in', async () => {
  const proof = { currentPassword: password, code: '000000' }
  for (let n = 0; n < 5; n++)
    expect((await rita.send('POST', '/auth/second-factor/turn-off', proof)).status).toBe(400)
  expect((await rita.send('POST', '/auth/second-factor/turn-off', proof)).status).toBe(429)
  expect((await login(w, 'rita', rita.app.code())).status).toBe(429)
})
