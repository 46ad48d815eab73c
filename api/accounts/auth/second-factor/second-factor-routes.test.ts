import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { outbox, secondFactors } from '#db/schema.ts'
import { authenticator } from '#scripts/testing/authenticator.ts'
import { deliver, tokenIn } from '#scripts/testing/fixtures/deliver.ts'
import { enableSecondFactor, login, stopClock } from '#scripts/testing/fixtures/two-step.ts'
import { emailOf, type Person, password, world } from '#scripts/testing/world.ts'

const w = await world()
let pass: (steps: number) => void
afterAll(() => w.remove())
beforeEach(async () => {
  pass = stopClock()
  await w.reset()
  await w.db.delete(outbox)
})
afterEach(() => {
  vi.useRealTimers()
})

const path = '/auth/second-factor'
const begin = (person: Person, currentPassword = password) =>
  person.send('POST', path, { currentPassword })
const confirm = (person: Person, code: string) => person.send('POST', `${path}/confirm`, { code })
const off = {
  confirmed_at: null,
  recovery_codes_left: 0,
  required: false,
  passkeys: 0,
  signed_in_recently: true,
  has_password: true,
  by_sign_in: false,
}
const subjects = async () => (await w.db.select().from(outbox)).map(({ subject }) => subject)

describe('two-step setup', () => {
  test('needs the password and a code, and sign-in stays the same until both are given', async () => {
    const rita = await w.as('rita')
    expect((await rita.get(path)).body).toEqual(off)
    const wrong = await begin(rita, 'not my password')
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, ['currentPassword']])
    const { status, body } = await begin(rita)
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{32}$/)])
    expect(body.address).toBe(
      `otpauth://totp/Company%20Name:rita%40example.com?secret=${body.secret}&issuer=Company%20Name`,
    )
    for (const code of ['000000', 'abcdef', authenticator(body.secret).code(3)]) {
      const refused = await confirm(rita, code)
      expect([refused.status, refused.body.details[0].path]).toEqual([400, ['code']])
    }
    expect((await rita.get(path)).body).toEqual(off)
    expect((await login(w, 'rita')).status).toBe(200)
    expect((await confirm(rita, ` ${authenticator(body.secret).code()} `)).status).toBe(200)
    expect((await login(w, 'rita')).status).toBe(401)
    expect(await subjects()).toEqual(['Two-step sign-in is on for Company Name'])
  })

  test('returns ten recovery codes once, and ends all other sessions', async () => {
    const other = await w.signIn('rita')
    const joe = await w.as('joe')
    const rita = await enableSecondFactor(w, 'rita')
    expect(rita.codes).toHaveLength(10)
    const status = await rita.get(path)
    expect(status.body).toEqual({
      ...off,
      confirmed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      recovery_codes_left: 10,
    })
    expect((await other.get('/auth/profile')).status).toBe(401)
    expect((await joe.get('/auth/profile')).status).toBe(200)
  })

  test('invalidates the previous secret when started again', async () => {
    const rita = await w.as('rita')
    const first = authenticator((await begin(rita)).body.secret)
    const second = authenticator((await begin(rita)).body.secret)
    expect((await confirm(rita, first.code())).status).toBe(400)
    expect((await confirm(rita, second.code())).status).toBe(200)
  })

  test('gets 409 when already on, and on confirmation before it was started', async () => {
    expect((await confirm(await w.as('joe'), '123456')).status).toBe(409)
    const rita = await enableSecondFactor(w, 'rita')
    expect((await begin(rita)).status).toBe(409)
    expect((await confirm(rita, rita.app.code())).status).toBe(409)
    pass(1)
    expect((await login(w, 'rita', rita.app.code())).status).toBe(200)
  })

  test('returns one set of codes when confirmed ten times at once', async () => {
    const rita = await w.as('rita')
    const { code } = authenticator((await begin(rita)).body.secret)
    const responses = await Promise.all(Array.from({ length: 10 }, () => confirm(rita, code())))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await rita.get(path)).body.recovery_codes_left).toBe(10)
    expect(await subjects()).toHaveLength(1)
  })

  test('invalidates the code that confirmed it', async () => {
    const rita = await enableSecondFactor(w, 'rita')
    expect((await login(w, 'rita', rita.app.code())).status).toBe(401)
  })
})

