import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { builtInRows, isAdminSetting } from '#api/core/site-settings/contract/table.ts'
import { settings } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
const sam = await w.as('sam')
afterAll(() => w.remove())
beforeEach(async () => {
  await w.db.delete(settings)
  await w.db.insert(settings).values(builtInRows)
})

const greeting = { key: 'greeting', category: 'house', value: 'Hello' }
const ada = await w.as('ada')
const put = (key: string, value: unknown) =>
  (isAdminSetting(key) ? ada : sam).send('PUT', `/settings/key/${key}`, { value })

describe('a user with manage_settings', () => {
  test('creates, reads, changes and deletes a setting', async () => {
    const made = await sam.send('POST', '/settings', { ...greeting, description: 'Said first' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ ...greeting, description: 'Said first', is_public: false })
    const { id } = made.body
    expect((await sam.get(`/settings/${id}`)).body).toEqual(made.body)
    const changed = await sam.send('PUT', `/settings/${id}`, { ...made.body, value: ' Hi ' })
    expect([changed.status, changed.body.value, changed.body.key]).toEqual([200, 'Hi', 'greeting'])
    expect((await put('greeting', 'Hey')).body.value).toBe('Hey')
    expect((await sam.send('DELETE', `/settings/${id}`)).status).toBe(204)
    for (const path of [`/settings/${id}`, '/settings/key/greeting'])
      for (const method of ['GET', 'DELETE'])
        expect((await sam.send(method, path)).status).toBe(404)
    expect((await put('greeting', 'Hey')).status).toBe(404)
  })

  test('deletes a setting by its key', async () => {
    await sam.send('POST', '/settings', greeting)
    expect((await sam.send('DELETE', '/settings/key/greeting')).status).toBe(204)
    expect((await sam.get('/settings')).headers.get('x-total-count')).toBe(
      String(builtInRows.length),
    )
  })

  test('cannot create a key twice, even concurrently', async () => {
    const tries = Array.from({ length: 20 }, () => sam.send('POST', '/settings', greeting))
    const responses = await Promise.all(tries)
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = responses.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(19)
    expect(refused[0]?.body.details).toEqual([{ path: ['key'], message: expect.any(String) }])
  })

  test('changes no value without naming one', async () => {
    const { id } = (await sam.get('/settings/key/site_name')).body
    await Promise.all([put('site_name', 'Bakery'), sam.send('PUT', `/settings/${id}`, {})])
    expect((await sam.get('/settings/key/site_name')).body.value).toBe('Bakery')
  })

  test('can empty but not delete built-in settings', async () => {
    for (const { key } of builtInRows) {
      expect((await put(key, '')).body.value).toBe('')
      expect((await ada.send('DELETE', `/settings/key/${key}`)).status).toBe(409)
    }
    const { id } = (await sam.get('/settings/key/site_name')).body
    expect((await sam.send('DELETE', `/settings/${id}`)).status).toBe(409)
  })

  test('overwrites no concurrent change', async () => {
    const before = (await sam.get('/settings/key/site_name')).body
    const current = (await put('site_name', 'Bakery')).body
    const late = await sam.send('PUT', `/settings/${before.id}`, { ...before, value: 'Butcher' })
    expect([late.status, late.body.current]).toEqual([409, current])
    const again = await sam.send('PUT', `/settings/${before.id}`, { ...current, value: 'Butcher' })
    expect(again.body.value).toBe('Butcher')
  })

  test('changes nothing with an empty body', async () => {
    const response = await sam.send('PUT', '/settings/key/site_name', {})
    expect([response.status, response.body.value]).toEqual([200, 'Company Name'])
  })
})

describe('the computed setting answer_time_days', () => {
  const refused = {
    error: 'Foyer computes this value itself. It cannot be changed.',
    details: [
      { path: ['value'], message: 'Foyer computes this value itself. It cannot be changed.' },
    ],
  }

  test.each([
    ['PUT', '/key/answer_time_days', { value: '3' }],
    ['PUT', '/key/answer_time_days', { value: 'soon' }],
    ['PUT', '/{id}', { value: '3' }],
    ['POST', '', { key: 'answer_time_days', value: '3', category: 'candidates' }],
    ['DELETE', '/key/answer_time_days', undefined],
    ['DELETE', '/{id}', undefined],
  ])('%s /settings%s is refused with 409', async (method, path, body) => {
    const before = (await sam.get('/settings/key/answer_time_days')).body
    const address = `/settings${path.replace('{id}', before.id)}`
    const response = await sam.send(method, address, body)
    expect([response.status, response.body]).toEqual([409, refused])
    expect((await sam.get('/settings/key/answer_time_days')).body).toEqual(before)
  })

  test('its row may be sent back as it was read', async () => {
    const row = (await sam.get('/settings/key/answer_time_days')).body
    expect((await sam.send('PUT', `/settings/${row.id}`, row)).status).toBe(200)
  })

  test('cannot be created by hand where it is missing', async () => {
    await w.db.delete(settings)
    const body = { key: 'answer_time_days', value: '3', category: 'candidates' }
    expect((await sam.send('POST', '/settings', body)).body).toEqual(refused)
  })
})

