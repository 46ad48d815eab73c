import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createPageCache, incomplete, maintenance } from './cache.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** A site of one sentence: what it says, how often it was rendered, and how long that takes. */
async function site() {
  const state = {
    ...{ sentence: 'first', version: 1, rendered: 0, status: 200 },
    headers: {} as Record<string, string>,
    delay: async () => {},
  }
  const cache = createPageCache({
    readVersion: async () => state.version,
    render: async (key) => {
      state.rendered++
      const { sentence, status, headers } = state
      await state.delay()
      return new Response(`<p>${sentence} at ${key}</p>`, { status, headers })
    },
  })
  await cache.follow()
  server = createServer(async (request, response) => {
    if (cache.answer(request, response)) return
    const made = await cache.make(request, response)
    if (made !== 'written') response.writeHead(made.status).end(await made.text())
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = (path: string, init?: RequestInit) => fetch(origin + path, init)
  const publish = async (sentence: string) => {
    state.sentence = sentence
    state.version++
    await cache.follow()
  }
  return { state, get, publish, cache }
}

describe('the page cache', () => {
  it('renders a page once and answers it from then on', async () => {
    const { state, get } = await site()
    expect(await (await get('/jobs')).text()).toBe('<p>first at /jobs</p>')
    await Promise.all(Array.from({ length: 20 }, () => get('/jobs')))
    expect(state.rendered).toBe(1)
  })

  it('shows a change with the next request', async () => {
    const { get, publish } = await site()
    await get('/')
    await publish('second')
    expect(await (await get('/')).text()).toBe('<p>second at /</p>')
  })

  it('renders once for many who come at the same time', async () => {
    const { state, get } = await site()
    state.delay = () => new Promise((resolve) => setTimeout(resolve, 30))
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/page/about')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(state.rendered).toBe(1)
  })

  it('never keeps nor gives a page whose rendering began before a change', async () => {
    const { state, get, publish } = await site()
    const current = async () => (await get('/')).text()
    await current()
    let stale = 0
    for (let round = 0; round < 1000; round++) {
      const gate = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      state.delay = async () => {
        state.delay = async () => {}
        begun.resolve()
        await gate.promise
      }
      await publish(`before ${round}`)
      const early = current()
      await begun.promise
      await publish(`round ${round}`)
      const expected = `<p>round ${round} at /</p>`
      // Asked while the old rendering still runs, and again once it has ended.
      if (round % 2 && (await current()) !== expected) stale++
      gate.resolve()
      await early
      if ((await current()) !== expected) stale++
    }
    expect(stale).toBe(0)
  }, 30_000)

  it('answers 304 to who has the page, and the page again after a change', async () => {
    const { get, publish } = await site()
    const etag = (await get('/jobs')).headers.get('etag') ?? ''
    const known = { headers: { 'if-none-match': etag } }
    expect((await get('/jobs', known)).status).toBe(304)
    await publish('second')
    expect((await get('/jobs', known)).status).toBe(200)
  })

  it('speaks the encoding that the browser asks for', async () => {
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

  it('knows one page under any number of random queries', async () => {
    const { state, get } = await site()
    for (let i = 0; i < 50; i++) await get(`/jobs?utm_source=${i}&x=${i}`)
    await get('/jobs?page=2')
    await get('/jobs?page=2&x=1')
    await get('/jobs?page=-1')
    expect(state.rendered).toBe(2)
  })

  it('keeps no page that is missing, so that a scan does not push out the real ones', async () => {
    const { state, get } = await site()
    state.status = 404
    await get('/jobs/99/apply')
    await get('/jobs/99/apply')
    expect(state.rendered).toBe(2)
  })

  it('gives the last good page while it cannot be rendered, and the true one afterwards', async () => {
    const { state, get, publish } = await site()
    await get('/jobs')
    state.status = 503
    await publish('second')
    const meanwhile = await get('/jobs')
    expect([meanwhile.status, await meanwhile.text()]).toEqual([200, '<p>first at /jobs</p>'])
    state.status = 200
    expect(await (await get('/jobs')).text()).toBe('<p>second at /jobs</p>')
  })

  it('never brings back what was withdrawn, however late the failure', async () => {
    const { state, get, publish } = await site()
    await get('/page/about')
    state.status = 302
    await publish('withdrawn')
    await get('/page/about', { redirect: 'manual' })
    state.status = 503
    expect((await get('/page/about')).status).toBe(503)
  })

  it('says that there is maintenance, with no page of before and none kept, until it is over', async () => {
    const { state, get, publish } = await site()
    await get('/jobs')
    state.status = 503
    state.headers = { [maintenance]: 'yes' }
    await publish('back soon')
    for (let time = 0; time < 2; time++) {
      const closed = await get('/jobs')
      expect([closed.status, await closed.text()]).toEqual([503, '<p>back soon at /jobs</p>'])
    }
    // A failure during the maintenance must not show what was withdrawn either.
    state.headers = {}
    expect((await get('/jobs')).status).toBe(503)
    state.status = 200
    await publish('open')
    expect(await (await get('/jobs')).text()).toBe('<p>open at /jobs</p>')
  })

  it('keeps no page that lacks something, and prefers the last whole one', async () => {
    const { state, get, publish } = await site()
    state.headers = { [incomplete]: 'yes' }
    await get('/jobs')
    state.headers = {}
    expect(state.rendered).toBe(1)
    await get('/jobs')
    expect(state.rendered).toBe(2)
    state.headers = { [incomplete]: 'yes' }
    await publish('second')
    expect(await (await get('/jobs')).text()).toBe('<p>first at /jobs</p>')
  })

  it('keeps nothing that says it is not to be kept', async () => {
    const { state, get } = await site()
    state.headers = { 'cache-control': 'no-store' }
    await get('/application/success?jobId=7')
    await get('/application/success?jobId=7')
    expect(state.rendered).toBe(2)
  })

  it('tells a failure as one, and does not keep it', async () => {
    const { state, get } = await site()
    state.status = 503
    expect((await get('/jobs')).status).toBe(503)
    state.status = 200
    expect((await get('/jobs')).status).toBe(200)
  })

  it('answers HEAD with the headers alone', async () => {
    const { get } = await site()
    const length = (await get('/jobs')).headers.get('content-length')
    const head = await get('/jobs', { method: 'HEAD' })
    expect(head.headers.get('etag')).toBeTruthy()
    expect(await head.text()).toBe('')
    expect(Number(length)).toBeGreaterThan(0)
  })
})
