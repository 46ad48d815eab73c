import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { formerPaths } from '#admin/paths.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { invalidHtml } from '#scripts/testing/valid-html.ts'

const journey = startJourney({ LOG_LEVEL: 'debug' })

describe('The server', () => {
  const knock = (path: string, init?: RequestInit) =>
    fetch(journey.url + path, { redirect: 'manual', ...init })

  test.each([
    ['/nobody-knows-this', 302, '/'],
    ['/backoffice/nope', 302, '/'],
    ['/backoffice/jobs/1/nope', 302, '/'],
    ['/jobs/1', 308, '/jobs/1/apply'],
    ['/jobs/', 308, '/jobs'],
    ['/page/about//?from=mail', 308, '/page/about'],
    ['/dashboard', 302, '/backoffice/dashboard'],
    ['/page/missing', 302, '/'],
    ['/_astro/missing.js', 302, '/'],
  ])('redirects %s with %i to %s', async (path, status, target) => {
    const response = await knock(path)
    expect(response.status).toBe(status)
    expect(new URL(response.headers.get('location') ?? '', journey.url).pathname).toBe(target)
  })

  test.each(Object.entries(formerPaths))(
    'redirects the former back office path %s to %s with its query',
    async (from, to) => {
      const response = await knock(`/backoffice${from}?page=2&q=a%20b`)
      expect(response.status).toBe(302)
      const { pathname, search } = new URL(response.headers.get('location') ?? '', journey.url)
      expect(pathname + search).toBe(`/backoffice${to}?page=2&q=a%20b`)
    },
  )

  test.each([
    ['/', 200],
    ['/jobs', 200],
    ['/jobs/1/apply', 200],
    ['/application/success', 200],
    ['/page/about', 200],
    ['/login', 200],
    ['/backoffice', 200],
    ['/backoffice/applications/1/edit?scroll=notes', 200],
    ['/jobs/3/apply', 410],
    ['/jobs/99999/apply', 404],
    ['/jobs/one/apply', 404],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/readyz?apply', 200],
    ['/api/nope', 404],
    ['/api/jobs', 401],
    ['/api/jobs/active', 200],
    ['/favicon.svg', 200],
    ['/nobody-knows-this', 302],
  ])('answers %s with %i and every security header', async (path, status) => {
    const { status: answered, headers } = await knock(path)
    expect(answered).toBe(status)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'|default-src 'self'/)
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('answers 410 for a closed job with a link back', async () => {
    const response = await fetch(`${journey.url}/jobs/3/apply`)
    const html = await response.text()
    expect(response.status).toBe(410)
    for (const words of ['This position is closed', 'Job not found']) expect(html).toContain(words)
    expect(html).toMatch(/href="\/jobs"[^>]*>\s*Back to Jobs/)
    // Two others as cards.
    expect(html.match(/<li class="card"/g)).toHaveLength(2)
    expect(html.match(/aria-label="Apply Now: /g)).toHaveLength(2)
  })

  test('answers 404 to a form for a job that there is not', async () => {
    const body = new FormData()
    body.set('first_name', 'Mira')
    const response = await fetch(`${journey.url}/jobs/99999/apply`, { method: 'POST', body })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Job not found')
  })

  test('answers HEAD for a page that is not cached yet', async () => {
    const agent = await knock('/jobs/2/apply', { method: 'HEAD' })
    expect([agent.status, await agent.text()]).toEqual([200, ''])
    expect((await knock('/jobs/2/apply')).status).toBe(200)
  })

  test.each([
    ['/page/..%5C..%5Cjobs%5Cactive', 302],
    ['/jobs/..%5Cpages%5Cslug%5Cabout/apply', 404],
    ['/application/%73uccess?jobId=../pages/slug/about', 200],
    ['/jobs/%E6%97%A5', 302],
    ['/jobs/x%0Ay', 302],
    ['//_image', 302],
    ['/%ff', 302],
    ['/jobs/%ff/apply', 404],
    [`/page/%${'25'.repeat(14)}41`, 302],
  ])('serves nothing else at a malformed address: %s', async (path, status) => {
    const response = await knock(path)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('for <strong>')
  })

  test.each([
    ['/page/about', 'GET, HEAD'],
    ['/jobs/1/apply', 'GET, HEAD, POST'],
  ])('answers 405 for other methods: %s allows %s', async (path, allowed) => {
    const response = await knock(path, { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed])
  })
})

describe('Unknown paths', () => {
  test.each([
    ['/nobody-knows-this', 302],
    ['/backoffice/nobody-knows-this', 302],
    ['/backoffice/jobs', 405],
    ['/favicon.svg', 405],
    ['/healthz', 405],
  ])('redirect to / for non-GET methods: %s', async (path, status) => {
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      const response = await fetch(journey.url + path, { method, redirect: 'manual' })
      expect([method, response.status]).toEqual([method, status])
      expect(response.headers.get('location')).toBe(status === 302 ? '/' : null)
    }
  })
})

describe('Unusual raw requests', () => {
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

describe('Served HTML', () => {
  // On a busy machine, validation outlasts what the server waits on an idle connection.
  const headers = { connection: 'close' }

  test.each([
    ['/', 200],
    ['/jobs', 200],
    ['/jobs?q=engineer', 200],
    ['/jobs?q=zebra', 200],
    ['/jobs/1/apply', 200],
    ['/jobs/3/apply', 410],
    ['/jobs/99999/apply', 404],
    ['/page/about', 200],
    ['/application/success?jobId=1', 200],
    ['/application', 200],
    ['/application?sent', 200],
    ['/application/unknown', 404],
    ['/application/confirm/unknown', 404],
    ['/login', 200],
    ['/forgot-password', 200],
    ['/reset-password', 200],
    ['/maintenance', 200],
    ['/backoffice', 200],
    ['/backoffice/resume-preview', 200],
  ])('is valid at %s', async (path, status) => {
    const response = await fetch(journey.url + path, { headers })
    expect(response.status).toBe(status)
    expect(await invalidHtml(await response.text())).toEqual([])
  })

  test('is valid for a form with errors without JavaScript', async () => {
    const form = new FormData()
    form.set('first_name', '"><b>')
    const response = await fetch(`${journey.url}/jobs/1/apply`, {
      method: 'POST',
      body: form,
      headers,
    })
    expect(response.status).toBe(400)
    expect(await invalidHtml(await response.text())).toEqual([])
  })
})
