import type { InArgs } from '@libsql/client/http'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { errorCode, isUnavailable } from '../errors.ts'
import { newJob, onEveryDatabase, refused } from '../fixtures/databases.ts'
import { jobs } from '../schema.ts'

onEveryDatabase((db) => {
  const row = async (text: string, args: InArgs = []) =>
    (await db().$client.execute(text, args)).rows[0]!

  test('bytes, text with NUL and the largest exact number read back unchanged', async () => {
    const bytes = new Uint8Array([0, 255, 128, 0])
    const values = [bytes, bytes.buffer, 'a\0b', Number.MAX_SAFE_INTEGER]
    const found = await row('SELECT ? AS view, ? AS buffer, ? AS text, ? AS number', values)
    expect(new Uint8Array(found.view as ArrayBuffer)).toEqual(bytes)
    expect(new Uint8Array(found.buffer as ArrayBuffer)).toEqual(bytes)
    expect([found.text, found.number]).toEqual(['a\0b', Number.MAX_SAFE_INTEGER])
  })

  test('booleans become 1 and 0, dates milliseconds; parameters can be named or positional', async () => {
    const date = new Date()
    const found = await row('SELECT :yes AS yes, :no AS no, :date AS date, :empty AS empty', {
      yes: true,
      no: false,
      date,
      empty: null,
    })
    expect(found).toMatchObject({ yes: 1, no: 0, date: date.valueOf(), empty: null })
  })

  test('integers beyond 2^53 compare exactly and can be read', async () => {
    const big = 2n ** 62n + 1n
    expect(await row('SELECT ? = 4611686018427387905 AS same', [big])).toMatchObject({ same: 1 })
    const read = await row('SELECT 4611686018427387905 AS big').then(
      (found) => found.big,
      (error: unknown) => error,
    )
    // A server's client fails to read it, but must serve the next query.
    expect(read === big || read instanceof RangeError).toBe(true)
    expect(await row('SELECT 1 AS one')).toMatchObject({ one: 1 })
  })

  test('undefined and non-finite numbers are rejected', async () => {
    for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      const error = await refused(row('SELECT ?', [value] as InArgs))
      expect(error).toBeInstanceOf(value === undefined ? TypeError : RangeError)
      expect(isUnavailable(error)).toBe(false)
    }
  })

  test('interactive transactions are rejected', async () => {
    const error = await refused(db().transaction(async (tx) => tx.select().from(jobs)))
    expect(errorCode(error)).toBe('NOT_SUPPORTED')
  })

  test('a raw BEGIN ends with its statement, and the next write is committed', async () => {
    await db().$client.execute('BEGIN')
    const id = await newJob(db())
    await db()
      .$client.execute('ROLLBACK')
      .catch(() => undefined)
    expect(await db().$count(jobs, eq(jobs.id, id))).toBe(1)
  })
})

onEveryDatabase((db) => {
  test('a closed database is unavailable and can be closed twice', async () => {
    db().$client.close()
    db().$client.close()
    expect(isUnavailable(await refused(db().select().from(jobs)))).toBe(true)
    expect(isUnavailable(await refused(db().batch([db().select().from(jobs)])))).toBe(true)
  })
})
