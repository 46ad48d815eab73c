import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertLink } from '#api/core/links/candidate-links.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { exchange } from '#api/core/mail/outbox-queue.ts'
import { applications, outbox } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'
import { askToRenew } from './renewals.ts'

const w = await world()
afterAll(() => w.remove())

let id: number
const set = (more: Partial<typeof applications.$inferInsert>) => w.db.update(applications).set(more)
const setting = (key: string, value: string) =>
  w.db.run(sql`insert or replace into settings (key, value, category)
    values (${key}, ${value}, 'privacy')`)

beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  id = await w.newApplication(await w.newJob({ title: 'Baker' }))
  await setting('keep_consent_months', '12')
  await setting('site_time_zone', 'UTC')
  await set({ keep_until: '2027-03-31' })
})

const at = (day: string) => new Date(`${day}T12:00:00.000Z`)
const ask = (day: string) =>
  askToRenew(
    {
      db: w.db,
      mailFrom: 'jobs@example.org',
      publicUrl: 'https://bread.test',
      ownAddress: () => '',
    },
    at(day),
  )
const mails = () => w.db.select().from(outbox)
const askedAt = async () =>
  (await w.db.select({ at: applications.keep_asked_at }).from(applications))[0]?.at

test('who agreed to be kept is asked thirty days before that ends', async () => {
  expect(await ask('2027-02-28')).toBe(0)
  expect(await ask('2027-03-01')).toBe(1)
  expect(await mails()).toMatchObject([
    {
      kind: 'keep_renewal',
      to_address: 'mira@example.org',
      application_id: id,
      subject: 'May we keep your application for longer? Baker',
      text: expect.stringMatching(/March 2027.*March 2028.*bread\.test\/application\/[^/]*#keep/s),
      mailbox: 'mira@example.org',
      expires_at: '2027-04-01T00:00:00.000Z',
    },
  ])
  expect(await askedAt()).toMatch(/^20/)
})

test('nobody is asked twice, also by several processes at once', async () => {
  await Promise.all([ask('2027-03-05'), ask('2027-03-05'), ask('2027-03-06')])
  await ask('2027-03-20')
  expect(await mails()).toHaveLength(1)
})

describe('who applied for several jobs', () => {
  let newer: number
  beforeEach(async () => {
    newer = await w.newApplication(await w.newJob({ title: 'Cook' }))
    await set({ keep_until: '2027-03-31' })
  })

  test('gets one email, with a link to each that ends on that day', async () => {
    const later = await w.newApplication(await w.newJob({ title: 'Driver' }))
    await set({ keep_until: '2027-09-30' }).where(eq(applications.id, later))
    await Promise.all([ask('2027-03-05'), ask('2027-03-05')])
    expect(await ask('2027-03-20')).toBe(0)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'keep_renewal',
      application_id: newer,
      links: [newer, id],
      subject: expect.stringContaining('May we keep your applications'),
      text: expect.stringMatching(/March 2027.*March 2028.*Cook.*#keep.*Baker.*#keep/s),
    })
    expect(mail?.text).not.toContain('Driver')
    const leased = await exchange(w.db, undefined, { more: true })
    const shown = leased?.tokens?.map(async (token) => {
      const { body } = await w.visitor.get(`/candidate/${token}`)
      return body.job_title
    })
    expect(await Promise.all(shown ?? [])).toEqual(['Cook', 'Baker'])
  })

  test('is asked about the others when one has been renewed', async () => {
    await set({ keep_until: '2028-03-31' }).where(eq(applications.id, newer))
    await ask('2027-03-05')
    expect(await mails()).toMatchObject([{ application_id: id, links: null }])
  })

  test.each([
    ['has been renewed', () => set({ keep_until: '2028-03-31' }).where(eq(applications.id, newer))],
    ['is deleted', () => w.db.delete(applications).where(eq(applications.id, newer))],
    ['is deleted, the older one', () => w.db.delete(applications).where(eq(applications.id, id))],
  ])('is asked about the other when one %s before the email leaves', async (_, change) => {
    await ask('2027-03-05')
    // The lease of a process that was killed.
    await w.db.update(outbox).set({ lease_until: '2026-01-01T00:00:00.000Z' })
    await change()
    expect(await mails()).toEqual([])
    await ask('2027-03-06')
    expect(await mails()).toHaveLength(1)
  })

  test('gets one for each address', async () => {
    await set({ email: 'mira+2@example.org' }).where(eq(applications.id, newer))
    await ask('2027-03-05')
    expect((await mails()).map(({ to_address }) => to_address).sort()).toEqual([
      'mira+2@example.org',
      'mira@example.org',
    ])
  })
})

