import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { outbox, secondFactors, sessions, users } from '#db/schema.ts'
import { authenticator } from '#scripts/testing/authenticator.ts'
import { enableSecondFactor, login, stopClock } from '#scripts/testing/fixtures/two-step.ts'
import { emailOf, password, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Awaited<ReturnType<typeof enableSecondFactor>>
let pass: (steps: number) => void
afterAll(() => w.remove())
beforeEach(async () => {
  pass = stopClock()
  await w.reset()
  rita = await enableSecondFactor(w, 'rita')
  pass(1)
  await w.db.delete(outbox)
})
afterEach(() => {
  vi.useRealTimers()
})

const sessionCount = () => w.db.$count(sessions)

test('without two-step sign-in nothing is asked, and a code is not looked at', async () => {
  for (const code of [undefined, '000000']) {
    const { status, body } = await login(w, 'joe', code)
    expect([status, Object.keys(body)]).toEqual([200, ['token', 'user']])
    expect(Object.keys(body.user)).toEqual(
      Object.keys((await (await w.as('joe')).get('/auth/profile')).body),
    )
  }
})

describe('a user with two-step sign-in', () => {
  test('is asked for a code once the password was right, and has no session before', async () => {
    const before = await sessionCount()
    const { status, body } = await login(w, 'rita')
    const message = 'Enter the code from your authenticator app'
    expect(status).toBe(401)
    expect(body).toEqual({
      error: message,
      second_factor: true,
      details: [{ path: ['code'], message }],
    })
    expect(await sessionCount()).toBe(before)
  })

  test('learns nothing of that with a wrong password, whatever the code', async () => {
    for (const code of [undefined, rita.app.code(), rita.codes[0]]) {
      const email = emailOf('rita')
      const response = await w.visitor.send('POST', '/auth/login', {
        email,
        password: 'wrong',
        code,
      })
      expect([response.status, response.body]).toEqual([
        401,
        { error: 'Invalid email or password' },
      ])
    }
    expect((await login(w, 'rita', rita.app.code())).status).toBe(200)
  })

  test('signs in with the code, with blanks in it, and one step early or late', async () => {
    for (const off of [-1, 0, 1]) {
      await w.db.update(secondFactors).set({ last_step: 0 })
      const code = rita.app.code(off).replace(/(...)/, ' $1 ')
      expect((await login(w, 'rita', code)).status).toBe(200)
    }
    for (const off of [-2, 2]) {
      await w.db.update(secondFactors).set({ last_step: 0 })
      expect((await login(w, 'rita', rita.app.code(off))).status).toBe(401)
    }
  })

  test('is refused with a wrong code in the same shape, and keeps no session', async () => {
    const before = await sessionCount()
    for (const code of ['000000', 'nonsense', '1234567', rita.app.code(5)]) {
      const { status, body } = await login(w, 'rita', code)
      expect([status, body.second_factor, body.details[0].path]).toEqual([401, true, ['code']])
    }
    expect(await sessionCount()).toBe(before)
  })

  test('uses a code once, also not an older one after it', async () => {
    const [older, code] = [rita.app.code(-1), rita.app.code()]
    expect((await login(w, 'rita', code)).status).toBe(200)
    for (const again of [code, older]) expect((await login(w, 'rita', again)).status).toBe(401)
    pass(1)
    expect((await login(w, 'rita', rita.app.code())).status).toBe(200)
  })

  test.each(['the app', 'recovery'])(
    'gets one session for a code of %s that is sent ten times at once',
    async (kind) => {
      const before = await sessionCount()
      const code = kind === 'recovery' ? rita.codes[3]! : rita.app.code()
      const responses = await Promise.all(Array.from({ length: 10 }, () => login(w, 'rita', code)))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(responses.filter(({ status }) => status === 401)).toHaveLength(9)
      expect(await sessionCount()).toBe(before + 1)
    },
  )

  test('signs in with each recovery code once, however it is typed, and is told by mail', async () => {
    const [first, second] = rita.codes
    expect((await login(w, 'rita', first!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await login(w, 'rita', first)).status).toBe(401)
    const { status, body } = await login(w, 'rita', second)
    expect(status).toBe(200)
    const me = w.withToken(body.token)
    expect((await me.get('/auth/second-factor')).body.recovery_codes_left).toBe(8)
    const mails = await w.db.select().from(outbox)
    expect(mails.map(({ to_address, subject }) => [to_address, subject])).toEqual(
      Array(2).fill([emailOf('rita'), 'A recovery code was used for Company Name']),
    )
    expect(JSON.stringify(mails)).not.toContain(first)
  })

  test('cannot sign in with somebody else’s recovery code', async () => {
    const joe = await enableSecondFactor(w, 'joe')
    expect((await login(w, 'rita', joe.codes[0])).status).toBe(401)
    expect((await login(w, 'joe', joe.codes[0])).status).toBe(200)
  })

  test('cannot sign in once deactivated', async () => {
    await w.db.update(users).set({ is_active: false })
    const { status, body } = await login(w, 'rita', rita.app.code())
    expect([status, body]).toEqual([401, { error: 'Invalid email or password' }])
  })
})

test('a sign-in that began before two-step sign-in was turned on fails', async () => {
  const sam = await w.signIn('sam')
  const begun = await sam.send('POST', '/auth/second-factor', { currentPassword: password })
  const code = authenticator(begun.body.secret).code()
  const [late, on] = await Promise.all([
    login(w, 'sam'),
    sam.send('POST', '/auth/second-factor/confirm', { code }),
  ])
  expect([late.status, on.status]).toEqual([401, 200])
  expect((await sam.get('/auth/sessions')).body).toHaveLength(1)
})
