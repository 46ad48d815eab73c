import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Db, openDb } from '../client.ts'
import { patient, sqldExists, startSqld } from '../fixtures/sqld.ts'
import { settings } from '../schema.ts'
import {
  assumedReads,
  assuming,
  beforeEffect,
  createAssumedReads,
  onceInAll,
  withoutAssuming,
} from './assuming.ts'
import type { StreamRequest, StreamResult } from './hrana.ts'

describe.skipIf(!sqldExists)(`What is assumed${sqldExists ? '' : ' (no binary)'}`, () => {
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let db: Db
  let other: Db

  beforeAll(async () => {
    sqld = await startSqld()
    db = await openDb(sqld.url, patient)
    other = await openDb(sqld.url, patient)
    await other.insert(settings).values({ key: 'a', category: 'general', value: 'old' })
  })
  afterAll(async () => {
    db.$client.close()
    other.$client.close()
    await sqld.stop()
  })

  test('is written only if it is still so, and the work begins again otherwise', async () => {
    const read = async () =>
      (await db.select().from(settings).where(eq(settings.key, 'a')))[0]?.value
    for (let n = 0; n < 3; n++) await assuming(db, 'read', read)
    await other.update(settings).set({ value: 'new' }).where(eq(settings.key, 'a'))
    const seen: unknown[] = []
    const returned = await assuming(db, 'copy', async () => {
      const value = await read()
      seen.push(value)
      await db.insert(settings).values({ key: `copy_${value}`, category: 'general' })
      return value
    })
    expect(seen).toEqual(['old', 'new'])
    expect(returned).toBe('new')
    expect(await other.$count(settings, eq(settings.key, 'copy_old'))).toBe(0)
    expect(await other.$count(settings, eq(settings.key, 'copy_new'))).toBe(1)
  })
})

describe('With a server that says what the test says', () => {
  afterEach(() => vi.useRealTimers())

  /** What is read by name; `asked` are the answers that are still to come. */
  function server() {
    const asked: { name: string; answer: (value: string) => void; fail: () => void }[] = []
    const reads = createAssumedReads((request) => {
      const { promise, resolve, reject } = Promise.withResolvers<StreamResult>()
      const name = request.type === 'sequence' ? request.sql : ''
      asked.push({
        name,
        answer: (value) =>
          resolve({
            type: 'ok',
            response: {
              type: 'execute',
              result: {
                cols: [],
                rows: [[{ type: 'text', value }]],
                affected_row_count: 0,
                last_insert_rowid: null,
              },
            },
          }),
        fail: () => reject(new Error('away')),
      })
      return promise
    })
    const db = { $client: {} } as Db
    assumedReads.set(db.$client, reads)
    async function read(name: string): Promise<string> {
      const request: StreamRequest = { type: 'sequence', sql: name }
      const result = await reads.read(request)
      if (result.type !== 'ok' || result.response.type !== 'execute') throw new Error('no row')
      const [[first] = []] = result.response.result.rows
      return first && 'value' in first ? String(first.value) : ''
    }
    /** Answers what is asked now. */
    const answerAll = (value: string) => {
      for (const one of asked.splice(0)) one.answer(value)
    }
    const answering =
      <T>(value: string, seen: () => T) =>
      () => {
        answerAll(value)
        return seen()
      }
    /** Reads until it is assumed to have this value. */
    async function assume(name: string, value: string) {
      for (let n = 0; n < 2; n++) {
        const done = assuming(db, 'before', () => read(name))
        await expect.poll(() => asked.length).toBe(1)
        answerAll(value)
        await done
      }
    }
    return { db, read, asked, answerAll, answering, assume }
  }

  test('an effect happens once, and not because of what is no longer so', async () => {
    const { db, read, answerAll, answering, assume } = server()
    await assume('address', 'old')
    const called: string[] = []
    const counted: string[] = []
    const done = assuming(db, 'call', async () => {
      const address = await read('address')
      await onceInAll('attempt', async () => counted.push(address))
      await beforeEffect()
      called.push(address)
      return address
    })
    await expect.poll(() => counted.length).toBe(1)
    expect(called).toEqual([])
    answerAll('new')
    await expect.poll(answering('new', () => called)).toEqual(['new'])
    expect(await done).toBe('new')
    expect(counted).toEqual(['old'])
  })

  test('work within outdated work changes nothing', async () => {
    const { db, read, answering, assume } = server()
    await assume('status', 'open')
    const done: string[] = []
    const both = assuming(db, 'outer', async () => {
      const status = await read('status')
      await beforeEffect().catch(() => undefined)
      await assuming(db, 'inner', async () => {
        await beforeEffect()
        done.push(status)
      })
    })
    await expect.poll(answering('closed', () => done)).toEqual(['closed'])
    await both
  })

  test('its result is thrown away when the server does not answer', async () => {
    const { db, read, asked, assume } = server()
    await assume('row', 'a')
    const discarded: string[] = []
    const done = assuming(
      db,
      'file',
      () => read('row'),
      (result) => discarded.push(result),
    )
    await expect.poll(() => asked.length).toBe(1)
    asked[0]?.fail()
    await expect(done).rejects.toThrow('away')
    expect(discarded).toEqual(['a'])
  })

  test('what several calls wait for, and what outlives the call, is not part of it', async () => {
    const { db, read, answerAll, answering, assume } = server()
    await assume('shared', 'old')
    let shared: Promise<string> | undefined
    let later: Promise<string> | undefined
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const done = assuming(db, 'first', async () => {
      later ??= isOver.then(() => read('shared'))
      shared ??= withoutAssuming(() => read('shared'))
      return `${await read('shared')} ${await shared}`
    })
    await expect.poll(answering('new', () => shared)).toBeDefined()
    answerAll('new')
    const stop = setInterval(() => answerAll('new'), 1)
    expect(await done).toBe('new new')
    end()
    expect(await later).toBe('new')
    clearInterval(stop)
  })

  test('nothing is kept for more than a minute, also when nobody calls', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    const { db, read, asked, answerAll } = server()
    for (let n = 0; n < 2; n++) {
      const done = assuming(db, 'person', () => read('person'))
      answerAll('Mira')
      await done
    }
    const seen: string[] = []
    const look = () => assuming(db, 'person', async () => seen.push(await read('person')))
    const soon = look()
    await Promise.resolve()
    await new Promise(setImmediate)
    expect(seen).toEqual(['Mira'])
    answerAll('Mira')
    await soon
    vi.advanceTimersByTime(60_000)
    expect(vi.getTimerCount()).toBe(0)
    const late = look()
    await new Promise(setImmediate)
    expect([seen.length, asked.length]).toEqual([1, 1])
    answerAll('Mira')
    await late
  })
})
