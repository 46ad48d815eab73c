import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { removeEnded } from '#api/office/background/reaper.ts'
import { type Db, openDb } from '#db/client.ts'
import { startNetworkProxy } from '#db/fixtures/network-proxy.ts'
import { patient, sqldExists, startSqld } from '#db/fixtures/sqld.ts'
import { rateLimits } from '#db/schema.ts'
import { temporaryDb } from '#db/test-db.ts'
import { createLimits, type Limits, networkOf } from './limits.ts'

let limits: Limits
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  limits = createLimits(true)
})
afterEach(() => vi.useRealTimers())

const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000 + 1000)
const tooMany = { status: 429, headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) } }
const tries = async (count: number, ip: string, email: (n: number) => string) => {
  for (let n = 0; n < count; n++) await limits.signIn(ip, email(n))
}

test('an account can be tried five times in a quarter of an hour from an address', async () => {
  await tries(5, '192.0.2.1', () => 'mira@example.org')
  await expect(limits.signIn('192.0.2.1', 'mira@example.org')).rejects.toMatchObject(tooMany)
  await expect(limits.signIn('192.0.2.1', 'MIRA@example.org')).rejects.toMatchObject(tooMany)
  await limits.signIn('192.0.2.1', 'other@example.org')
  await limits.signIn('192.0.2.2', 'mira@example.org')
  minutes(15)
  await limits.signIn('192.0.2.1', 'mira@example.org')
})

test('attempts of a blocked address do not count for the account', async () => {
  await tries(30, '192.0.2.1', (n) => `${n}@example.org`)
  minutes(14)
  for (let n = 0; n < 6; n++)
    await expect(limits.signIn('192.0.2.1', 'mira@example.org')).rejects.toMatchObject(tooMany)
  minutes(1)
  await limits.signIn('192.0.2.1', 'mira@example.org')
})

test('Retry-After is the actual wait', async () => {
  await tries(5, '192.0.2.1', () => 'mira@example.org')
  vi.setSystemTime(Date.now() + 10 * 60_000)
  await expect(limits.signIn('192.0.2.1', 'mira@example.org')).rejects.toMatchObject({
    headers: { 'Retry-After': '300' },
  })
})

test('an address can try thirty times, whatever the accounts', async () => {
  await tries(30, '192.0.2.1', (n) => `${n}@example.org`)
  await expect(limits.signIn('192.0.2.1', 'new@example.org')).rejects.toMatchObject(tooMany)
  await limits.signIn('192.0.2.2', 'new@example.org')
})

test('a successful sign-in does not count as a guess', async () => {
  for (let n = 0; n < 100; n++) {
    await limits.signIn('192.0.2.1', 'mira@example.org')
    await limits.signedIn('192.0.2.1', 'mira@example.org')
  }
  await tries(5, '192.0.2.1', () => 'mira@example.org')
})

test('signing in to an account of one’s own gives no more guesses at others', async () => {
  await tries(5, '192.0.2.1', () => 'victim@example.org')
  await limits.signIn('192.0.2.1', 'own@example.org')
  await limits.signedIn('192.0.2.1', 'own@example.org')
  await expect(limits.signIn('192.0.2.1', 'victim@example.org')).rejects.toMatchObject(tooMany)
})

test('reset links can be requested three times for an account and fifteen times in all', async () => {
  for (let n = 0; n < 3; n++) await limits.reset('192.0.2.1', 'mira@example.org')
  await expect(limits.reset('192.0.2.1', 'Mira@example.org')).rejects.toMatchObject(tooMany)
  for (let n = 0; n < 11; n++) await limits.reset('192.0.2.1', `${n}@example.org`)
  await expect(limits.reset('192.0.2.1', 'new@example.org')).rejects.toMatchObject(tooMany)
  await limits.reset('192.0.2.2', 'mira@example.org')
  minutes(15)
  await limits.reset('192.0.2.1', 'mira@example.org')
})

test('a user with a new password can sign in at once, without more guesses at other accounts', async () => {
  await tries(5, '192.0.2.1', () => 'mira@example.org')
  await limits.forgive('192.0.2.1', 'mira@example.org')
  await limits.signIn('192.0.2.1', 'mira@example.org')
  await tries(24, '192.0.2.1', (n) => `${n}@example.org`)
  await expect(limits.signIn('192.0.2.1', 'new@example.org')).rejects.toMatchObject(tooMany)
})

test('an address can send thirty applications in ten minutes', async () => {
  for (let n = 0; n < 30; n++) await limits.submit('192.0.2.1')
  await expect(limits.submit('192.0.2.1')).rejects.toMatchObject(tooMany)
  await limits.submit('192.0.2.2')
  minutes(10)
  await limits.submit('192.0.2.1')
})

