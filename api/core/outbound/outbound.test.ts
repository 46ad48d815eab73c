import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tlsServer } from '#scripts/testing/tls-server.ts'
import { isPublic } from './addresses.ts'
import { createOutbound, OutboundError, type OutboundRequest } from './outbound.ts'

let server: Awaited<ReturnType<typeof tlsServer>>
let answer: RequestListener
let requests: IncomingMessage[] = []

beforeAll(async () => {
  server = await tlsServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
})
afterAll(() => server.close())

const says =
  (status: number, body = '', headers = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

const get: Omit<OutboundRequest, 'url'> = { method: 'GET', maxBytes: 1_000, timeoutMs: 20_000 }

const outbound = (more: Partial<Parameters<typeof createOutbound>[0]> = {}) =>
  createOutbound({ allowedHosts: [server.host], ca: server.ca, ...more })

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (error instanceof OutboundError ? error.reason : error),
  )

describe('isPublic', () => {
  test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::5'])('%s is', (ip) => {
    expect(isPublic(ip)).toBe(true)
  })
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:1.1.1.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
  ])('%s is not', (ip) => {
    expect(isPublic(ip)).toBe(false)
  })
})

describe('check', () => {
  test.each([
    ['https://hooks.example.com/a?b=c', undefined],
    ['http://hooks.example.com/', 'address'],
    ['ftp://hooks.example.com/', 'address'],
    ['hooks.example.com', 'address'],
    ['https://', 'address'],
    ['https:hooks.example.com', 'address'],
    ['https:/hooks.example.com/', 'address'],
    [' https://hooks.example.com/', 'address'],
    ['https://me@hooks.example.com/', 'address'],
    ['https://:secret@hooks.example.com/', 'address'],
    ['https://hooks.example.com:8443/', 'address'],
    [`https://hooks.example.com/${'a'.repeat(2_000)}`, 'address'],
    ['https://10.0.0.1/', 'inside'],
    ['https://2130706433/', 'inside'],
    ['https://0x7f.1/', 'inside'],
    ['https://017700000001/', 'inside'],
    ['https://[::1]/', 'inside'],
    ['https://[::ffff:127.0.0.1]/', 'inside'],
    ['https://localhost/', 'inside'],
    ['https://LOCALHOST./', 'inside'],
    ['https://a.localhost:444/', 'inside'],
    ['https://1.1.1.1/', undefined],
  ])('%s: %s', (url, reason) => {
    expect(createOutbound({ allowedHosts: [] }).check(url)?.reason).toBe(reason)
  })

  test.each([
    ['https://hr.lan:8443/', undefined],
    ['https://hr.lan/', undefined],
    ['https://[fd00::1]:8443/', undefined],
    ['https://[fd00::1]:8444/', 'inside'],
    ['https://10.0.0.1/', undefined],
    ['https://10.0.0.1:444/', 'inside'],
    ['http://hr.lan/', 'address'],
  ])('with allowed hosts, %s: %s', (url, reason) => {
    const { check } = createOutbound({ allowedHosts: ['HR.lan', '[fd00::1]:8443', '10.0.0.1:443'] })
    expect(check(url)?.reason).toBe(reason)
  })
})

