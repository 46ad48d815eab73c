import { describe, expect, it, vi } from 'vitest'
import { stubSite as site } from './stub-site.ts'

describe('the page cache', () => {
  it('renders a page once and serves it from memory afterwards', async () => {
    const { state, get } = await site()
    expect(await (await get('/jobs')).text()).toBe('<p>first at /jobs</p>')
    await Promise.all(Array.from({ length: 20 }, () => get('/jobs')))
    expect(state.rendered).toBe(1)
  })

  it('serves a change with the next request', async () => {
    const { get, publish } = await site()
    await get('/')
    await publish('second')
    expect(await (await get('/')).text()).toBe('<p>second at /</p>')
  })

  it('keeps warming the remaining pages after a change', async () => {
    const { state, get, publish, cache } = await site()
    const gate = Promise.withResolvers<void>()
    state.delay = () => gate.promise
    const pages = ['/', '/jobs', '/login', '/page/about', '/page/team']
    const warmed = cache.warm(pages)
    await publish('second')
    gate.resolve()
    await warmed
    await vi.waitUntil(() => state.rendered === 1 + pages.length, 30_000)
    const rendered = state.rendered
    for (const page of pages)
      expect(await (await get(page)).text()).toBe(`<p>second at ${page}</p>`)
    expect(state.rendered).toBe(rendered)
  })

  it('renders once for concurrent requests', async () => {
    const { state, get } = await site()
    state.delay = () => new Promise((resolve) => setTimeout(resolve, 30))
    const responses = await Promise.all(Array.from({ length: 20 }, () => get('/page/about')))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    expect(state.rendered).toBe(1)
  })

  it('answers 304 until the page changes', async () => {
    const { get, publish } = await site()
    const etag = (await get('/jobs')).headers.get('etag') ?? ''
    const known = { headers: { 'if-none-match': etag } }
    expect((await get('/jobs', known)).status).toBe(304)
    await publish('second')
    expect((await get('/jobs', known)).status).toBe(200)
  })

  it.each([
    ['*', 304],
    ['"other", W/"TAG", "more"', 304],
    // Some proxies strip the W/; If-None-Match uses weak comparison.
    ['"TAG"', 304],
    ['W/"other"', 200],
    ['TAG', 200],
  ])('answers If-None-Match: %s with %i', async (condition, status) => {
    const { get } = await site()
    const [, tag = ''] = /"(.*)"/.exec((await get('/jobs')).headers.get('etag') ?? '') ?? []
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'if-none-match': condition.replace('TAG', tag) }
      const response = await get('/jobs', { method, headers })
      expect([response.status, (await response.text()).length > 0]).toEqual([
        status,
        status === 200 && method === 'GET',
      ])
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(response.headers.get('cache-control')).toContain('must-revalidate')
    }
  })

  it('makes browsers revalidate and lets shared caches serve for at most ten seconds', async () => {
    const { get } = await site()
    const { headers } = await get('/jobs')
    expect(headers.get('cache-control')).toBe(
      'public, max-age=0, must-revalidate, s-maxage=5, stale-while-revalidate=5, stale-if-error=86400',
    )
    expect(headers.get('cdn-cache-control')).toMatch(/^max-age=5, /)
  })

  it('changes the ETag when only headers change', async () => {
    const { state, get, publish } = await site()
    const tag = async () => (await get('/jobs')).headers.get('etag')
    const before = await tag()
    state.headers = { 'content-security-policy': "default-src 'none'" }
    await publish('first')
    expect(await tag()).not.toBe(before)
  })

  it('drops cached pages after a write when the version cannot be read', async () => {
    const { state, get, cache } = await site()
    await get('/')
    state.sentence = 'second'
    Object.defineProperty(state, 'version', { get: () => Promise.reject(new Error('away')) })
    await expect(cache.follow({ afterWrite: true })).rejects.toThrow('away')
    expect(await (await get('/')).text()).toBe('<p>second at /</p>')
  })

  it('negotiates the content encoding', async () => {
    const { get } = await site()
    const encoding = async (accept: string) =>
      (await get('/jobs', { headers: { 'accept-encoding': accept } })).headers.get(
        'content-encoding',
      )
    await get('/jobs')
    expect(await encoding('gzip, deflate, br')).toBe('br')
    expect(await encoding('gzip')).toBe('gzip')
    expect(await encoding('br;q=0, gzip')).toBe('gzip')
    expect(await encoding('identity')).toBeNull()
    expect(await (await get('/jobs', { headers: { 'accept-encoding': 'br' } })).text()).toContain(
      'first',
    )
  })

  it('ignores unknown query parameters', async () => {
    const { state, get } = await site()
    for (let i = 0; i < 50; i++) await get(`/jobs?utm_source=${i}&x=${i}`)
    await get('/jobs?page=2')
    await get('/jobs?page=2&x=1')
    await get('/jobs?page=-1')
    expect(state.rendered).toBe(2)
  })

  it('does not cache 404s, so that a scan evicts nothing', async () => {
    const { state, get } = await site()
    state.status = 404
    await get('/jobs/99/apply')
    await get('/jobs/99/apply')
    expect(state.rendered).toBe(2)
  })

  it('serves the last good page while rendering fails', async () => {
    const { state, get, publish } = await site()
    await get('/jobs')
    state.status = 503
    await publish('second')
    const meanwhile = await get('/jobs')
    expect([meanwhile.status, await meanwhile.text()]).toEqual([200, '<p>first at /jobs</p>'])
    state.status = 200
    expect(await (await get('/jobs')).text()).toBe('<p>second at /jobs</p>')
  })

  it('never serves an unpublished page again, even when rendering fails', async () => {
    const { state, get, publish } = await site()
    await get('/page/about')
    state.status = 302
    await publish('withdrawn')
    await get('/page/about', { redirect: 'manual' })
    state.status = 503
    expect((await get('/page/about')).status).toBe(503)
  })

  it('serves the maintenance page uncached, and no older page, until maintenance ends', async () => {
    const { state, get, publish } = await site()
    await get('/jobs')
    state.status = 503
    state.maintenance = true
    await publish('back soon')
    for (let time = 0; time < 2; time++) {
      const closed = await get('/jobs')
      expect([closed.status, await closed.text()]).toEqual([503, '<p>back soon at /jobs</p>'])
    }
    // A failure during maintenance must not show an older page either.
    state.maintenance = false
    expect((await get('/jobs')).status).toBe(503)
    state.status = 200
    await publish('open')
    expect(await (await get('/jobs')).text()).toBe('<p>open at /jobs</p>')
  })

  it('does not cache an incomplete page and prefers the last complete one', async () => {
    const { state, get, publish } = await site()
    state.incomplete = true
    await get('/jobs')
    state.incomplete = false
    expect(state.rendered).toBe(1)
    await get('/jobs')
    expect(state.rendered).toBe(2)
    state.incomplete = true
    await publish('second')
    expect(await (await get('/jobs')).text()).toBe('<p>first at /jobs</p>')
  })

  it('does not cache a page with no-store', async () => {
    const { state, get } = await site()
    state.headers = { 'cache-control': 'no-store' }
    await get('/application/success?jobId=7')
    await get('/application/success?jobId=7')
    expect(state.rendered).toBe(2)
  })

  it('passes a failure on without caching it', async () => {
    const { state, get } = await site()
    state.status = 503
    expect((await get('/jobs')).status).toBe(503)
    state.status = 200
    expect((await get('/jobs')).status).toBe(200)
  })

  it('answers HEAD with headers only', async () => {
    const { get } = await site()
    const length = (await get('/jobs')).headers.get('content-length')
    const head = await get('/jobs', { method: 'HEAD' })
    expect(head.headers.get('etag')).toBeTruthy()
    expect(await head.text()).toBe('')
    expect(Number(length)).toBeGreaterThan(0)
  })
})