test('General, Contact and Social Media hold the keys of the specification only', async () => {
  const keys = async (category: string) =>
    (await w.visitor.get(`/settings/category/${category}`)).body.map(
      ({ key }: { key: string }) => key,
    )
  expect(await keys('general')).toEqual(['site_name', 'site_tagline', 'public_url'])
  expect(await keys('contact')).toEqual(['contact_email'])
  expect(await keys('social')).toEqual(['facebook_url', 'twitter_url', 'linkedin_url'])
})

test.each([
  ['max_file_size', '25'],
  ['max_file_size', '2.5'],
  ['maintenance_mode', 'true'],
  ['require_second_factor', 'true'],
  ['maintenance_mode', 'false'],
  ['public_url', 'https://careers.example.com'],
  ['public_url', 'Https://careers.example.com'],
  ['public_url', 'http://[::1]:4321/'],
  ['linkedin_url', 'http://localhost:4321/x?y#z'],
  ['contact_email', 'jobs@example.com'],
  ['notify_email', 'jobs@example.com'],
  ['google_analytics_id', 'G-AB12CD34EF'],
  ['google_analytics_id', 'UA-12345-1'],
  ['site_name', 'Ärzte & Søn 日本 👩‍🚀 <b>'],
  ['site_tagline', 'x'.repeat(2000)],
])('%s can be %j', async (key, value) => {
  expect((await put(key, value)).body.value).toBe(value)
})

test.each([
  ['max_file_size', '0'],
  ['max_file_size', '26'],
  ['max_file_size', '1e1'],
  ['max_file_size', 'much'],
  ['max_file_size', 5],
  ['maintenance_mode', 'yes'],
  ['require_second_factor', 'on'],
  ['maintenance_mode', true],
  ['public_url', 'example.com'],
  ...[
    '/jobs',
    '/?from=mail',
    '?from=mail',
    '?',
    '/#top',
    '#',
    '//',
    '\\jobs',
    '/../',
    ':x',
    ' /',
  ].map((end): [string, string] => ['public_url', `https://example.com${end}`]),
  ['public_url', 'https://user@example.com'],
  ['public_url', 'https://user:secret@example.com/'],
  ['public_url', 'ftp://example.com'],
  ['facebook_url', 'javascript:alert(1)'],
  ['twitter_url', 'https://'],
  ['twitter_url', 'https://a b'],
  ['contact_email', 'nobody'],
  ['notify_email', 'nobody'],
  ['google_analytics_id', 'G-<script>'],
  ['google_analytics_id', "G-AAAA');alert("],
  ['site_name', 'a\u0000b'],
  ['site_name', 'a\nb'],
  ['site_name', 'a\u202Eb'],
  ['site_name', '\uD800'],
  ['site_name', 'x'.repeat(2001)],
  ['site_name', ['x']],
  ['site_name', null],
])('%s cannot be %j', async (key, value) => {
  const before = (await sam.get(`/settings/key/${key}`)).body
  const response = await put(key, value)
  expect(response.status).toBe(400)
  expect(response.body.details[0].path).toEqual(['value'])
  expect((await sam.get(`/settings/key/${key}`)).body).toEqual(before)
})

test.each([
  [{ key: undefined }, 'key'],
  [{ key: 'Greeting' }, 'key'],
  [{ key: '1st' }, 'key'],
  [{ key: `a${'b'.repeat(64)}` }, 'key'],
  [{ key: '__proto__' }, 'key'],
  [{ category: 'File Uploads' }, 'category'],
  [{ category: undefined }, 'category'],
  [{ value: 'x'.repeat(2001) }, 'value'],
  [{ key: 'shop_url', value: 'shop' }, 'value'],
  [{ description: 7 }, 'description'],
  [{ is_public: 'true' }, 'is_public'],
  [{ color: 'red' }, 'color'],
])('a new setting with %j is refused', async (fault, field) => {
  const response = await sam.send('POST', '/settings', { ...greeting, ...fault })
  expect([response.status, response.body.details?.[0].path]).toEqual([400, [field]])
  expect((await sam.get('/settings')).body).toHaveLength(builtInRows.length)
})

test('invalid ids are 404 for GET, PUT and DELETE', async () => {
  for (const id of ['0', '-1', 'x', '9007199254740993', '1e1'])
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (await sam.send(method, `/settings/${id}`, method === 'PUT' ? { value: '' } : undefined))
          .status,
      ).toBe(404)
})
