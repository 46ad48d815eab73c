import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, openDb } from '../client.ts'
import { isOutcomeUnknown, isUnavailable } from '../errors.ts'
import { refused } from '../fixtures/databases.ts'
import { type Condition, startNetworkProxy } from '../fixtures/network-proxy.ts'
import { patient, sqldExists, startSqld } from '../fixtures/sqld.ts'
import { settings } from '../schema.ts'

const within = async <T>(work: Promise<T>) => {
  const begin = performance.now()
  const result = await work
  return { result, ms: performance.now() - begin }
}

describe.skipIf(!sqldExists)(
  `A libSQL server behind a faulty network${sqldExists ? '' : ' (no binary)'}`,
  () => {
    let sqld: Awaited<ReturnType<typeof startSqld>>
    let line: Awaited<ReturnType<typeof startNetworkProxy>>
    let direct: Db
    let db: Db
    let number = 0

    beforeAll(async () => {
      sqld = await startSqld()
      line = await startNetworkProxy(sqld.url)
      // Migrates, which takes a while on a busy machine.
      direct = await openDb(sqld.url, patient)
      db = await openDb(line.url, { deadline: 20_000 })
    })
    afterAll(async () => {
      db.$client.close()
      direct.$client.close()
      line.stop()
      await sqld.stop()
    })
    beforeEach(() => db.delete(settings))
    afterEach(async () => {
      line.become('whole')
      await expect.poll(works).toBe(true)
    })

    const write = () =>
      db.batch([db.insert(settings).values({ key: `row_${++number}`, category: 'general' })])
    const works = () =>
      db.$count(settings).then(
        () => true,
        () => false,
      )
    const stored = () => direct.$count(settings)

    test.each<Condition>(['dead', 'cut', 'unplugged'])(
      'that is %s fails every request long before its deadline',
      async (condition) => {
        line.become(condition)
        const { result, ms } = await within(
          Promise.all([refused(db.$count(settings)), refused(write()), refused(write())]),
        )
        expect(result.every(isUnavailable)).toBe(true)
        expect(ms).toBeLessThan(10_000)
        expect(await within(refused(write()))).toMatchObject({ ms: expect.any(Number) })
      },
    )

    test('that is dead gets no more requests until it responds to the probe', async () => {
      line.become('dead')
      await refused(write())
      // Its outcome is known only because it was never sent.
      const error = await refused(write())
      expect([isUnavailable(error), isOutcomeUnknown(error)]).toEqual([true, false])
      line.become('whole')
      await expect.poll(() => write().then(Boolean, () => false)).toBe(true)
    })

    test('that is cut after a write has written once and reports an unknown outcome', async () => {
      line.become('cut')
      const error = await refused(write())
      expect(isOutcomeUnknown(error)).toBe(true)
      await expect.poll(stored).toBe(1)
      line.become('whole')
      // Proves absence: a repeated write would be stored by then.
      await new Promise((next) => setTimeout(next, 500))
      expect(await stored()).toBe(1)
    })

    test('that refuses connections has written nothing and reports it', async () => {
      line.become('dead')
      await refused(write())
      expect(isOutcomeUnknown(await refused(write()))).toBe(false)
      expect(await stored()).toBe(0)
    })

    test('that responds to nothing for more than a second loses no request', async () => {
      await db.$count(settings)
      line.become('stalled')
      const waiting = [db.$count(settings), write(), write()]
      // Longer than the timeout of a probe of a server that has not responded lately.
      const later = new Promise((next) => setTimeout(next, 1300)).then(() => [write(), write()])
      waiting.push(...(await later))
      line.become('whole')
      await Promise.all(waiting)
      expect(await stored()).toBe(4)
    })

    test('that is slow with one request is not considered away', async () => {
      const count = (rows: number) =>
        db.$client.execute(
          `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT count(*) FROM n`,
        )
      const { ms: million } = await within(count(1_000_000))
      const rows = Math.round((1500 / million) * 1_000_000)
      const { result, ms } = await within(count(rows))
      expect(result.rows[0]?.[0]).toBe(rows)
      expect(ms).toBeGreaterThan(400)
    })
  },
)
