import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { outbox, passkeys, recoveryCodes, secondFactors, sessions, users } from '#db/schema.ts'
import { authenticator } from '#scripts/testing/authenticator.ts'
import { addPasskey } from '#scripts/testing/fixtures/passkeys.ts'
import { softwarePasskey } from '#scripts/testing/fixtures/software-passkey.ts'
import { enableSecondFactor } from '#scripts/testing/fixtures/two-step.ts'
import { emailOf, type Name, type Person, password, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(() => w.reset())

const isRita = eq(users.email, emailOf('rita'))
const rita = async () => (await w.db.select().from(users).where(isRita))[0]

test('a reset by an admin is not outlived by a password change under way, in 25 of 25 tries', async () => {
  const ada = await w.as('ada')
  const { id, password_hash } = (await rita())!
  let survivors = 0
  let overtaken = 0
  for (let round = 0; round < 25; round++) {
    await w.db.update(users).set({ password_hash }).where(isRita)
    const thief = await w.signIn('rita')
    const newPassword = 'a thief was here before'
    const [change, reset] = await Promise.all([
      thief.send('POST', '/auth/change-password', { currentPassword: password, newPassword }),
      ada.send('PUT', `/users/${id}`, { password: 'three green bottles' }),
    ])
    expect(reset.status).toBe(200)
    if (change.status === 401) overtaken++
    const login = { email: emailOf('rita'), password: newPassword }
    const signsIn = (await w.visitor.send('POST', '/auth/login', login)).status === 200
    if (signsIn || (await thief.get('/auth/profile')).status !== 401) survivors++
  }
  console.log(`${survivors} of 25 outlived the reset; ${overtaken} were refused because of it`)
  expect(survivors).toBe(0)
})

type Own = { person: Person; send: () => ReturnType<Person['send']> }
const currentPassword = password
const withFactor = async (path: string): Promise<Own> => {
  const person = await enableSecondFactor(w, 'rita')
  const proof = () => ({ currentPassword, code: person.app.code(1) })
  return { person, send: () => person.send('POST', `/auth/second-factor${path}`, proof()) }
}
const signedIn = async (method: string, path: string, json: object): Promise<Own> => {
  const person = await w.signIn('rita')
  return { person, send: () => person.send(method, `/auth${path}`, json) }
}

/** Each write of one's own password, email or second factor, and the database method it uses. */
type Write = [string, 'batch' | 'run', () => Promise<Own>]
const writes: Write[] = [
  [
    'changing the password',
    'batch',
    () =>
      signedIn('POST', '/change-password', { currentPassword, newPassword: 'three green bottles' }),
  ],
  [
    'changing the email',
    'batch',
    () => signedIn('PUT', '/profile', { currentPassword, email: 'r@example.net' }),
  ],
  [
    'beginning two-step sign-in',
    'run',
    () => signedIn('POST', '/second-factor', { currentPassword }),
  ],
  [
    'confirming two-step sign-in',
    'batch',
    async () => {
      const person = await w.signIn('rita')
      const { body } = await person.send('POST', '/auth/second-factor', { currentPassword })
      const code = authenticator(body.secret).code()
      return { person, send: () => person.send('POST', '/auth/second-factor/confirm', { code }) }
    },
  ],
  ['making new recovery codes', 'batch', () => withFactor('/recovery-codes')],
  ['turning two-step sign-in off', 'batch', () => withFactor('/turn-off')],
  [
    'adding a passkey',
    'batch',
    async () => {
      const person = await w.signIn('rita')
      const { body } = await person.send('POST', '/auth/passkeys/options', {})
      const made = softwarePasskey().create(body)
      return { person, send: () => person.send('POST', '/auth/passkeys', made) }
    },
  ],
  ...(['PUT', 'DELETE'] as const).map(
    (method): Write => [
      method === 'PUT' ? 'renaming a passkey' : 'removing a passkey',
      'batch',
      async () => {
        const person = await w.signIn('rita')
        const { row } = await addPasskey(person)
        const send = () => person.send(method, `/auth/passkeys/${row.id}`, { name: 'Phone' })
        return { person, send }
      },
    ],
  ),
]

/** What a reset changes besides the account itself. */
const state = async () => ({
  user: await rita(),
  factors: (await w.db.select().from(secondFactors)).map(({ last_step: _, ...factor }) => factor),
  codes: await w.db.select().from(recoveryCodes),
  passkeys: await w.db.select().from(passkeys),
  mails: await w.db.select().from(outbox),
})

const isHers = async (name: Name) => {
  const [row] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf(name)))
  return eq(sessions.userId, row!.id)
}

describe.each(writes)('%s', (name, method, begin) => {
  test.each([
    ['the session has ended', 401, async () => w.db.delete(sessions).where(await isHers('rita'))],
    [
      'the account was deactivated',
      401,
      () => w.db.update(users).set({ is_active: false }).where(isRita),
    ],
    [
      'another password was set',
      400,
      () => w.db.update(users).set({ password_hash: 'other' }).where(isRita),
    ],
  ] as const)('does nothing when %s right before the write', async (_, status, interfere) => {
    // These check no password, and every reset ends the session.
    if (status === 400 && (name.startsWith('confirming') || name.endsWith('a passkey'))) return
    const { person, send } = await begin()
    await w.db.delete(outbox)
    let before: Awaited<ReturnType<typeof state>> | undefined
    const write = w.db[method].bind(w.db) as (given: never) => unknown
    const spy = vi.spyOn(w.db, method).mockImplementationOnce(((given: never) =>
      interfere()
        .then(async () => {
          before = await state()
        })
        .then(() => write(given))) as never)
    const response = await send()
    spy.mockRestore()
    expect(response.status).toBe(status)
    expect(await state()).toEqual(before)
    expect((await person.get('/auth/profile')).status).toBe(status === 401 ? 401 : 200)
  })

  test('succeeds when nothing interferes', async () => {
    const { send } = await begin()
    expect([200, 201, 204]).toContain((await send()).status)
  })
})