describe.each(['turn-off', 'recovery-codes'])('POST /auth/second-factor/%s', (verb) => {
  const send = (person: Person, code: string, currentPassword = password) =>
    person.send('POST', `${path}/${verb}`, { currentPassword, code })

  test('needs the password and an unused code', async () => {
    const rita = await enableSecondFactor(w, 'rita')
    const used = rita.app.code()
    pass(1)
    const guess = await send(rita, rita.app.code(), 'not my password')
    expect([guess.status, guess.body.details[0].path]).toEqual([400, ['currentPassword']])
    for (const code of [used, '000000']) {
      const response = await send(rita, code)
      expect([response.status, response.body.details[0].path]).toEqual([400, ['code']])
    }
    expect((await rita.get(path)).body.recovery_codes_left).toBe(10)
    expect((await send(rita, rita.app.code())).status).toBeLessThan(300)
  })

  test('accepts a recovery code', async () => {
    const rita = await enableSecondFactor(w, 'rita')
    expect((await send(rita, rita.codes[0]!)).status).toBeLessThan(300)
    expect(await subjects()).toContain('A recovery code was used for Company Name')
  })

  test('gets 409 while two-step sign-in is off', async () => {
    expect((await send(await w.as('rita'), '123456')).status).toBe(409)
  })
})

test('turning two-step sign-in off deletes secret and codes, and emails the user', async () => {
  const rita = await enableSecondFactor(w, 'rita')
  pass(1)
  const proof = { currentPassword: password, code: rita.app.code() }
  expect((await rita.send('POST', `${path}/turn-off`, proof)).status).toBe(204)
  expect((await rita.get(path)).body).toEqual(off)
  expect(await w.db.select().from(secondFactors)).toEqual([])
  expect((await login(w, 'rita')).status).toBe(200)
  expect((await subjects()).at(-1)).toBe('Two-step sign-in is off for Company Name')
})

test('new recovery codes invalidate the previous ones', async () => {
  const rita = await enableSecondFactor(w, 'rita')
  pass(1)
  const proof = { currentPassword: password, code: rita.app.code() }
  const { body } = await rita.send('POST', `${path}/recovery-codes`, proof)
  expect(body.recovery_codes).toHaveLength(10)
  expect((await login(w, 'rita', rita.codes[0])).status).toBe(401)
  expect((await login(w, 'rita', body.recovery_codes[0])).status).toBe(200)
})

test('two-step sign-in stays on when an admin or a reset link changes the password', async () => {
  const rita = await enableSecondFactor(w, 'rita')
  const newPassword = 'three green bottles'
  const { body: people } = await (await w.as('uma')).get('/users')
  const { id } = people.find(({ email }: { email: string }) => email === emailOf('rita'))
  await (await w.as('ada')).send('PUT', `/users/${id}`, { password: newPassword })
  const credentials = { email: emailOf('rita'), password: newPassword }
  const refused = await w.visitor.send('POST', '/auth/login', credentials)
  expect([refused.status, refused.body.second_factor]).toEqual([401, true])
  await w.visitor.send('POST', '/auth/forgot-password', { email: emailOf('rita') })
  pass(1)
  const token = tokenIn((await deliver(w.db)).at(-1))
  await w.visitor.send('POST', '/auth/reset-password', { token, newPassword: 'four brown bottles' })
  pass(1)
  const again = { ...credentials, password: 'four brown bottles' }
  expect((await w.visitor.send('POST', '/auth/login', again)).body.second_factor).toBe(true)
  const code = rita.app.code()
  expect((await w.visitor.send('POST', '/auth/login', { ...again, code })).status).toBe(200)
})
