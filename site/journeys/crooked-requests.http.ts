import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'

describe('Unusual raw requests', () => {
  const journey = startJourney({ LOG_LEVEL: 'debug' })

  /** The status lines received until the connection ends. */
  const say = async (...requests: string[]) => {
    const { hostname, port } = new URL(journey.url)
    const socket = connect(Number(port), hostname)
    socket.write(requests.map((request) => `${request}\r\n\r\n`).join(''))
    return (await text(socket)).match(/HTTP\/1\.1 \d+/g)
  }

  test('a POST without body and Content-Length is answered', async () => {
    const statuses = await say(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json',
      'POST /api/pages/1/publish HTTP/1.1\r\nHost: x',
      'POST /jobs/1/apply HTTP/1.1\r\nHost: x\r\nConnection: close',
    )
    expect(statuses).toEqual(['HTTP/1.1 400', 'HTTP/1.1 401', 'HTTP/1.1 415'])
  })

  test('a request in absolute form gets a cached page', async () => {
    const statuses = await say(
      'GET http://x/jobs HTTP/1.1\r\nHost: x',
      'GET http://x/jobs HTTP/1.1\r\nHost: x\r\nConnection: close',
    )
    expect(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  test('a request with two Host headers gets 400', async () => {
    const statuses = await Promise.all([
      say('GET /jobs HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close'),
      say('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nHOST: y\r\nConnection: close'),
      say('GET /jobs HTTP/1.1\r\nHost: x\r\nHose: y\r\nConnection: close'),
    ])
    expect(statuses.flat()).toEqual(['HTTP/1.1 400', 'HTTP/1.1 400', 'HTTP/1.1 200'])
  })

  test('a GET that announces a body gets a cached page', async () => {
    const statuses = await say(
      'GET /jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloGET /jobs HTTP/1.1\r\nHost: x\r\nExpect: 100-continue',
      'GET /jobs HTTP/1.1\r\nHost: x\r\nConnection: close',
    )
    expect(statuses?.at(-1)).toBe('HTTP/1.1 200')
  })

  test('requests leave no query in the log and at most one line each', async () => {
    await say('GET /nobody?token=a-secret-token HTTP/1.1\r\nHost: x\r\nConnection: close')
    await expect.poll(() => journey.server.output()).toContain('"path":"/nobody"')
    const lines = journey.server.output().split('\n')
    expect(lines.filter((line) => line.includes('"path":"/nobody"'))).toHaveLength(1)
    expect(lines.join()).not.toContain('a-secret-token')
  })
})
