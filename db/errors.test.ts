import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openDb } from './client.ts'
import { errorCode, isFull, isUnavailable, isUniqueViolation } from './errors.ts'
import { refused } from './fixtures/databases.ts'
import { sqldExists, startSqld } from './fixtures/sqld.ts'
import { openRemote } from './remote/remote.ts'
import { jobs } from './schema.ts'
import { temporaryDb } from './test-db.ts'

let server: Server | undefined

afterEach(() => void server?.close())

async function listen(onConnection: Parameters<typeof createServer>[1]) {
  server = createServer(onConnection).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test('isUnavailable is true when the server is down', async () => {
  const url = await listen(undefined)
  server?.close()
  const client = openRemote(url)
  expect(isUnavailable(await refused(client.execute('SELECT 1')))).toBe(true)
  expect(isUnavailable(await refused(client.batch(['SELECT 1'])))).toBe(true)
})

test('a request to a server that never answers fails at the deadline', async () => {
  const client = openRemote(await listen((socket) => socket.unref()), { deadline: 200 })
  const started = performance.now()
  expect(isUnavailable(await refused(client.execute('SELECT 1')))).toBe(true)
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('isUnavailable is true when the server hangs up or answers 5xx', async () => {
  const hangsUp = openRemote(await listen((socket) => socket.destroy()))
  expect(isUnavailable(await refused(hangsUp.execute('SELECT 1')))).toBe(true)
  server?.close()
  const answer = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
  const broken = openRemote(
    await listen((socket) => void socket.on('data', () => socket.end(answer))),
  )
  expect(isUnavailable(await refused(broken.execute('SELECT 1')))).toBe(true)
})

test.skipIf(!sqldExists)(
  `isUnavailable is true when the server dies during a request${sqldExists ? '' : ' (no binary)'}`,
  async () => {
    const { url, stop } = await startSqld()
    const db = await openDb(url)
    await stop()
    expect(isUnavailable(await refused(db.select().from(jobs)))).toBe(true)
    expect(isUnavailable(await refused(db.batch([db.select().from(jobs)])))).toBe(true)
  },
)

test('isFull recognizes a full database in statements and batches, and writes work again once there is room', async () => {
  const { db, remove } = await temporaryDb()
  await db.run('pragma max_page_count = 1')
  const insert = db.insert(jobs).values({ title: 'Baker', description: 'x'.repeat(100_000) })
  for (const error of [await refused(insert), await refused(db.batch([insert, insert]))]) {
    expect(errorCode(error)).toBe('SQLITE_FULL')
    expect(isFull(error)).toBe(true)
    expect(isUnavailable(error)).toBe(false)
  }
  await db.run('pragma max_page_count = 100000')
  await insert
  expect(await db.$count(jobs)).toBe(1)
  await remove()
})

test('isFull is true for ENOSPC', () => {
  const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  expect(isFull(cause)).toBe(true)
  expect(isFull(new Error('upload failed', { cause }))).toBe(true)
})

test('errors unrelated to a database match none of these', () => {
  for (const error of [
    new TypeError('x is not a function'),
    new Error('no'),
    'no',
    undefined,
    null,
  ]) {
    expect(errorCode(error)).toBeUndefined()
    expect([isUnavailable(error), isFull(error), isUniqueViolation(error)]).toEqual([
      false,
      false,
      false,
    ])
  }
})
