import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { patient, sqldExists, startSqld } from '#db/fixtures/sqld.ts'
import { pictureLocks } from '#db/schema.ts'
import { exclusive } from './exclusive.ts'

describe.skipIf(!sqldExists)(
  `Two processes on one database server${sqldExists ? '' : ' (no binary)'}`,
  () => {
    let sqld: Awaited<ReturnType<typeof startSqld>>
    let dbs: [Db, Db]

    beforeAll(async () => {
      sqld = await startSqld()
      dbs = [await openDb(sqld.url, patient), await openDb(sqld.url, patient)]
    })
    afterAll(async () => {
      for (const db of dbs) db.$client.close()
      await sqld.stop()
    })

    test('change a picture one after the other, and different pictures at the same time', async () => {
      const steps: string[] = []
      const { promise: both, resolve } = Promise.withResolvers<void>()
      const work = (name: string) => async () => {
        steps.push(`${name} begins`)
        if (name === 'one') await both
        steps.push(`${name} ends`)
      }
      const one = exclusive(dbs[0], 'a', work('one'))
      await expect.poll(() => steps).toEqual(['one begins'])
      const two = exclusive(dbs[1], 'a', work('two'))
      await exclusive(dbs[1], 'b', work('another'))
      resolve()
      await Promise.all([one, two])
      expect(steps).toEqual([
        'one begins',
        'another begins',
        'another ends',
        'one ends',
        'two begins',
        'two ends',
      ])
      expect(await dbs[0].$count(pictureLocks)).toBe(0)
    })

    test('free a picture after a failure, and after a crash', async () => {
      const failing = exclusive(dbs[0], 'a', () => Promise.reject(new Error('failed')))
      await expect(failing).rejects.toThrow('failed')
      await dbs[0].insert(pictureLocks).values({ hash: 'a', holder: 'crashed', lease_until: 1 })
      expect(await exclusive(dbs[1], 'a', async () => 'done')).toBe('done')
    })
  },
)
