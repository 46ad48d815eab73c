import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { outbox, passkeys, sessions, spentChallenges } from '#db/schema.ts'
import { addPasskey, signInWith } from '#scripts/testing/fixtures/passkeys.ts'
import { softwarePasskey } from '#scripts/testing/fixtures/software-passkey.ts'
import { emailOf, type Person, password, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  rita = await w.signIn('rita')
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => w.remove())

const options = async (person = rita, json = {}) =>
  person.send('POST', '/auth/passkeys/options', json)
const challenge = async (person = rita) =>
  (await options(person)).body as { challenge: string; user: { id: string } }
const list = async (person = rita) => (await person.get('/auth/passkeys')).body
/** As if everybody had signed in so many minutes ago. */
const age = (minutes: number) =>
  w.db.update(sessions).set({ created_at: sql`${sessions.created_at} - ${minutes * 60}` })
const mails = async () => (await w.db.select().from(outbox)).map(({ subject }) => subject)
const rows = () => w.db.$count(passkeys)

describe('Adding a passkey', () => {
  test('the options name the site, the person and the rules, and nothing is stored', async () => {
    const { status, body } = await options()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Company Name' },
      user: { name: emailOf('rita'), displayName: 'Rita Reviewer' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(await w.db.$count(spentChallenges)).toBe(0)
    // No two are the same, and the handle is always the person's.
    const again = (await options()).body
    expect(again.challenge).not.toBe(body.challenge)
    expect(again.user.id).toBe(body.user.id)
    expect((await options(await w.as('joe'))).body.user.id).not.toBe(body.user.id)
  })

  test('a passkey is listed by name, its owner gets an email, and other sessions end', async () => {
    const other = await w.signIn('rita')
    const { row } = await addPasskey(rita)
    expect(await list()).toEqual([
      {
        id: row.id,
        name: 'Laptop',
        domain: 'localhost',
        works_here: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        last_used_at: null,
      },
    ])
    expect(await mails()).toEqual(['A passkey was added for Company Name'])
    expect((await other.get('/auth/profile')).status).toBe(401)
    expect((await rita.get('/auth/profile')).status).toBe(200)
    expect(await list(await w.as('joe'))).toEqual([])
  })

  test('a second one ends no session, and the authenticator of the first is excluded', async () => {
    const first = await addPasskey(rita)
    const elsewhere = w.withToken((await signInWith(w, first)).body.token)
    const { body } = await options()
    expect(body.excludeCredentials).toEqual([
      { id: first.id, type: 'public-key', transports: ['internal'] },
    ])
    await addPasskey(rita)
    expect((await elsewhere.get('/auth/profile')).status).toBe(200)
  })

  test('ten minutes after signing in, the password is asked for', async () => {
    await age(11)
    const { status, body } = await options()
    expect([status, body.details[0]]).toEqual([
      400,
      { path: ['currentPassword'], message: 'Enter your current password' },
    ])
    const wrong = await options(rita, { currentPassword: 'wrong' })
    expect([wrong.status, wrong.body.error]).toEqual([400, 'This is not your current password'])
    expect((await options(rita, { currentPassword: password })).status).toBe(200)
  })

  test('ten minutes after signing in, people without a password are asked to sign in again', async () => {
    await age(11)
    await w.db.run(sql`update users set password_hash = null where email = ${emailOf('rita')}`)
    const { status, body } = await options()
    expect([status, body]).toEqual([
      400,
      { error: 'Sign in again, then add the passkey within ten minutes.' },
    ])
  })

  test('ten minutes after signing in, the password alone adds none to a second factor', async () => {
    await addPasskey(rita)
    await age(11)
    for (const json of [{}, { currentPassword: password }]) {
      const { status, body } = await options(rita, json)
      expect([status, body.error]).toEqual([
        400,
        'Sign in again, then add the passkey within ten minutes.',
      ])
    }
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { domain: 'evil.example' }],
    ['nobody present', { flags: 4 }],
    ['nobody verified', { flags: 1 }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['an attestation of a vendor', { format: 'fido-u2f' }],
  ])('a passkey made for %s is refused', async (_, faults) => {
    const made = softwarePasskey().create(await challenge(), faults)
    const { status, body } = await rita.send('POST', '/auth/passkeys', made)
    expect([status, body.error]).toEqual([
      400,
      'The passkey was not accepted. Try again, or use another device.',
    ])
    expect(await rows()).toBe(0)
  })

  test('a challenge works once', async () => {
    const begun = await challenge()
    expect(
      (await rita.send('POST', '/auth/passkeys', softwarePasskey().create(begun))).status,
    ).toBe(201)
    const again = await rita.send('POST', '/auth/passkeys', softwarePasskey().create(begun))
    expect([again.status, again.body.error]).toEqual([
      400,
      'That took too long. Add the passkey again.',
    ])
    expect(await rows()).toBe(1)
  })

  test('one challenge sent ten times at once adds one passkey', async () => {
    const begun = await challenge()
    const sent = Array.from({ length: 10 }, () =>
      rita.send('POST', '/auth/passkeys', softwarePasskey().create(begun)),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(await rows()).toBe(1)
  })

  test('challenges of somebody else, of the sign-in, made up and expired are refused', async () => {
    const ofJoe = await challenge(await w.as('joe'))
    const ofSignIn = (await w.visitor.send('POST', '/auth/login/passkey/options')).body
    vi.useFakeTimers({ now: Date.now() - 5 * 60_000 - 1000, toFake: ['Date'] })
    const expired = await challenge()
    vi.useRealTimers()
    for (const begun of [ofJoe, ofSignIn, { challenge: 'made-up' }, expired]) {
      const made = softwarePasskey().create(begun)
      const { status, body } = await rita.send('POST', '/auth/passkeys', made)
      expect([status, body.error]).toEqual([400, 'That took too long. Add the passkey again.'])
    }
    expect(await rows()).toBe(0)
  })

  test('a passkey that somebody has already is refused', async () => {
    const joe = await w.signIn('joe')
    const passkey = await addPasskey(joe)
    const { status, body } = await rita.send(
      'POST',
      '/auth/passkeys',
      passkey.create(await challenge()),
    )
    expect([status, body.error]).toEqual([409, 'This passkey was added already'])
    expect(await list(joe)).toHaveLength(1)
  })

  test('a person has twenty at most, also when two are added at once', async () => {
    const { row } = await addPasskey(rita)
    const [one] = await w.db.select().from(passkeys).where(eq(passkeys.id, row.id))
    const { id: _, ...rest } = one!
    const more = Array.from({ length: 18 }, (_, n) => ({ ...rest, credential_id: `key-${n}` }))
    await w.db.insert(passkeys).values(more)
    const begun = [await challenge(), await challenge()]
    const added = await Promise.all(
      begun.map((one) => rita.send('POST', '/auth/passkeys', softwarePasskey().create(one))),
    )
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409])
    const { status, body } = await options()
    expect([status, body.error]).toEqual([409, 'You have 20 passkeys. Remove one to add another.'])
  })

  test('a session that ended meanwhile adds none', async () => {
    const begun = await challenge()
    await w.db.delete(sessions)
    const made = softwarePasskey().create(begun)
    expect((await rita.send('POST', '/auth/passkeys', made)).status).toBe(401)
    expect(await rows()).toBe(0)
  })
})

