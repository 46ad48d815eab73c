import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { builtInKeys, builtInRows, isAdminSetting } from '#api/core/site-settings/contract/table.ts'
import { outbox, settings, users } from '#db/schema.ts'
import { emailOf, type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let ada: Person
let sam: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  await w.db.delete(settings)
  await w.db.insert(settings).values(builtInRows)
  ada = await w.as('ada')
  sam = await w.as('sam')
})

const valueFor = {
  public_url: 'https://careers.example.org',
  require_second_factor: 'true',
  notify_email: 'desk@example.org',
}
const rowOf = async (key: string) =>
  (await w.db.select().from(settings).where(eq(settings.key, key)))[0]!
const mails = () => w.db.select().from(outbox).orderBy(outbox.to_address)
const makeAdmin = (name: 'joe' | 'ned') =>
  w.db
    .update(users)
    .set({ role: 'admin' })
    .where(eq(users.email, emailOf(name)))

describe.each(builtInKeys.filter(isAdminSetting))('the setting %s', (key) => {
  const value = valueFor[key]

  test('cannot be changed, created or deleted with manage_settings', async () => {
    const before = await rowOf(key)
    for (const [method, path, json] of [
      ['PUT', `/settings/key/${key}`, { value }],
      ['PUT', `/settings/${before.id}`, { value }],
      ['POST', '/settings', { key, value, category: 'general' }],
      ['DELETE', `/settings/key/${key}`, undefined],
      ['DELETE', `/settings/${before.id}`, undefined],
    ] as const) {
      const response = await sam.send(method, path, json)
      expect([response.status, response.body.error]).toEqual([
        403,
        'Only an admin can change this setting',
      ])
    }
    expect(await rowOf(key)).toEqual(before)
    await w.db.delete(settings).where(eq(settings.key, key))
    const created = await sam.send('POST', '/settings', { key, value, category: 'general' })
    expect(created.status).toBe(403)
    expect(await rowOf(key)).toBeUndefined()
    expect(await mails()).toEqual([])
  })

  test('is changed by an admin, and every active admin gets an email about it', async () => {
    await makeAdmin('joe')
    await makeAdmin('ned')
    const response = await ada.send('PUT', `/settings/key/${key}`, { value })
    expect([response.status, response.body.value]).toEqual([200, value])
    const sent = await mails()
    expect(sent.map(({ to_address }) => to_address)).toEqual([emailOf('ada'), emailOf('joe')])
    expect(new Set(sent.map(({ message_id }) => message_id)).size).toBe(2)
    expect(sent[1]).toMatchObject({
      to_name: 'Joe Jobs',
      message_id: expect.stringMatching(/^<[0-9a-f]{32}@localhost>$/),
      subject: `The setting ${key} was changed for Company Name`,
    })
    for (const part of [`New value: ${value}`, 'Changed by: Ada Admin', ' UTC'])
      expect(sent[1]?.text).toContain(part)
  })

  test('stays as it is when the admin is demoted before the write', async () => {
    const before = await rowOf(key)
    const batch = w.db.batch.bind(w.db)
    const spy = vi.spyOn(w.db, 'batch').mockImplementationOnce(async (statements) => {
      await w.db
        .update(users)
        .set({ role: 'user', permissions: ['manage_settings'] })
        .where(eq(users.email, emailOf('ada')))
      return batch(statements)
    })
    const response = await ada.send('PUT', `/settings/key/${key}`, { value })
    spy.mockRestore()
    expect(response.status).toBe(403)
    expect(await rowOf(key)).toEqual(before)
    expect(await mails()).toEqual([])
  })
})

test('no email is sent for an unchanged or refused value', async () => {
  const { updated_at } = await rowOf('public_url')
  const put = (json: object) => ada.send('PUT', '/settings/key/public_url', json)
  expect((await put({ value: '' })).status).toBe(200)
  expect((await put({})).status).toBe(200)
  expect((await put({ value: 'careers' })).status).toBe(400)
  expect((await put({ value: 'https://late.example', updated_at })).status).toBe(409)
  expect(await mails()).toEqual([])
})

test('an admin creates a missing admin setting and gets an email about it', async () => {
  await w.db.delete(settings).where(eq(settings.key, 'notify_email'))
  const setting = { key: 'notify_email', category: 'contact', value: 'desk@example.org' }
  expect((await ada.send('POST', '/settings', setting)).status).toBe(201)
  expect(await mails()).toMatchObject([{ to_address: emailOf('ada') }])
})

test('a user who loses manage_settings during a write gets 403 for it', async () => {
  const statements = vi.spyOn(w.db, 'update').mockImplementationOnce((table) => {
    statements.mockRestore()
    const change = w.db.update(table)
    const strip = w.db
      .update(users)
      .set({ permissions: [] })
      .where(eq(users.email, emailOf('sam')))
    // Runs first: writes are executed in the order in which they are awaited.
    void strip.then(() => undefined)
    return change
  })
  const response = await sam.send('PUT', '/settings/key/site_name', { value: 'Bakery' })
  expect(response.status).toBe(403)
  expect((await rowOf('site_name')).value).toBe('Company Name')
})

test('notify_email is visible with manage_settings only', async () => {
  for (const person of [w.visitor, await w.as('joe')]) {
    expect((await person.get('/settings/key/notify_email')).status).toBe(404)
    expect(JSON.stringify((await person.get('/settings/category/contact')).body)).not.toContain(
      'notify_email',
    )
    expect((await person.get('/settings/object?keys=notify_email')).body).toEqual({})
  }
  expect(JSON.stringify((await w.visitor.get('/settings/public')).body)).not.toContain('notify')
  expect((await sam.get('/settings/key/notify_email')).body.is_public).toBe(false)
})
