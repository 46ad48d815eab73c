import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(() => w.db.delete(settings))

const site = 'https://careers.example.com'
const call = (method: string, path: string, headers: Record<string, string> = {}, host?: string) =>
  w.withToken(undefined, host ? { host } : {}).raw(path, { method, headers })

const forms = [
  ['POST', '/applications/submit'],
  ['POST', '/candidate/links'],
  ['POST', '/candidate/unknown/withdraw'],
  ['PUT', '/candidate/unknown'],
  ['PUT', '/candidate/unknown/resume'],
] as const

describe.each(forms)('%s %s', (method, path) => {
  const status = async (headers: Record<string, string>, host?: string) =>
    (await call(method, path, headers, host)).status

  test.each([
    [{}, undefined],
    [{ origin: 'http://foyer.test' }, undefined],
    [{ origin: 'https://jobs.example', host: 'jobs.example' }, undefined],
    [{ origin: 'https://jobs.example', host: '127.0.0.1:4321' }, 'jobs.example'],
    [{ 'sec-fetch-site': 'same-origin' }, undefined],
    [{ 'sec-fetch-site': 'same-site' }, undefined],
  ])('a form of our own passes: %j behind %s', async (headers, host) => {
    expect(await status(headers, host)).not.toBe(403)
  })

  test.each([
    [{ origin: 'https://evil.example' }, undefined],
    [{ origin: 'null' }, undefined],
    [{ origin: '' }, undefined],
    [{ origin: 'http://foyer.test.evil.example' }, undefined],
    [{ origin: 'https://jobs.example', host: 'jobs.example' }, 'other.example'],
    [{ 'sec-fetch-site': 'cross-site' }, undefined],
    [{ origin: 'http://foyer.test', 'sec-fetch-site': 'cross-site' }, undefined],
  ])('a form of another website gets 403: %j behind %s', async (headers, host) => {
    expect(await status(headers, host)).toBe(403)
    await w.db.insert(settings).values({ key: 'public_url', category: 'general', value: site })
    expect(await status(headers, host)).toBe(403)
  })

  test('a form of the site passes from another origin, and others still get 403', async () => {
    await w.db
      .insert(settings)
      .values({ key: 'public_url', category: 'general', value: `${site}/` })
    expect(await status({ origin: site, 'sec-fetch-site': 'cross-site' })).not.toBe(403)
    expect(await status({ origin: 'http://careers.example.com' })).toBe(403)
    expect(await status({ origin: `${site}.evil.example` })).toBe(403)
  })
})

const preflight = (path: string, origin: string) =>
  call('OPTIONS', path, { origin, 'access-control-request-method': 'PUT' })

describe('CORS', () => {
  beforeEach(async () => {
    await w.db.insert(settings).values({ key: 'public_url', category: 'general', value: site })
  })

  test.each(['/jobs', '/auth/login', '/applications/submit'])(
    '%s allows the site to send its token, and no cookies',
    async (path) => {
      const response = await preflight(path, site)
      expect(response.status).toBe(204)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': site,
        'access-control-allow-headers': 'Authorization,Content-Type,Idempotency-Key',
      })
      expect(response.headers.get('access-control-allow-credentials')).toBe(null)
    },
  )

  test('the site reads the headers of lists and downloads', async () => {
    const response = await call('GET', '/jobs/active', { origin: site })
    expect(response.headers.get('access-control-allow-origin')).toBe(site)
    expect(response.headers.get('access-control-expose-headers')).toMatch(/Link.*X-Total-Count/)
    expect(response.headers.get('vary')).toContain('Origin')
  })

  test('an error can be read by the site too', async () => {
    const response = await call('GET', '/applications', { origin: site })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      401,
      site,
    ])
  })

  test.each(['https://evil.example', 'null', `${site}.evil.example`, 'http://careers.example.com'])(
    '%s is allowed nothing',
    async (origin) => {
      const responses = [
        await preflight('/jobs', origin),
        await call('GET', '/jobs/active', { origin }),
      ]
      expect(responses.map(({ status }) => status)).toEqual([405, 200])
      for (const { headers } of responses)
        expect([...headers.keys()].join()).not.toContain('access-control')
    },
  )
})

test('PUBLIC_URL decides instead of the setting', async () => {
  const other = await world({ publicUrl: 'https://jobs.example' })
  await other.db.insert(settings).values({ key: 'public_url', category: 'general', value: site })
  const allowed = async (origin: string) =>
    (await other.visitor.raw('/jobs/active', { headers: { origin } })).headers.get(
      'access-control-allow-origin',
    )
  expect(await allowed('https://jobs.example')).toBe('https://jobs.example')
  expect(await allowed(site)).toBe(null)
  await other.remove()
})