describe('A passkey', () => {
  test('is renamed by its owner, and not over a newer name', async () => {
    const { row } = await addPasskey(rita)
    const at = `/auth/passkeys/${row.id}`
    const renamed = await rita.send('PUT', at, { ...row, name: ' Phone ' })
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Phone'])
    const late = await rita.send('PUT', at, { ...row, name: 'Tablet' })
    expect([late.status, late.body.current.name]).toEqual([409, 'Phone'])
    const empty = await rita.send('PUT', at, { name: ' ' })
    expect([empty.status, empty.body.details[0].path]).toEqual([400, ['name']])
    const joe = await w.as('joe')
    expect((await joe.send('PUT', at, { name: 'Mine' })).status).toBe(404)
  })

  test('is removed within ten minutes of signing in, and its owner gets an email', async () => {
    const passkey = await addPasskey(rita)
    const at = `/auth/passkeys/${passkey.row.id}`
    expect((await (await w.as('joe')).send('DELETE', at)).status).toBe(404)
    await age(11)
    const late = await rita.send('DELETE', at)
    expect([late.status, late.body.error]).toEqual([
      403,
      'Sign in again, then remove the passkey within ten minutes.',
    ])
    const again = w.withToken((await signInWith(w, passkey)).body.token)
    expect((await again.send('DELETE', at)).status).toBe(204)
    expect(await list(again)).toEqual([])
    expect((await mails()).at(-1)).toBe('A passkey was removed for Company Name')
    expect((await signInWith(w, passkey)).status).toBe(401)
    expect((await again.send('DELETE', at)).status).toBe(404)
  })

  test('made at the site’s former address says that it does not work here', async () => {
    await addPasskey(rita)
    await w.db.update(passkeys).set({ domain: 'careers.example.org' })
    expect((await list())[0]).toMatchObject({ domain: 'careers.example.org', works_here: false })
    expect((await options()).body.excludeCredentials).toEqual([])
  })

  test('goes with its owner', async () => {
    const uma = await w.signIn('uma')
    await addPasskey(uma)
    await w.db.run(sql`delete from users where email = ${emailOf('uma')}`)
    expect(await rows()).toBe(0)
  })
})
