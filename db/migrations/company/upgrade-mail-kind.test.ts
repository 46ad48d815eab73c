import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'
import { emailSettings } from '../../schema.ts'

const found = await upgraded({
  before: 57,
  fill: (db) =>
    db.run(sql`insert into email_settings
      (id, host, port, security, user, password, from_name, from_address)
      values (1, 'smtp.example.org', 587, 'starttls', 'jobs', 'v1.sealed', '', 'jobs@example.org')`),
  async read(db) {
    const stored = await db.select().from(emailSettings)
    const refused = await Promise.allSettled([
      db.update(emailSettings).set({ client_secret: 'plain text' }),
      db.update(emailSettings).set({ service_account: '{}' }),
      db.update(emailSettings).set({ secret_expires_on: 'soon' }),
      db.run(sql`update email_settings set secret_warned = 'twice'`),
      db.run(sql`update email_settings set kind = 'pigeon'`),
    ])
    await db.update(emailSettings).set({
      kind: 'microsoft',
      client_secret: 'v1.sealed',
      secret_expires_on: '2027-01-31',
      secret_warned: 'soon',
    })
    return { stored, refused: refused.map(({ status }) => status) }
  },
})

test('an upgraded mail server stays one with a password', () => {
  expect(found.stored).toMatchObject([
    {
      kind: 'smtp',
      host: 'smtp.example.org',
      password: 'v1.sealed',
      client_secret: null,
      secret_expires_on: null,
      secret_warned: null,
      service_account: null,
    },
  ])
})

test('secrets are encrypted, days are days, and kinds are known', () => {
  expect(found.refused).toEqual(Array(5).fill('rejected'))
})
