import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { auditEvents, outbox, passkeys, settings, users } from '#db/schema.ts'
import { addPasskey, personWithPasskey, signInWith } from '#scripts/testing/fixtures/passkeys.ts'
import { enableSecondFactor, login, stopClock } from '#scripts/testing/fixtures/two-step.ts'
import { emailOf, type Name, password, world } from '#scripts/testing/world.ts'

const w = await world()
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  await w.db.delete(settings)
  await w.db.insert(settings).values(builtInRows)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => w.remove())

const require = (value: 'true' | 'false') =>
  w.db.update(settings).set({ value }).where(eq(settings.key, 'require_second_factor'))
const subjects = async () => (await w.db.select().from(outbox)).map(({ subject }) => subject)
async function idOf(name: Name) {
  const [row] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf(name)))
  return row!.id
}

describe('Signing in by password', () => {
  test('asks people whose only second factor is a passkey for it, whatever the code', async () => {
    const { passkey } = await personWithPasskey(w, 'rita')
    for (const code of [undefined, '000000', 'abcd-efgh-jkmn-pqrs']) {
      const { status, body } = await login(w, 'rita', code)
      expect([status, body]).toEqual([
        401,
        {
          error:
            'Sign in with your passkey. If you no longer have it, ask an admin to reset your two-step sign-in.',
          second_factor: true,
          passkey: true,
        },
      ])
    }
    const [event] = (await w.db.select().from(auditEvents)).slice(-1)
    expect(event).toMatchObject({ actor_name: 'Rita Reviewer', action: 'passkey.asked' })
    expect((await signInWith(w, passkey)).status).toBe(200)
  })

  test('says nothing of a passkey after a wrong password', async () => {
    await personWithPasskey(w, 'rita')
    const guess = { email: emailOf('rita'), password: 'wrong' }
    const { status, body } = await w.visitor.send('POST', '/auth/login', guess)
    expect([status, body]).toEqual([401, { error: 'Invalid email or password' }])
  })

  test('takes the code of people with app and passkey, and says that a passkey does, too', async () => {
    const pass = stopClock()
    const rita = await enableSecondFactor(w, 'rita')
    await addPasskey(rita)
    pass(1)
    const asked = await login(w, 'rita')
    expect([asked.status, asked.body]).toMatchObject([
      401,
      { second_factor: true, passkey: true, details: [{ path: ['code'] }] },
    ])
    expect((await login(w, 'rita', '000000')).body).toMatchObject({ passkey: true })
    expect((await login(w, 'rita', rita.app.code())).status).toBe(200)
    expect((await login(w, 'rita', rita.codes[0])).status).toBe(200)
  })

  test('fails when a passkey is added at the same time', async () => {
    const rita = await w.signIn('rita')
    const [late] = await Promise.all([login(w, 'rita'), addPasskey(rita)])
    if (late.status === 200)
      expect((await w.withToken(late.body.token).get('/auth/profile')).status).toBe(401)
    else expect(late.status).toBe(401)
  })
})

describe('While two-step sign-in is required', () => {
  test('a passkey can be added first thing, and satisfies it with the same session', async () => {
    const rita = await w.signIn('rita')
    await require('true')
    expect((await rita.get('/applications')).status).toBe(403)
    expect((await rita.get('/auth/passkeys')).body).toEqual([])
    const passkey = await addPasskey(rita)
    expect((await rita.get('/applications')).status).toBe(200)
    const { body } = await signInWith(w, passkey)
    expect(body.user).not.toHaveProperty('second_factor_missing')
    expect((await rita.get('/auth/second-factor')).body).toMatchObject({
      confirmed_at: null,
      required: true,
      passkeys: 1,
      signed_in_recently: true,
      has_password: true,
    })
  })

  test('the last second factor stays, and an earlier one may go', async () => {
    const { person, passkey } = await personWithPasskey(w, 'rita')
    await require('true')
    const remove = (id: number) => person.send('DELETE', `/auth/passkeys/${id}`)
    const { status, body } = await remove(passkey.row.id)
    expect([status, body.error]).toEqual([
      403,
      'Your company requires two-step sign-in. Add another passkey or set up an authenticator app before you remove this one.',
    ])
    const second = await addPasskey(person)
    const both = await Promise.all([remove(passkey.row.id), remove(second.row.id)])
    expect(both.map((answer) => answer.status).sort()).toEqual([204, 403])
    await require('false')
    const [left] = (await person.get('/auth/passkeys')).body
    expect((await remove(left.id)).status).toBe(204)
  })

  test('the last passkey of somebody with an authenticator app may go', async () => {
    const rita = await enableSecondFactor(w, 'rita')
    const { row } = await addPasskey(rita)
    await require('true')
    expect((await rita.send('DELETE', `/auth/passkeys/${row.id}`)).status).toBe(204)
  })
})

