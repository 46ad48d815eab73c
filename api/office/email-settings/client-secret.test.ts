import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import { defaultSender } from '#api/core/environment/env.ts'
import { createSecrets } from '#api/core/environment/secrets.ts'
import type { Services } from '#api/core/route/context.ts'
import { outbox, emailSettings as table, users } from '#db/schema.ts'
import { emailOf, password, world } from '#scripts/testing/world.ts'
import { startSecretWarnings, warnOfEnd } from './client-secret.ts'

const mailVariables: Services['mailVariables'] = { SMTP_URL: undefined, MAIL_FROM: defaultSender }
const secrets = createSecrets({ key: 'a key that is only for this test' })
const w = await world({ services: async () => ({ secrets, mailVariables }) })
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(table)
  await w.db.delete(outbox)
  mailVariables.SMTP_URL = undefined
})

const services = {
  db: w.db,
  mailFrom: 'jobs@acme.example',
  publicUrl: undefined,
  ownAddress: () => 'http://localhost:4321',
}
/** The day so many days from today, in the site's time zone. */
const inDays = (days: number) => daysLater(dayIn('UTC'), days)

async function put(secret_expires_on: string, more = {}) {
  const { status } = await (await w.as('ada')).send('PUT', '/email-settings', {
    kind: 'microsoft',
    tenant: 'acme.example',
    client_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    client_secret: 'abc8Q~',
    mailbox: 'jobs@acme.example',
    secret_expires_on,
    current_password: password,
    ...more,
  })
  expect(status).toBe(200)
  await w.db.delete(outbox)
}
const warnings = async () =>
  (await w.db.select().from(outbox).orderBy(asc(outbox.id))).map(
    ({ to_address, subject, text }) => ({
      to_address,
      subject,
      text,
    }),
  )

describe('the mail about the end of the client secret', () => {
  test('goes to every active admin, once, from four weeks before', async () => {
    await w.db
      .update(users)
      .set({ role: 'admin' })
      .where(eq(users.email, emailOf('sam')))
    // An admin whose account is closed gets none.
    await w.db
      .update(users)
      .set({ role: 'admin' })
      .where(eq(users.email, emailOf('ned')))
    await put(inDays(29))
    expect(await warnOfEnd(services)).toBe(false)
    await put(inDays(28))
    // Also by two processes at the same time, and after a restart.
    await Promise.all([warnOfEnd(services), warnOfEnd(services)])
    await warnOfEnd(services)
    const mails = await warnings()
    expect(mails.map(({ to_address }) => to_address)).toEqual([emailOf('ada'), emailOf('sam')])
    expect(mails[0]?.subject).toBe('The client secret for email ends soon for Company Name')
    expect(mails[0]?.text).toContain('jobs@acme.example')
    expect(mails[0]?.text).toContain('http://localhost:4321/backoffice/settings/email')
  })

  test('comes once more when it has ended, and not on its last day', async () => {
    await put(inDays(0))
    await warnOfEnd(services)
    await w.db.update(table).set({ secret_expires_on: inDays(-1) })
    await warnOfEnd(services)
    await warnOfEnd(services)
    expect((await warnings()).map(({ subject }) => subject)).toEqual([
      'The client secret for email ends soon for Company Name',
      'The client secret for email has ended for Company Name',
    ])
  })

  test('starts again with another date, not with another sender name', async () => {
    await put(inDays(10))
    await warnOfEnd(services)
    await put(inDays(10), { from_name: 'Acme' })
    expect(await warnOfEnd(services)).toBe(false)
    await put(inDays(400))
    expect(await warnOfEnd(services)).toBe(false)
    await put(inDays(5))
    expect(await warnOfEnd(services)).toBe(true)
  })

  test('is no reason for a conflict, and comes for Microsoft 365 only', async () => {
    await put(inDays(3))
    const read = async () => (await (await w.as('ada')).get('/email-settings')).body.updated_at
    const before = await read()
    await warnOfEnd(services)
    expect(await read()).toBe(before)
    await w.db.update(table).set({ kind: 'smtp', secret_warned: null })
    expect(await warnOfEnd(services)).toBe(false)
  })

  test('is queued by the worker, which wakes the outbox, unless SMTP_URL is set', async () => {
    await put(inDays(3))
    let woken = 0
    const rest = {
      ...services,
      log: pino({ level: 'silent' }),
      outbox: { wake: () => void woken++ },
    }
    const locked = startSecretWarnings({ ...rest, smtpUrl: 'smtp://localhost' })
    await locked.first
    await locked.stop()
    expect([woken, (await warnings()).length]).toEqual([0, 0])
    const worker = startSecretWarnings({ ...rest, smtpUrl: undefined })
    await worker.first
    await worker.stop()
    expect([woken, (await warnings()).length]).toEqual([1, 1])
  })
})

describe('GET /dashboard', () => {
  const endsOn = async (name: 'ada' | 'sam' | 'rita') =>
    (await (await w.as(name)).get('/dashboard')).body.client_secret_ends_on

  test('names the end to admins from four weeks before, and after it', async () => {
    expect(await endsOn('ada')).toBe(null)
    await put(inDays(29))
    expect(await endsOn('ada')).toBe(null)
    for (const days of [28, 0, -40]) {
      await put(inDays(days))
      expect([await endsOn('ada'), await endsOn('sam'), await endsOn('rita')]).toEqual([
        inDays(days),
        null,
        null,
      ])
    }
    mailVariables.SMTP_URL = 'smtp://localhost:25'
    expect(await endsOn('ada')).toBe(null)
  })
})
