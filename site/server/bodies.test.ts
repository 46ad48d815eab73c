import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { watchBodies } from './bodies.ts'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

const echo = async (request: IncomingMessage, response: ServerResponse) => {
  const body = await text(request).catch(() => 'broken')
  if (!response.headersSent) response.end(body)
}

/** A server with `watchBodies`, and a way to send it a body bit by bit. */
async function watched(limits: Parameters<typeof watchBodies>[0], answer = echo) {
  const bodies = watchBodies({ everyMs: 20, ...limits })
  const server = createServer((request, response) => {
    if (bodies.admit(request, response)) void answer(request, response)
  })
  endings.push(
    bodies.stop,
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const begin = (length: number) => {
    const socket: Socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
    )
    const answered = text(socket).then((all) => all.slice(9, 12) || 'cut')
    return { socket, answered }
  }
  return { bodies, begin }
}

test('a stalled upload gets 408 after the timeout', async () => {
  const { bodies, begin } = await watched({ patienceMs: 150 })
  const { socket, answered } = begin(100)
  socket.write('half')
  expect(await answered).toBe('408')
  expect([bodies.count(), bodies.dismissed()]).toEqual([0, 1])
})

test('an upload of a few bytes per second gets 408', async () => {
  const { bodies, begin } = await watched({ patienceMs: 150, rate: 1 })
  const { socket, answered } = begin(10_000)
  const drip = setInterval(() => socket.write('x'), 10)
  // A byte that arrives after the answer may break the connection before the answer is read.
  expect(await answered).toMatch(/^(408|cut)$/)
  clearInterval(drip)
  expect(bodies.dismissed()).toBe(1)
})

test('a slow but steady upload can take much longer than the timeout', async () => {
  const { begin } = await watched({ patienceMs: 500, rate: 1 })
  const { socket, answered } = begin(3_600)
  for (let part = 0; part < 12; part++) {
    socket.write('x'.repeat(300))
    // Time passes: the upload is slow but steady.
    await pause(80)
  }
  expect(await answered).toBe('200')
})

test('an upload does not time out while the server is not reading', async () => {
  const { begin } = await watched({ patienceMs: 300 }, async (request, response) => {
    // Time passes: the server does not read.
    await pause(900)
    response.end(String((await text(request)).length))
  })
  const { socket, answered } = begin(500_000)
  socket.write('x'.repeat(500_000))
  expect(await answered).toBe('200')
})

test('at the limit the slowest upload is dropped, unless all have just begun', async () => {
  const { bodies, begin } = await watched({ maxSenders: 2 })
  const slow = begin(1_000)
  const quick = begin(1_000)
  quick.socket.write('x'.repeat(900))
  await expect.poll(bodies.count).toBe(2)
  expect(await begin(10).answered).toBe('503')
  // Time passes: an upload that has just begun is not slow.
  await pause(1_100)
  const third = begin(10)
  expect(await slow.answered).toBe('408')
  third.socket.write('0123456789')
  quick.socket.write('x'.repeat(100))
  expect(await Promise.all([third.answered, quick.answered])).toEqual(['200', '200'])
})
