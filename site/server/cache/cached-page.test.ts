import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { transportSecurity } from '../security-headers.ts'
import { createCachedPage, sendPage } from './cached-page.ts'
import { stubSite } from './stub-site.ts'

/** Sends raw bytes and collects what arrives until nothing has arrived for three times 20 ms. */
async function say(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  const packets: Buffer[] = []
  let ended = false
  socket.on('data', (packet) => void packets.push(packet))
  socket.on('end', () => {
    ended = true
  })
  await once(socket, 'connect')
  socket.write(text)
  for (let tries = 0; !packets.length && !ended && tries < 1000; tries++) await pause(5)
  for (let quiet = 0, seen = packets.length; quiet < 3 && !ended; seen = packets.length) {
    // Time passes: more packets may arrive. Not once 60 ms, which a busy machine may leave out.
    await pause(20)
    quiet = seen === packets.length ? quiet + 1 : 0
  }
  socket.destroy()
  return { ended, text: Buffer.concat(packets).toString('latin1') }
}

const get = (more = '', version = '1.1') => `GET /jobs HTTP/${version}\r\nHost: x\r\n${more}\r\n`
const page = '<p>first at /jobs</p>'

async function warmSite() {
  const site = await stubSite()
  await site.get('/jobs')
  return site
}

describe('a cached page on the wire', () => {
  it('is sent with length, date and body, and keeps the connection open', async () => {
    const { port } = await warmSite()
    const before = Date.now()
    const { text, ended } = await say(port, get())
    const [head = '', body] = text.split('\r\n\r\n')
    expect(body).toBe(page)
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(head).toContain(`content-length: ${page.length}\r\n`)
    const [, date = ''] = /\r\nDate: (.*? GMT)\r\n/.exec(head) ?? []
    // A clock of whole seconds, which may be a second late.
    expect(Date.parse(date)).toBeGreaterThan(before - 2500)
    expect(Date.parse(date)).toBeLessThan(Date.now() + 2500)
    expect(ended).toBe(false)
  })

  it('has the date of sending, not of rendering', async () => {
    const { port } = await warmSite()
    const date = async () => /Date: (.*)\r/.exec((await say(port, get())).text)?.[1]
    const before = await date()
    await expect.poll(date).not.toBe(before)
  })

  it('answers pipelined requests in order', async () => {
    const { port } = await warmSite()
    const asked = get() + get('If-None-Match: *\r\n') + get('Accept-Encoding: gzip\r\n') + get()
    const { text } = await say(port, asked)
    expect(text.match(/HTTP\/1\.1 (200|304)/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 304',
      'HTTP/1.1 200',
      'HTTP/1.1 200',
    ])
    const [, zipped = ''] = /encoding: gzip[\s\S]*?\r\n\r\n([\s\S]*?)HTTP\/1\.1/.exec(text) ?? []
    expect(String(gunzipSync(Buffer.from(zipped, 'latin1')))).toBe(page)
  })

  it.each([
    ['Connection: close\r\n', '1.1'],
    ['', '1.0'],
  ])('closes the connection on request (%j, HTTP/%s)', async (more, version) => {
    const { port } = await warmSite()
    const { text, ended } = await say(port, get(more, version))
    expect(ended).toBe(true)
    expect(text).toMatch(/connection: close/i)
    expect(text.endsWith(`\r\n\r\n${page}`)).toBe(true)
  })

  it('keeps an HTTP/1.0 connection open on request', async () => {
    const { port } = await warmSite()
    const { text, ended } = await say(port, get('Connection: keep-alive\r\n', '1.0'))
    expect(ended).toBe(false)
    expect(text).toMatch(/connection: keep-alive/i)
  })

  it('is complete when it is long', async () => {
    const { state, publish, get: ask } = await warmSite()
    const long = 'ä'.repeat(200_000)
    state.sentence = long
    await publish(long)
    for (let time = 0; time < 2; time++)
      expect(
        await (await ask('/jobs', { headers: { 'accept-encoding': 'identity' } })).text(),
      ).toBe(`<p>${long} at /jobs</p>`)
  })

  it('has no body for HEAD', async () => {
    const { port } = await warmSite()
    const { text } = await say(port, get().replace('GET', 'HEAD') + get())
    expect(text.split(page)).toHaveLength(2)
    expect(text.match(/content-length: 21/g)).toHaveLength(2)
  })
})

test('a cached page keeps a header that was set before, such as Strict-Transport-Security', async () => {
  const cached = await createCachedPage(new Response('hello'), 1)
  const server = createServer((request, response) => {
    response.setHeader(...transportSecurity)
    sendPage(cached, request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(headers.get(transportSecurity[0])).toBe(transportSecurity[1])
  expect(headers.get('vary')).toBe('Accept-Encoding')
  server.close()
})
