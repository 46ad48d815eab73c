import { createServer, type ServerOptions } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { connectionLimit, deadlines, guardConnections } from './connections.ts'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

type Options = ServerOptions & { body?: string; every?: number; delay?: number }

async function guarded(max: number, options: Options = {}) {
  const { body = 'hello', every = 60_000, delay = 100, ...more } = options
  const server = createServer({ ...deadlines, ...more }, (_, response) => {
    setTimeout(() => response.end(body), delay)
  })
  const { count, endIdle } = guardConnections([server], false, { max, every })
  endings.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const open = (sent: string) => {
    const socket: Socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(sent)
    return { socket, answered: text(socket).then((all) => all.slice(9, 12) || 'cut') }
  }
  return { count, endIdle, open, port }
}

const whole = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

test('at the limit idle connections are closed to admit new ones', async () => {
  const { count, open } = await guarded(50)
  const slow = Array.from({ length: 50 }, () => open('GET / HTTP/1.1\r\nX-Slow: '))
  await expect.poll(count).toBe(50)
  const visitors = await Promise.all(Array.from({ length: 10 }, () => open(whole).answered))
  expect(visitors).toEqual(Array(10).fill('200'))
  const ends = slow.slice(0, 10).map(({ answered }) => answered)
  expect(await Promise.all(ends)).toEqual(Array(10).fill('cut'))
})

test('a connection with a response in progress is not closed', async () => {
  const { count, open } = await guarded(2)
  const first = open(whole)
  const idle = open('')
  await expect.poll(count).toBe(2)
  expect(await open(whole).answered).toBe('200')
  expect([await first.answered, await idle.answered]).toEqual(['200', 'cut'])
})

test('endIdle closes unfinished requests and lets responses complete', async () => {
  const { count, endIdle, open } = await guarded(10)
  const half = open('GET / HTTP/1.1\r\nX-Slow: ')
  const asked = open(whole)
  await expect.poll(count).toBe(2)
  // Time passes: the server reads what has arrived.
  await new Promise((next) => setTimeout(next, 50))
  endIdle()
  expect(await Promise.all([half.answered, asked.answered])).toEqual(['cut', '200'])
})

test('keep-alive lasts longer than that of proxies', () => {
  const server = createServer()
  guardConnections([server], true)
  const longest = { nginx: 60_000, caddy: 120_000 }
  expect(server.keepAliveTimeout).toBeGreaterThan(Math.max(...Object.values(longest)))
})

test('a client that stops reading is disconnected, a slow one is not', async () => {
  const body = 'x'.repeat(20_000_000)
  const { count, port } = await guarded(10, { body, every: 300 })
  const [deaf, slow] = [connect(port), connect(port)]
  for (const socket of [deaf, slow]) socket.on('error', () => {}).write(whole)
  let read = 0
  for await (const chunk of slow) {
    read += chunk.length
    await pause(3)
  }
  expect(read).toBeGreaterThan(body.length)
  await expect.poll(count).toBe(0)
  deaf.destroy()
})

test('a client whose response takes long is not disconnected', async () => {
  const { open } = await guarded(10, { every: 20, delay: 400 })
  expect(await open(whole).answered).toBe('200')
})

test('a request head that never ends gets 408', async () => {
  const { open } = await guarded(10, { headersTimeout: 200, connectionsCheckingInterval: 50 })
  expect(await open('GET / HTTP/1.1\r\nX-Slow: ').answered).toBe('408')
})

test('a request head that is too large gets 431', async () => {
  const { open } = await guarded(10)
  expect(await open(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`).answered).toBe('431')
})

test.each([
  ['Max open files            65536                65536                files', 12_000],
  ['Max open files            1024                 1024                 files', 724],
  ['Max open files            unlimited            unlimited            files', 12_000],
  ['', 12_000],
])('connectionLimit follows the limit of open files: %j', (limits, most) => {
  expect(connectionLimit(`Limit  Soft Limit  Hard Limit  Units\n${limits}\n`)).toBe(most)
})
