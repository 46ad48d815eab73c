import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'

describe('Response headers', () => {
  let folder = ''
  let server: RunningServer
  let token = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-headers-'))
    server = await startServer({ folder, env: { RATE_LIMITS: 'off', TRUST_PROXY: 'true' } })
    token = (await signIn(server.url)).token
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(server.url + path, { redirect: 'manual', ...init })
  const staff = () => ({ authorization: `Bearer ${token}` })
  const post = (body: string, type: string) => ({
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })

  /** The headers that a response lacks or has wrong. */
  function errorsOf({ headers }: Response) {
    const expected: Record<string, RegExp> = {
      'content-security-policy': /default-src '(none|self)'.*frame-ancestors 'none'/,
      'x-content-type-options': /^nosniff$/,
      'x-frame-options': /^DENY$/,
      'referrer-policy': /^strict-origin-when-cross-origin$/,
      'cross-origin-opener-policy': /^same-origin$/,
      'cross-origin-resource-policy': /^same-origin$/,
      'permissions-policy': /camera=\(\)/,
    }
    const policy = headers.get('content-security-policy') ?? ''
    return [
      ...Object.keys(expected).filter((name) => !expected[name]?.test(headers.get(name) ?? '')),
      ...(/unsafe-|\*/.test(policy) ? [policy] : []),
      ...(headers.has('strict-transport-security') ? ['sent without TLS'] : []),
    ]
  }

  const kinds: [string, number, () => Promise<Response>][] = [
    ['a page', 200, () => ask('/')],
    ['a page that is kept', 200, () => ask('/jobs')],
    ['the head of a page', 200, () => ask('/jobs', { method: 'HEAD' })],
    ['a page that is known', 304, () => ask('/', { headers: { 'if-none-match': '*' } })],
    ['the sign-in', 200, () => ask('/login')],
    ['the back office', 200, () => ask('/backoffice/applications/1')],
    ['a closed job', 410, () => ask('/jobs/3/apply')],
    ['an unknown job', 404, () => ask('/jobs/99999/apply')],
    ['a redirect', 302, () => ask('/nobody-knows-this')],
    ['a lasting redirect', 308, () => ask('/jobs/1')],
    ['a feed', 200, () => ask('/feed.xml')],
    ['a text', 200, () => ask('/robots.txt')],
    ['an asset', 200, () => ask('/favicon.svg')],
    ['a page that is written to', 405, () => ask('/page/about', { method: 'DELETE' })],
    ['a body that is not a form', 415, () => ask('/jobs/1/apply', post('x', 'text/plain'))],
    ['the health', 200, () => ask('/healthz')],
    ['the api', 200, () => ask('/api/jobs/active')],
    ['the api, private', 200, () => ask('/api/applications', { headers: staff() })],
    ['a resume', 200, () => ask('/api/applications/1/resume', { headers: staff() })],
    ['the api to a stranger', 401, () => ask('/api/applications')],
    ['no such call', 404, () => ask('/api/nope')],
    ['a wrong call', 400, () => ask('/api/auth/login', post('{', 'application/json'))],
    ['a call of another type', 415, () => ask('/api/auth/login', post('x', 'text/plain'))],
    [
      'a call that is too large',
      413,
      () =>
        ask('/api/auth/login', post(JSON.stringify({ x: 'x'.repeat(1e6) }), 'application/json')),
    ],
    ['a preflight from elsewhere', 405, () => ask('/api/jobs/active', { method: 'OPTIONS' })],
  ]

  test.each(kinds)('include every security header: %s (%i)', async (_, status, answer) => {
    const response = await answer()
    expect(response.status).toBe(status)
    expect(errorsOf(response)).toEqual([])
    expect(response.headers.get('access-control-allow-origin')).toBe(null)
    // nginx answers 502 to headers of more than 4 KB.
    expect([...response.headers].join('\r\n').length).toBeLessThan(3500)
  })

  test.each<[string, number, string, RequestInit]>([
    ['/jobs.json', 200, 'application/json', {}],
    ['/jobs.json', 304, '', { headers: { 'if-none-match': '*' } }],
    ['/jobs.json', 204, '', { method: 'OPTIONS' }],
    ['/embed.js', 200, 'text/javascript; charset=utf-8', {}],
  ])('let other websites read %s (%i)', async (path, status, type, init) => {
    const response = await ask(path, init as { headers: Record<string, string> })
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('content-type') ?? '').toBe(type)
    expect(errorsOf(response)).toEqual(['cross-origin-resource-policy'])
  })

  test.each(['/feed.xml', '/jobs.json', '/embed.js'])(
    'let caches keep %s like a page',
    async (path) => {
      const { headers } = await ask(path, { headers: { 'accept-encoding': 'br' } })
      expect(headers.get('content-encoding')).toBe('br')
      expect(headers.get('cache-control')).toContain('s-maxage=5')
      const known = { 'if-none-match': headers.get('etag') ?? '' }
      expect((await ask(path, { headers: known })).status).toBe(304)
    },
  )

  test.each(['/', '/jobs/3/apply', '/jobs/99999/apply', '/backoffice', '/login'])(
    'declare the charset: %s',
    async (path) => {
      expect((await ask(path)).headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )

  test.each([
    ['/backoffice', 'no-store'],
    ['/api/applications', 'no-store'],
    ['/api/applications/1/resume', 'no-store'],
    ['/api/auth/profile', 'no-store'],
  ])('forbid caching of private responses: %s', async (path, control) => {
    expect((await ask(path, { headers: staff() })).headers.get('cache-control')).toBe(control)
  })

  test('include HSTS only over TLS', async () => {
    const secure = { headers: { 'x-forwarded-proto': 'https' } }
    for (const path of ['/', '/', '/nobody-knows-this', '/login', '/api/jobs/active', '/healthz'])
      expect((await ask(path, secure)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      )
    expect(errorsOf(await ask('/'))).toEqual([])
    const known = await ask('/', { headers: { ...secure.headers, 'if-none-match': '*' } })
    expect([known.status, known.headers.has('strict-transport-security')]).toEqual([304, true])
  })

  test('do not echo the forwarded host', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'jobs.example.com' }
    for (const path of ['/sitemap.xml', '/robots.txt', '/feed.xml', '/jobs.xml'])
      expect(await (await ask(path, { headers })).text()).not.toContain('jobs.example.com')
  })

  test('require Trusted Types in the back office, with two policies', async () => {
    const policy = (await ask('/backoffice')).headers.get('content-security-policy')
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain('trusted-types foyer ProseMirrorClipboard;')
  })

  test('sandbox the frame for resumes, which only the back office can embed', async () => {
    const { headers } = await ask('/backoffice/resume-preview')
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none';/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toMatch(/'unsafe-|allow-same-origin/)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  test('let nothing be submitted in the preview of the application form', async () => {
    const { headers } = await ask('/backoffice/form-preview')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("form-action 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain("'unsafe-")
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  test.each(['?scheme=light', '?scheme=dark', '?as=home&scheme=light', '?as=job&scheme=light'])(
    'let no script run in the canvas, nor be made, nor a form be sent: %s',
    async (query) => {
      const answer = await ask(`/backoffice/page-canvas${query}`)
      const policy = answer.headers.get('content-security-policy') ?? ''
      const directives = policy.split(';').map((one) => one.trim())
      for (const directive of [
        "default-src 'self'",
        "script-src 'none'",
        "connect-src 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ])
        expect(directives).toContain(directive)
      expect(policy).not.toContain("'unsafe-")
      // The first of a kind counts: none may come twice.
      const names = directives.map((one) => one.split(' ')[0])
      expect(new Set(names).size).toBe(names.length)
      expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const html = await answer.text()
      expect(html).not.toMatch(/<script|<form|\son\w+=|\sstyle=/)
      expect(html).toMatch(/<div class="rich-text[^"]*"[^>]*>\s*<\/div>/)
    },
  )

  test.each<[string, Record<string, string>, string]>([
    ['directly', {}, 'server'],
    [
      'behind a proxy',
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'jobs.example.com:8443' },
      'https://jobs.example.com:8443',
    ],
    ['under a host that is no host', { 'x-forwarded-host': 'x; script-src *' }, 'none'],
    ['under a wildcard', { 'x-forwarded-host': '*.example.com' }, 'none'],
  ])(
    'name the host in the policy of the resume frame, for WebKit: %s',
    async (_, headers, expected) => {
      const answer = await ask('/backoffice/resume-preview', { headers })
      const policy = answer.headers.get('content-security-policy') ?? ''
      const named = expected === 'server' ? server.url : expected
      const sources = expected === 'none' ? "'self'" : `'self' ${named}`
      expect(policy).toContain(`; script-src ${sources} 'wasm-unsafe-eval';`)
      const files = expected === 'none' ? "'self'" : `${named}/_astro/`
      expect(policy).toContain(`; connect-src ${files};`)
      expect(policy).toMatch(new RegExp(`; frame-ancestors ${sources}$`))
    },
  )

  test('include every security header during maintenance', async () => {
    const change = { value: 'true' }
    const turnOn = await ask('/api/settings/key/maintenance_mode', {
      method: 'PUT',
      body: JSON.stringify(change),
      headers: { ...staff(), 'content-type': 'application/json' },
    })
    expect(turnOn.status).toBe(200)
    const page = await ask('/jobs')
    expect([page.status, errorsOf(page)]).toEqual([503, []])
    const json = await ask('/jobs.json')
    expect([json.status, json.headers.get('access-control-allow-origin')]).toEqual([503, '*'])
    expect(await json.json()).toEqual({ error: "We'll be back soon" })
    expect((await ask('/alerts')).status).toBe(503)
    // The page of a link stays, and knows no such link.
    expect((await ask(`/alerts/${'x'.repeat(43)}`)).status).toBe(404)
    const form = { method: 'POST', body: new FormData() }
    for (const path of ['/api/applications/submit', '/jobs/1/apply'])
      expect((await ask(path, form)).headers.get('retry-after')).toBe('300')
  })
})