describe('the private page', () => {
  const token = 'x'.repeat(43)
  const consent = (act: 'renew' | 'revoke') =>
    w.visitor.send('POST', `/candidate/${token}/${act}-consent`)
  const until = async () =>
    (await w.db.select({ day: applications.keep_until }).from(applications))[0]?.day
  beforeEach(async () => {
    await insertLink(w.db, hashToken(token), id)
    await ask('2027-03-05')
  })

  test('changes nothing when it is only opened', async () => {
    const { body } = await w.visitor.get(`/candidate/${token}`)
    expect([body.keep_until, await until()]).toEqual(['2027-03-31', '2027-03-31'])
    expect(await askedAt()).not.toBeNull()
  })

  test('renews the consent, after which they are asked again before the new day', async () => {
    await setting('keep_consent_months', '36')
    expect((await consent('renew')).status).toBe(200)
    const renewed = (await until())!
    expect(renewed > '2027-03-31').toBe(true)
    // What has not left would ask about a day that no longer counts.
    expect([await askedAt(), await mails()]).toEqual([null, []])
    expect(await ask('2027-03-20')).toBe(0)
    await ask(`${renewed.slice(0, 8)}15`)
    expect(await mails()).toHaveLength(1)
  })

  test('takes the consent back, after which nobody is asked', async () => {
    expect((await consent('revoke')).status).toBe(200)
    expect([await until(), await askedAt(), await mails()]).toEqual([null, null, []])
    expect(await ask('2027-03-20')).toBe(0)
  })
})

test.each([
  ['withdrew', { withdrawn_at: '2026-01-02T03:04:05.678Z' }],
  ['has another address of staff, which gets no links', { given_email: 'old@example.org' }],
  ['did not agree', { keep_until: null }],
  ['agreed until a day that is over', { keep_until: '2027-03-04' }],
  ['can agree to nothing longer', { keep_until: '2029-01-31' }],
])('a candidate is not asked who %s', async (_, more) => {
  await set(more)
  expect(await ask('2027-03-05')).toBe(0)
  expect(await mails()).toEqual([])
})

test('nobody is asked once candidates are no longer asked to be kept', async () => {
  await setting('keep_consent_months', '')
  expect(await ask('2027-03-05')).toBe(0)
})

test('consent for one month is not asked for as soon as it is given', async () => {
  await setting('keep_consent_months', '1')
  await set({ keep_until: '2027-03-31' })
  expect(await ask('2027-03-10')).toBe(0)
  expect(await ask('2027-03-17')).toBe(1)
})

test('a mailbox that has had its emails of the day is asked later', async () => {
  await w.db.insert(outbox).values(
    Array.from({ length: 10 }, (_, n) => ({
      message_id: `<${n}@x>`,
      to_name: '',
      to_address: 'mira@example.org',
      mailbox: 'mira@example.org',
      subject: 'Hi',
      text: 'Hi',
      html: '',
    })),
  )
  await ask('2027-03-05')
  expect([await askedAt(), (await mails()).length]).toEqual([null, 10])
  await w.db.delete(outbox)
  await ask('2027-03-06')
  expect([await askedAt(), (await mails()).length]).toEqual([expect.any(String), 1])
})

test('the letter goes with the application, and staff see when it was queued', async () => {
  await ask('2027-03-05')
  const rita = await w.as('rita')
  const { body } = await rita.get(`/applications/${id}`)
  expect(body.keep_asked_at).toBe(await askedAt())
  const list = await rita.get('/applications?sort=kept_until')
  expect(list.body[0].keep_asked_at).toBe(await askedAt())
  await rita.send('DELETE', `/applications/${id}`)
  expect(await mails()).toEqual([])
})

test('an email that failed is no question: staff see why, at each application that it is about', async () => {
  await w.newApplication(await w.newJob({ title: 'Clerk' }))
  await w.db.update(applications).set({ keep_until: '2027-03-31' })
  await ask('2027-03-05')
  const rita = await w.as('rita')
  const errors = async () => {
    const { body } = await rita.get('/applications?sort=kept_until')
    const { body: one } = await rita.get(`/applications/${id}`)
    const listed = (body as { keep_ask_error: string | null }[]).map((row) => row.keep_ask_error)
    return [...listed, one.keep_ask_error]
  }
  expect(await mails()).toHaveLength(1)
  expect(await errors()).toEqual([null, null, null])
  const last_error = 'The mail server refused the address'
  await w.db.update(outbox).set({ failed_at: at('2027-03-05').toISOString(), last_error })
  expect(await errors()).toEqual([last_error, last_error, last_error])
})

test('a failed email that goes with one application is asked again of the others', async () => {
  const other = await w.newApplication(await w.newJob({ title: 'Clerk' }))
  await w.db.update(applications).set({ keep_until: '2027-03-31' })
  await ask('2027-03-05')
  await w.db.update(outbox).set({ failed_at: at('2027-03-05').toISOString(), last_error: 'Full' })
  const rita = await w.as('rita')
  await rita.send('DELETE', `/applications/${other}`)
  expect([await askedAt(), await mails()]).toEqual([null, []])
  await ask('2027-03-06')
  expect([await askedAt(), (await mails()).length]).toEqual([expect.any(String), 1])
})