describe('send', () => {
  test('sends method, headers and body, and returns status, headers and body', async () => {
    let body = ''
    answer = async (request, response) => {
      for await (const chunk of request) body += chunk
      response.writeHead(201, { 'x-a': 'b' }).end('done')
    }
    requests = []
    const response = await outbound().send({
      ...get,
      url: `${server.url}/path?a=b#c`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '"é"',
    })
    expect(response).toMatchObject({ status: 201, headers: { 'x-a': 'b' } })
    expect(response.body.toString()).toBe('done')
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/path?a=b' })
    expect(requests[0]?.headers).toMatchObject({
      host: server.host,
      'content-length': '4',
      'content-type': 'application/json',
      connection: 'close',
    })
    expect(body).toBe('"é"')
  })

  test('does not follow redirects', async () => {
    requests = []
    answer = says(302, '', { location: `${server.url}/elsewhere` })
    expect(await outbound().send({ ...get, url: `${server.url}/here` })).toMatchObject({
      status: 302,
    })
    expect(requests).toHaveLength(1)
  })

  test('refuses a name with one address inside among public ones, without connecting', async () => {
    requests = []
    const work = outbound({
      allowedHosts: [],
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    }).send({ ...get, url: 'https://hooks.example.com/' })
    expect(await reasonOf(work)).toBe('inside')
  })

  test('resolves once and connects to that address, whatever the name resolves to later', async () => {
    answer = says(200)
    requests = []
    let looks = 0
    const { send } = outbound({
      resolve: async () => [{ address: looks++ ? '10.0.0.1' : '127.0.0.1', family: 4 }],
    })
    expect(await send({ ...get, url: server.url })).toMatchObject({ status: 200 })
    expect(looks).toBe(1)
    expect(requests).toHaveLength(1)
  })

  test('checks the address anew each time', async () => {
    let looks = 0
    const { send } = outbound({
      allowedHosts: [],
      resolve: async () => {
        if (looks++) return [{ address: '10.0.0.1', family: 4 }]
        throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
      },
    })
    const request = { ...get, url: 'https://hooks.example.com/' }
    expect(await reasonOf(send(request))).toBe('not_found')
    expect(await reasonOf(send(request))).toBe('inside')
  })

  test('refuses a certificate by an unknown authority', async () => {
    requests = []
    const { send } = createOutbound({ allowedHosts: [server.host] })
    expect(await reasonOf(send({ ...get, url: server.url }))).toBe('certificate')
    expect(requests).toHaveLength(0)
  })

  test('refuses a certificate for another name', async () => {
    const { send } = outbound({
      allowedHosts: ['other.lan'],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const work = send({ ...get, url: `https://other.lan:${server.port}/` })
    expect(await reasonOf(work)).toBe('certificate')
  })

  test('refuses a server that does not speak TLS', async () => {
    const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')).listen(0)
    await once(plain, 'listening')
    const { port } = plain.address() as { port: number }
    const { send } = outbound({ allowedHosts: ['localhost'] })
    expect(await reasonOf(send({ ...get, url: `https://localhost:${port}/` }))).toBe('certificate')
    plain.close()
  })

  test('says when nothing listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as { port: number }
    await new Promise((resolve) => closed.close(resolve))
    const { send } = outbound({ allowedHosts: ['127.0.0.1'] })
    expect(await reasonOf(send({ ...get, url: `https://127.0.0.1:${port}/` }))).toBe('refused')
  })

  test('an announced body above maxBytes is an error', async () => {
    answer = says(200, 'a'.repeat(1_001))
    expect(await reasonOf(outbound().send({ ...get, url: server.url }))).toBe('too_large')
  })

  test('stops reading an endless body at maxBytes', async () => {
    let written = 0
    let isOver: Promise<unknown> | undefined
    answer = (_request, response) => {
      isOver = once(response, 'close')
      response.writeHead(200)
      const write = () => {
        while (!response.destroyed && written < 100_000_000) {
          written += 65_536
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', write)
        }
      }
      write()
    }
    expect(await reasonOf(outbound().send({ ...get, url: server.url }))).toBe('too_large')
    await isOver
    expect(written).toBeLessThan(100_000_000)
    const cut = await outbound().send({ ...get, url: server.url, isPartEnough: true })
    expect(cut).toMatchObject({ status: 200 })
    expect(cut.body).toHaveLength(1_000)
  })

  test('with maxBytes 0 a part is enough once the headers are there', async () => {
    answer = (_request, response) => response.writeHead(204).flushHeaders()
    const request = { ...get, url: server.url, maxBytes: 0, isPartEnough: true }
    expect(await outbound().send(request)).toMatchObject({ status: 204, body: Buffer.alloc(0) })
    answer = (_request, response) => void response.writeHead(200).write('and then it hangs')
    expect(await outbound().send(request)).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  })

  test('returns the part that arrived before the deadline', async () => {
    answer = (_request, response) => void response.writeHead(200).write('part')
    // Long enough for the headers on a busy machine.
    const request = { ...get, url: server.url, timeoutMs: 3_000, isPartEnough: true }
    expect(String((await outbound().send(request)).body)).toBe('part')
  })

  test.each<[string, RequestListener]>([
    ['never answers', () => {}],
    [
      'sends a byte now and then',
      (_request, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('.'), 5)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('gives up at the deadline when the server %s', async (_title, listener) => {
    answer = listener
    const work = outbound().send({ ...get, url: server.url, maxBytes: 1e6, timeoutMs: 300 })
    expect(await reasonOf(work)).toBe('timeout')
  })

  test('the deadline holds for a name server that hangs, and for a TLS handshake', async () => {
    const hangs = outbound({ allowedHosts: [], resolve: () => new Promise(() => {}) })
    const request = { ...get, timeoutMs: 50 }
    expect(await reasonOf(hangs.send({ ...request, url: 'https://a.example/' }))).toBe('timeout')
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const { send } = outbound({ allowedHosts: ['127.0.0.1'] })
    expect(await reasonOf(send({ ...request, url: `https://127.0.0.1:${port}/` }))).toBe('timeout')
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test('a server that switches protocols has not answered', async () => {
    answer = ({ socket }) =>
      void socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
      )
    for (const isPartEnough of [false, true])
      expect(await reasonOf(outbound().send({ ...get, url: server.url, isPartEnough }))).toBe(
        'broken',
      )
  })

  test('stops with the signal', async () => {
    const stopping = new AbortController()
    answer = () => stopping.abort()
    const work = outbound().send({ ...get, url: server.url, signal: stopping.signal })
    expect(await reasonOf(work)).toBe('aborted')
  })

  test('says when the connection was lost', async () => {
    answer = ({ socket }) => socket.destroy()
    expect(await reasonOf(outbound().send({ ...get, url: server.url }))).toBe('broken')
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half')
      setImmediate(() => response.destroy())
    }
    expect(await reasonOf(outbound().send({ ...get, url: server.url }))).toBe('broken')
  })
})