test('turning the app off leaves the passkey, and the email says so', async () => {
  const pass = stopClock()
  const rita = await enableSecondFactor(w, 'rita')
  await addPasskey(rita)
  pass(1)
  const proof = { currentPassword: password, code: rita.app.code() }
  expect((await rita.send('POST', '/auth/second-factor/turn-off', proof)).status).toBe(204)
  expect((await subjects()).at(-1)).toBe('The authenticator app was turned off for Company Name')
  expect((await login(w, 'rita')).body).toMatchObject({ passkey: true })
})

describe('An admin', () => {
  test('resets passkeys with two-step sign-in: sessions end, the password is enough, one email', async () => {
    const { person, passkey } = await personWithPasskey(w, 'rita')
    const ada = await w.as('ada')
    const at = `/users/${await idOf('rita')}/second-factor`
    expect((await ada.get(`/users/${await idOf('rita')}`)).body.second_factor).toBe(true)
    await w.db.delete(outbox)
    expect((await ada.send('DELETE', at)).status).toBe(204)
    expect(await w.db.$count(passkeys)).toBe(0)
    expect((await person.get('/auth/profile')).status).toBe(401)
    expect((await signInWith(w, passkey)).status).toBe(401)
    expect((await login(w, 'rita')).status).toBe(200)
    const mails = await w.db.select().from(outbox)
    expect(mails).toMatchObject([
      {
        to_address: emailOf('rita'),
        subject: 'Two-step sign-in was reset for Company Name',
        text: expect.stringContaining('passkeys included'),
      },
    ])
    expect((await ada.send('DELETE', at)).status).toBe(409)
  })

  test('with fewer permissions resets nothing', async () => {
    await personWithPasskey(w, 'pam')
    const uma = await w.as('uma')
    const at = `/users/${await idOf('pam')}/second-factor`
    expect((await uma.send('DELETE', at)).status).toBe(403)
    expect(await w.db.$count(passkeys)).toBe(1)
  })

  test('removes app and passkeys in one go', async () => {
    const rita = await enableSecondFactor(w, 'rita')
    await addPasskey(rita)
    const ada = await w.as('ada')
    const at = `/users/${await idOf('rita')}/second-factor`
    expect((await ada.send('DELETE', at)).status).toBe(204)
    expect((await login(w, 'rita')).status).toBe(200)
    expect(await w.db.$count(passkeys)).toBe(0)
  })
})

test('public keys and credential ids are in no list, log, email and trail', async () => {
  const { person, passkey } = await personWithPasskey(w, 'rita')
  await signInWith(w, passkey)
  const ada = await w.as('ada')
  const paths = ['/users', '/audit', '/outbox', '/auth/profile', '/auth/second-factor']
  const answers = await Promise.all(paths.map(async (path) => (await ada.get(path)).body))
  const own = (await person.get('/auth/passkeys')).body
  const visible = JSON.stringify([answers, own, await w.db.select().from(outbox), w.logged])
  expect(visible).not.toContain(passkey.id)
  expect(visible).not.toContain(passkey.publicKey)
  expect(visible).not.toContain(passkey.userHandle)
})
