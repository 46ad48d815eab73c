import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '../client.ts'
import { errorCode } from '../errors.ts'
import { refused } from '../fixtures/databases.ts'
import { patient, sqldExists, startSqld } from '../fixtures/sqld.ts'
import { settings } from '../schema.ts'

describe.skipIf(!sqldExists)(
  `Streams kept at a libSQL server${sqldExists ? '' : ' (no binary)'}`,
  () => {
    let sqld: Awaited<ReturnType<typeof startSqld>>
    let db: Db

    beforeAll(async () => {
      sqld = await startSqld()
      db = await openDb(sqld.url, patient)
    })
    afterAll(async () => {
      db.$client.close()
      await sqld.stop()
    })

    const insert = (key: string) => db.insert(settings).values({ key, category: 'general' })
    const stored = (prefix: string) => db.$count(settings, sql`key like ${`${prefix}%`}`)

    test('run more calls at once than there are streams, each with its own result', async () => {
      const numbers = Array.from({ length: 60 }, (_, n) => n)
      const results = await Promise.all(
        numbers.map(async (n) => {
          if (n % 3) return (await db.batch([db.get<{ n: number }>(sql`select ${n} as n`)]))[0]?.n
          await insert(`many_${n}`)
          return n
        }),
      )
      expect(results).toEqual(numbers)
      expect(await stored('many')).toBe(20)
    })

    test('run each write once when the server has restarted since', async () => {
      await insert('before')
      await sqld.restart()
      // A probe may just have found it away: then nothing was sent.
      const first = () =>
        insert('after_1').then(
          () => 'written',
          (error) => errorCode(error),
        )
      await expect.poll(first).toBe('written')
      await db.batch([insert('after_2'), insert('after_3')])
      expect(await stored('after')).toBe(3)
    })

    test('leave no transaction open when a batch fails', async () => {
      const twice = db.batch([insert('twice'), insert('twice')])
      expect(errorCode(await refused(twice))).toBe('SQLITE_CONSTRAINT_UNIQUE')
      expect(await stored('twice')).toBe(0)
      const other = await openDb(sqld.url, patient)
      await other.insert(settings).values({ key: 'other', category: 'general' })
      other.$client.close()
      expect(await stored('other')).toBe(1)
    })

    test('carry each kind of value, and numbers beyond 2^53', async () => {
      const args = ['ä', 1.5, 7, null, 9_007_199_254_740_993n, new Uint8Array([0, 255]), true]
      const query = 'select ? as a, ? as b, ? as c, ? as d, ? as e, ? as f, ? as g'
      const { rows } = await db.$client.execute({ sql: query, args })
      const [a, b, c, d, e, f, g] = Object.values(rows[0] ?? {})
      expect([a, b, c, d, e, g]).toEqual(['ä', 1.5, 7, null, 9_007_199_254_740_993n, 1])
      expect(new Uint8Array(f as ArrayBuffer)).toEqual(new Uint8Array([0, 255]))
      const named = await db.$client.execute({ sql: 'select :x as x', args: { x: 'by name' } })
      expect(named.rows[0]?.x).toBe('by name')
    })
  },
)
