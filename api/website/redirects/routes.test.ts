import { readdirSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEvents, redirects } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'
import { isServed, pathOf } from './contract.ts'
import { startRedirects } from './lookup.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(async () => {
  await w.db.delete(redirects)
})

const put = async (json: unknown, as: 'pam' | 'ada' = 'pam', etag?: string) => {
  const headers = { 'content-type': 'application/json', ...(etag && { 'if-match': etag }) }
  const body = JSON.stringify(json)
  return w.read(await (await w.as(as)).raw('/redirects', { method: 'PUT', headers, body }))
}
const read = async () => (await w.as('pam')).get('/redirects')
const none = { hits: 0, last_hit_on: null }

describe('The list of redirects', () => {
  test('is replaced as a whole; those that stay keep their hits', async () => {
    await put([
      { from: '/careers.html', to: '/jobs' },
      { from: '/old/', to: '/page/about?a=1#team' },
    ])
    await w.db.update(redirects).set({ hits: 7 })
    const { status, body } = await put([
      { from: '/careers.html', to: '/jobs', hits: 2 },
      { from: '/old', to: '/page/日本' },
      { from: '/über uns'.replace(' ', '-'), to: '/' },
    ])
    expect([status, body]).toEqual([
      200,
      [
        { from: '/%C3%BCber-uns', to: '/', ...none },
        { from: '/careers.html', to: '/jobs', hits: 7, last_hit_on: null },
        { from: '/old', to: '/page/%E6%97%A5%E6%9C%AC', ...none },
      ],
    ])
    expect((await read()).body).toEqual(body)
  })

  test('that someone else has changed since is not overwritten', async () => {
    const { headers } = await put([{ from: '/a', to: '/jobs' }])
    const etag = String(headers.get('etag'))
    expect((await read()).headers.get('etag')).toBe(etag)
    expect((await put([{ from: '/b', to: '/jobs' }], 'pam', etag)).status).toBe(200)
    const stale = await put([], 'pam', etag)
    expect(stale).toMatchObject({ status: 409, body: { current: [{ from: '/b' }] } })
    expect((await read()).body).toHaveLength(1)
  })

  test.each<[string, object, string]>([
    ['no path', { from: 'careers', to: '/jobs' }, 'from'],
    ['another host', { from: '//x.org/a', to: '/jobs' }, 'from'],
    ['a backslash', { from: '/\\x.org', to: '/jobs' }, 'from'],
    ['a query', { from: '/a?b=1', to: '/jobs' }, 'from'],
    ['Home', { from: '/', to: '/jobs' }, 'from'],
    ['a page of Foyer', { from: '/jobs', to: '/' }, 'from'],
    ['below a page of Foyer', { from: '/page/x', to: '/' }, 'from'],
    ['a path that becomes one', { from: '/x/../API/jobs', to: '/' }, 'from'],
    ['the back office', { from: '/backoffice/login', to: '/' }, 'from'],
    ['no new address', { from: '/a', to: '' }, 'to'],
    ['a new address without /', { from: '/a', to: 'jobs' }, 'to'],
    ['two slashes', { from: '/a', to: '//evil.example' }, 'to'],
    ['a backslash in it', { from: '/a', to: '/\\evil.example' }, 'to'],
    ['a script', { from: '/a', to: 'javascript:alert(1)' }, 'to'],
    ['plain http', { from: '/a', to: 'http://x.org' }, 'to'],
    ['a path that becomes another host', { from: '/a', to: '/..//evil.example' }, 'to'],
    ['a name before the host', { from: '/a', to: 'https://a@evil.example/' }, 'to'],
    ['a line break', { from: '/a', to: '/b\r\nSet-Cookie: a=b' }, 'to'],
    ['itself', { from: '/a', to: '/a#b' }, 'to'],
    ['itself in full', { from: '/a', to: 'http://localhost:4321/a' }, 'to'],
    ['too long', { from: `/${'a'.repeat(500)}`, to: '/' }, 'from'],
  ])('refuses %s', async (_, redirect, field) => {
    const { status, body } = await put([{ from: '/fine', to: '/jobs' }, redirect], 'ada')
    expect([status, body.details[0].path]).toEqual([400, [1, field]])
    expect((await read()).body).toEqual([])
  })

  test('refuses loops, addresses that are there twice, and too many', async () => {
    const loop = await put([
      { from: '/a', to: '/b' },
      { from: '/b', to: '/c' },
      { from: '/c', to: '/a' },
    ])
    expect([loop.status, loop.body.details[0]]).toEqual([
      400,
      { path: [0, 'to'], message: 'This leads back to the same address' },
    ])
    const twice = await put([
      { from: '/a', to: '/b' },
      { from: '/a/', to: '/c' },
    ])
    expect([twice.status, twice.body.details[0].path]).toEqual([400, [1, 'from']])
    const many = Array.from({ length: 2001 }, (_, n) => ({ from: `/${n}`, to: '/' }))
    expect((await put(many)).status).toBe(400)
    expect((await put(many.slice(1))).status).toBe(200)
  })

  test('leads to other sites only where an admin has said so', async () => {
    const elsewhere = { from: '/shop', to: 'https://shop.example.org/a?b=1' }
    const refused = await put([elsewhere])
    expect([refused.status, refused.body.details]).toEqual([
      403,
      [
        {
          path: [0, 'to'],
          message: 'Only administrators can lead visitors to another site',
        },
      ],
    ])
    expect((await put([elsewhere], 'ada')).status).toBe(200)
    expect((await put([elsewhere, { from: '/a', to: '/' }])).status).toBe(200)
    expect((await put([{ ...elsewhere, to: 'https://evil.example' }])).status).toBe(403)
  })

  test('is downloaded as CSV, and both are in the activity log', async () => {
    await put([{ from: '/a', to: '/jobs' }])
    const { headers, body } = await (await w.as('pam')).get('/redirects/export.csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(body).toBe('"from","to","hits","last_hit_on"\r\n"/a","/jobs",0,\r\n')
    const events = await w.db.select().from(auditEvents)
    expect(events.slice(-2).map(({ action, target_name }) => [action, target_name])).toEqual([
      ['redirects.changed', '1 address'],
      ['redirects.exported', '1 address'],
    ])
  })
})

test.each([
  ['/%c3%bcber', '/über', '/%C3%BCber', '/u\u0308ber', '/%75%CC%88ber'],
  ['/%7Eanna', '/~anna', '/%7eanna'],
  ['/a-b', '/a%2Db', '/%61-b', '/a-b/', '/a-b//'],
  ['/old//team', '/old/team', '/old///team/', '/old%2Fteam'],
  ['/100%', '/100%25'],
  ['/a%2541', '/a%2541'],
  ['/caf%e9', '/caf%E9'],
  ['/a[1]|b', '/a%5B1%5D%7Cb'],
])('%s is found by every other spelling', async (from, ...spellings) => {
  expect((await put([{ from, to: '/jobs' }])).status).toBe(200)
  const lookup = startRedirects({ db: w.db, log: w.log })
  for (const path of [from, ...spellings])
    expect([path, await lookup.find(path)]).toEqual([path, '/jobs'])
  await lookup.stop()
})

test('refuses loops and addresses of Foyer in any spelling', async () => {
  const loops = [
    [{ from: '/a', to: '/%61' }],
    [{ from: '/a', to: '/a//' }],
    [
      { from: '/b', to: '/%63' },
      { from: '/c', to: '/%62?x' },
    ],
    [{ from: '/über', to: '/u\u0308ber' }],
  ]
  for (const loop of loops) expect([loop, (await put(loop)).status]).toEqual([loop, 400])
  for (const from of ['/%6aobs', '/jobs%2fx', '/a/..//jobs', '/%2561pi/..%2fapi'])
    expect([from, (await put([{ from, to: '/' }])).status]).toEqual([from, 400])
})

test('a visit finds the new address and is counted', async () => {
  await put([{ from: '/Karriere', to: '/jobs' }])
  const lookup = startRedirects({ db: w.db, log: w.log })
  expect(await lookup.find('/Karriere/')).toBe('/jobs')
  expect(await lookup.find('/Karriere')).toBe('/jobs')
  expect(await lookup.find('/karriere')).toBe(undefined)
  expect(await lookup.find('//x')).toBe(undefined)
  expect((await read()).body).toMatchObject([{ hits: 0 }])
  await lookup.stop()
  expect((await read()).body).toEqual([
    { from: '/Karriere', to: '/jobs', hits: 2, last_hit_on: expect.stringMatching(/^\d{4}-/) },
  ])
})

test('no page of the site can be taken over', () => {
  const names = readdirSync('site/pages').map((name) => name.replace(/\.(astro|ts)$/, ''))
  const served = names.filter((name) => !/^(index|500|\[\.\.\.unknown\])$/.test(name))
  expect(served.filter((name) => !isServed(pathOf(`/${name}`) ?? ''))).toEqual([])
  const assets = readdirSync('site/public')
  expect(assets.filter((name) => !isServed(`/${name}`))).toEqual([])
})
