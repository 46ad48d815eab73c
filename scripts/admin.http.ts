import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordMatches } from '#api/accounts/auth/password/passwords.ts'
import { createSessions } from '#api/accounts/auth/sessions/sessions.ts'
import { sendLink } from '#api/core/letters/password-mail.ts'
import { type Db, openDb } from '#db/client.ts'
import { sqldExists, startSqld } from '#db/fixtures/sqld.ts'
import {
  auditEvents,
  outbox,
  passkeys,
  passwordLinks,
  secondFactors,
  sessions,
  users,
} from '#db/schema.ts'
import { temporaryDb } from '#db/test-db.ts'
import { runScript } from './run-script.ts'

const mira = { email: 'mira@example.org', first_name: 'Mira', last_name: 'O', password_hash: 'x' }
const mail = { message_id: '<1@x>', to_name: '', to_address: mira.email, subject: '' }

const admin = (url: string, ...args: string[]) =>
  runScript('admin.ts', args, { env: { DATABASE_URL: url } })

async function inFile() {
  const { db, url, remove } = await temporaryDb()
  return { db, url, stop: remove }
}
async function onServer() {
  const { url, stop } = await startSqld()
  return { db: await openDb(url), url, stop }
}

describe.each([
  ['a database file that is open elsewhere', inFile, true],
  ['a libSQL server', onServer, sqldExists],
] as const)('npm run admin with %s', (_name, start, isThere) => {
  let db: Db
  let url: string
  let stop: () => Promise<unknown>
  beforeAll(async () => {
    if (isThere) ({ db, url, stop } = await start())
  })
  afterAll(() => stop?.())
  beforeEach(async () => {
    if (!isThere) return
    await db.delete(users)
    await db.insert(users).values(mira)
  })

  test.runIf(isThere)(
    'reset-password sets a new password and ends sessions and password links',
    async () => {
      const [user] = await db.select().from(users)
      const token = await createSessions(db).start(user!.id)
      const link = { kind: 'reset' as const, mail: { ...mail, text: '', html: '' } }
      await db.batch([...sendLink(db, link)])
      expect(await db.select().from(passwordLinks)).toHaveLength(1)

      const { out, err, code } = await admin(url, 'reset-password', 'MIRA@example.org')
      expect([code, err]).toEqual([0, ''])
      const [, password = ''] = /Password {5}(\S{20}) /.exec(out) ?? []
      const [after] = await db.select().from(users)
      expect(await passwordMatches(password, after?.password_hash)).toBe(true)
      expect(await createSessions(db).find(token)).toBeNull()
      expect(await db.select().from(sessions)).toEqual([])
      expect(await db.select().from(passwordLinks)).toEqual([])
      const [event] = (await db.select().from(auditEvents)).slice(-1)
      expect(event).toMatchObject({
        action: 'password.set',
        actor_name: 'The operator',
        target_id: user!.id,
        target_name: 'Mira O',
      })
      const [told] = (await db.select().from(outbox)).slice(-1)
      expect(told).toMatchObject({ to_address: mira.email })
      expect(told!.text).toContain('The operator set a new password for your account')
      expect(told!.text).not.toContain(password)
    },
  )

  test.runIf(isThere)(
    'reset-second-factor is recorded in the audit trail and emailed to the user',
    async () => {
      const [user] = await db.select().from(users)
      const factor = { user_id: user!.id, secret: 'a'.repeat(40), confirmed_at: '2020' }
      await db.insert(secondFactors).values(factor)
      const passkey = { user_id: user!.id, public_key: 'a', domain: 'localhost', name: 'Laptop' }
      await db.insert(passkeys).values({ ...passkey, credential_id: 'one' })
      const token = await createSessions(db).start(user!.id)
      const { err, code } = await admin(url, 'reset-second-factor', mira.email)
      expect([code, err]).toEqual([0, ''])
      expect(await db.select().from(secondFactors)).toEqual([])
      expect(await db.select().from(passkeys)).toEqual([])
      expect(await createSessions(db).find(token)).toBeNull()
      const [event] = (await db.select().from(auditEvents)).slice(-1)
      expect(event).toMatchObject({ action: 'second_factor.reset', target_name: 'Mira O' })
      const [told] = (await db.select().from(outbox)).slice(-1)
      expect(told).toMatchObject({ to_address: mira.email })
      expect(told!.text).toContain('The operator turned off two-step sign-in')
      const again = await admin(url, 'reset-second-factor', mira.email)
      expect([again.code, again.err]).toEqual([1, `Two-step sign-in is off for ${mira.email}\n`])
    },
  )

  test.runIf(isThere)('an unknown email address fails in one line', async () => {
    const { out, err, code } = await admin(url, 'reset-password', 'nobody@example.org')
    expect([code, out, err]).toEqual([1, '', 'Nobody has the email address nobody@example.org\n'])
    expect((await db.select().from(users))[0]).toMatchObject(mira)
  })

  test.runIf(isThere)(
    'reset-password says that an inactive account must be activated first',
    async () => {
      await db.update(users).set({ is_active: false })
      const { out, code } = await admin(url, 'reset-password', mira.email)
      expect([code, out.includes('The account is inactive')]).toEqual([0, true])
    },
  )
})

test('npm run admin with invalid arguments prints its usage', async () => {
  const wrong = [[], ['reset-password'], ['delete', 'x'], ['reset-password', 'a@b.c', 'more']]
  for (const { err, code } of await Promise.all(wrong.map((args) => admin('file:/no', ...args))))
    expect([code, err]).toEqual([
      1,
      'Usage: npm run admin -- reset-password|reset-second-factor EMAIL\n',
    ])
})

test('npm run admin with an invalid environment fails in one line', async () => {
  const { err, code } = await admin('mysql://here', 'reset-password', mira.email)
  expect([code, err.split('\n').length]).toEqual([1, 2])
  expect(err).toContain('DATABASE_URL is "mysql://here"')
})