test('nothing is limited when rate limits are off', async () => {
  limits = createLimits(false)
  await tries(100, '192.0.2.1', () => 'mira@example.org')
  for (let n = 0; n < 100; n++) await limits.submit('192.0.2.1')
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted under %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

describe.skipIf(!sqldExists)(
  `Two processes on one database server${sqldExists ? '' : ' (no binary)'}`,
  () => {
    let sqld: Awaited<ReturnType<typeof startSqld>>
    let line: Awaited<ReturnType<typeof startNetworkProxy>>
    let dbs: [Db, Db]
    let one: Limits
    let two: Limits
    const secret = 'a secret of all processes'
    const email = 'mira@example.org'

    beforeAll(async () => {
      sqld = await startSqld()
      line = await startNetworkProxy(sqld.url)
      dbs = [await openDb(sqld.url, patient), await openDb(line.url)]
    })
    afterAll(async () => {
      for (const db of dbs) db.$client.close()
      line.stop()
      await sqld.stop()
    })
    beforeEach(async () => {
      await dbs[0].delete(rateLimits)
      one = createLimits(true, { db: dbs[0], secret })
      two = createLimits(true, { db: dbs[1], secret })
    })
    const rows = () => dbs[0].select().from(rateLimits)

    test('count together, also when all attempts come at once', async () => {
      const attempts = Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : two).signIn('192.0.2.1', email).then(
          () => 'tried',
          ({ status }) => status,
        ),
      )
      const outcomes = await Promise.all(attempts)
      expect(outcomes.filter((outcome) => outcome === 'tried')).toHaveLength(5)
      expect(outcomes.filter((outcome) => outcome === 429)).toHaveLength(15)
      await expect(two.signIn('192.0.2.1', email)).rejects.toMatchObject(tooMany)
      await one.signIn('192.0.2.2', email)
    })

    test('count nothing for an account at a blocked address', async () => {
      await Promise.all(
        Array.from({ length: 30 }, (_, n) => one.signIn('192.0.2.1', `${n}@example.org`)),
      )
      const before = await rows()
      for (const limits of [one, two])
        await expect(limits.signIn('192.0.2.1', email)).rejects.toMatchObject(tooMany)
      expect(await rows()).toHaveLength(before.length)
      await one.signIn('192.0.2.2', email)
    })

    test('give the points back on both', async () => {
      for (let n = 0; n < 5; n++) await one.signIn('192.0.2.1', email)
      await two.forgive('192.0.2.1', email)
      for (let n = 0; n < 40; n++) {
        await one.signIn('192.0.2.1', email)
        await two.signedIn('192.0.2.1', email)
      }
    })

    test('count megabytes of kept files together', async () => {
      const fifty = 50 * 1_048_576
      expect(await one.stage('192.0.2.1', fifty)).toBe(true)
      expect(await two.stage('192.0.2.1', fifty)).toBe(true)
      expect(await one.stage('192.0.2.1', 1)).toBe(false)
    })

    test('count searches that find nothing each by itself, without a write', async () => {
      for (let n = 0; n < 120; n++) await one.search('192.0.2.1')
      await expect(one.search('192.0.2.1')).rejects.toMatchObject(tooMany)
      await two.search('192.0.2.1')
      expect(await rows()).toEqual([])
    })

    test('store neither address nor account, and start anew after the window', async () => {
      for (let n = 0; n < 5; n++) await one.signIn('192.0.2.1', email)
      for (const { key } of await rows()) expect(key).toMatch(/^[0-9a-f]{64}$/)
      const other = createLimits(true, { db: dbs[0], secret: 'another secret' })
      await other.signIn('192.0.2.1', email)
      await dbs[0].update(rateLimits).set({ ends_at: 0 })
      await two.signIn('192.0.2.1', email)
      const counting = (await rows()).filter(({ ends_at }) => ends_at > 0)
      expect(counting.map(({ points }) => points)).toEqual([1, 1])
      await removeEnded(dbs[0])
      expect(await rows()).toHaveLength(2)
    })

    test('count in memory while the server is away', async () => {
      await two.signIn('192.0.2.1', email)
      line.become('dead')
      for (let n = 0; n < 5; n++) await two.signIn('192.0.2.1', email)
      await expect(two.signIn('192.0.2.1', email)).rejects.toMatchObject(tooMany)
      line.become('whole')
      // The other tests need the server.
      const isBack = () =>
        dbs[1]
          .select()
          .from(rateLimits)
          .then(
            () => true,
            () => false,
          )
      await expect.poll(isBack).toBe(true)
    })
  },
)

test('limits of a database file are in memory', async () => {
  const { db, remove } = await temporaryDb()
  limits = createLimits(true, { db })
  await tries(5, '192.0.2.1', () => 'mira@example.org')
  await expect(limits.signIn('192.0.2.1', 'mira@example.org')).rejects.toMatchObject(tooMany)
  expect(await db.$count(rateLimits)).toBe(0)
  await remove()
})
