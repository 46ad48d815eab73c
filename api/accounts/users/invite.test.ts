import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { outbox, passwordLinks, users } from '#db/schema.ts'
import { deliver, tokenIn } from '#scripts/testing/fixtures/deliver.ts'
import { emailOf, type Name, type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let ada: Person
let uma: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  ada = await w.as('ada')
  uma = await w.as('uma')
})

const mira = {
  first_name: 'Mira',
  last_name: 'Ostergard',
  email: 'mira@example.org',
  role: 'user',
  permissions: ['review_applications'],
}
const create = (user: object, by = ada) => by.send('POST', '/users', { ...mira, ...user })
const mails = () => w.db.select().from(outbox).orderBy(outbox.id)
const lastToken = async () => tokenIn((await deliver(w.db)).at(-1))
const choose = async (token: string, newPassword = 'three green bottles') =>
  (await w.visitor.send('POST', '/auth/reset-password', { token, newPassword })).status
const idOf = async (name: Name) => {
  const [row] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf(name)))
  return row!.id
}
const link = (by: Person, id: number | string) => by.send('POST', `/users/${id}/invite`)
const daysLeft = async () => {
  const [row] = await w.db.select().from(passwordLinks)
  return (Date.parse(row!.expires_at) - Date.now()) / 86_400_000
}

describe('an invitation', () => {
  test('contains a link for three days with which the user sets a password', async () => {
    const { status, body } = await create({ invite: true })
    expect([status, body.invited]).toEqual([201, true])
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to_address: mira.email,
      subject: "Ada Admin invited you to Company Name's hiring site",
    })
    expect(mail?.text).toContain('3 days')
    expect(await daysLeft()).toBeCloseTo(3, 2)
    const login = { email: mira.email, password: 'three green bottles' }
    expect((await w.visitor.send('POST', '/auth/login', login)).status).toBe(401)
    const token = await lastToken()
    expect(await choose(token)).toBe(204)
    expect((await w.visitor.send('POST', '/auth/login', login)).status).toBe(200)
    expect((await ada.get(`/users/${body.id}`)).body.invited).toBe(false)
    expect(await choose(token)).toBe(400)
  })

  test('replaces a password; a user without both is refused', async () => {
    for (const [user, field] of [
      [{}, 'password'],
      [{ password: '' }, 'password'],
      [{ invite: false }, 'password'],
      [{ invite: 'yes' }, 'invite'],
      [{ invite: true, password: 'three green bottles' }, 'password'],
      [{ invite: true, is_active: false }, 'is_active'],
    ] as const) {
      const response = await create(user)
      expect(response.status).toBe(400)
      expect(response.body.details[0].path).toEqual([field])
    }
    expect(await mails()).toEqual([])
    expect((await create({ invite: true, password: '' })).status).toBe(201)
  })

  test('is refused together with the account', async () => {
    expect((await create({ invite: true }, uma)).status).toBe(403)
    expect((await create({ invite: true, email: emailOf('rita') })).status).toBe(409)
    expect(await mails()).toEqual([])
    expect(await w.db.select().from(passwordLinks)).toEqual([])
  })

  test('is sent once for twenty concurrent requests with the same address', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ invite: true })))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await mails()).toHaveLength(1)
    expect(await choose(await lastToken())).toBe(204)
  })

  test('can be sent again, which voids the previous one', async () => {
    const { body } = await create({ invite: true })
    const first = await lastToken()
    const response = await link(ada, body.id)
    expect([response.status, response.body]).toEqual([202, ''])
    expect(await choose(first)).toBe(400)
    expect(await daysLeft()).toBeCloseTo(3, 2)
    expect(await choose(await lastToken())).toBe(204)
  })

  test('stays valid when someone requests a password reset for that address', async () => {
    await create({ invite: true })
    const invited = await lastToken()
    const forgot = { email: mira.email }
    expect((await w.visitor.send('POST', '/auth/forgot-password', forgot)).status).toBe(202)
    const reset = await lastToken()
    expect(reset).not.toBe(invited)
    expect(await choose(invited)).toBe(204)
    expect(await choose(reset)).toBe(400)
  })

  test('to a wrong address is void once the address is corrected', async () => {
    const { body } = await create({ invite: true })
    const wrong = await lastToken()
    await ada.send('PUT', `/users/${body.id}`, { email: 'right@example.org' })
    expect(await choose(wrong)).toBe(400)
    await link(ada, body.id)
    expect((await mails()).at(-1)?.to_address).toBe('right@example.org')
    expect(await choose(await lastToken())).toBe(204)
  })
})

describe('a password reset link', () => {
  test('is sent to users with a password, for 15 minutes, and names the sender', async () => {
    expect((await link(ada, await idOf('rita'))).status).toBe(202)
    const [mail] = await mails()
    expect(mail).toMatchObject({ to_address: emailOf('rita') })
    expect(mail?.text).toContain('Ada Admin sends you this link')
    expect((await daysLeft()) * 24 * 60).toBeCloseTo(15, 0)
    const rita = await w.as('rita')
    expect((await rita.get('/auth/profile')).status).toBe(200)
    expect(await choose(await lastToken())).toBe(204)
    expect((await rita.get('/auth/profile')).status).toBe(401)
  })

  test('is sent only to users whom the sender can edit', async () => {
    const onlyHeld =
      "You can't change the password or email of someone with more permissions than you"
    for (const [by, name, expected] of [
      [uma, 'ada', [403, 'Only an admin can create or change an admin']],
      [uma, 'joe', [403, onlyHeld]],
      [uma, 'uma', [409, 'Change your own password in your profile']],
      [ada, 'ned', [409, "Activate this user first: inactive users can't sign in"]],
    ] as const) {
      const { status, body } = await link(by, await idOf(name))
      expect([status, body.error]).toEqual(expected)
    }
    expect(await mails()).toEqual([])
    const both = await ada.send('POST', '/users', {
      ...mira,
      permissions: ['manage_users'],
      password: 'three green bottles',
    })
    expect((await link(uma, both.body.id)).status).toBe(202)
    await ada.send('PUT', `/users/${await idOf('joe')}`, { role: 'admin' })
    expect((await link(ada, await idOf('joe'))).status).toBe(202)
  })

  test.each(['987654', '0', 'x', '1e1'])('for unknown user %s is 404', async (id) => {
    const { status, body } = await link(ada, id)
    expect([status, body.error]).toEqual([404, 'User not found'])
  })
})

test('invitations and links are limited per sender and address, and per sender', async () => {
  const limited = await world({ rateLimits: true })
  const admin = await limited.as('ada')
  const invite = (email: string, by = admin) =>
    by.send('POST', '/users', { ...mira, permissions: [], email, invite: true })
  const { id } = (await invite('a@example.org')).body
  for (const status of [202, 202, 429]) {
    const response = await admin.send('POST', `/users/${id}/invite`)
    expect(response.status).toBe(status)
    if (status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await invite('a@example.org')).status).toBe(429)
  expect((await invite('a@example.org', await limited.as('uma'))).status).toBe(409)
  const statuses = []
  for (let n = 0; n < 60; n++) statuses.push((await invite(`p${n}@example.org`)).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(55)
  expect(statuses.at(-1)).toBe(429)
  const plain = { ...mira, permissions: [], password: 'three green bottles' }
  expect((await admin.send('POST', '/users', plain)).status).toBe(201)
  await limited.remove()
})
