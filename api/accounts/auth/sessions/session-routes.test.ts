import { afterAll, beforeEach, expect, test } from 'vitest'
import { isoTime } from '#scripts/testing/fixtures/iso-time.ts'
import { emailOf, type Name, password, type World, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(() => w.reset())

/** Signs in with a browser that calls itself so. */
async function signInWith(userAgent: string, name: Name = 'rita') {
  const response = await w.read(
    await w.visitor.raw('/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email: emailOf(name), password }),
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    }),
  )
  return w.withToken(response.body.token)
}
type Session = { id: string; user_agent: string; current: boolean }
const sessionsOf = async (person: { get: World['visitor']['get'] }) =>
  (await person.get('/auth/sessions')).body as Session[]

test('a person sees where they are signed in, and nobody else’s sessions', async () => {
  const here = await signInWith('Browser/1')
  await signInWith('Browser/2')
  await signInWith('Browser/3', 'joe')
  const response = await here.get('/auth/sessions')
  expect(response.status).toBe(200)
  expect(response.body).toHaveLength(2)
  const [own] = response.body.filter(({ current }: Session) => current)
  expect(own).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    created_at: isoTime,
    expires_at: isoTime,
    user_agent: 'Browser/1',
    current: true,
  })
  expect(JSON.stringify(response.body)).not.toContain(here.token)
})

test('one session can be ended from another', async () => {
  const [here, phone] = [await signInWith('Browser'), await signInWith('Phone')]
  const [session] = (await sessionsOf(here)).filter(({ user_agent }) => user_agent === 'Phone')
  const response = await here.send('DELETE', `/auth/sessions/${session!.id}`)
  expect([response.status, response.body]).toEqual([204, ''])
  expect((await phone.get('/auth/profile')).status).toBe(401)
  expect((await here.get('/auth/profile')).status).toBe(200)
  expect((await here.send('DELETE', `/auth/sessions/${session!.id}`)).status).toBe(404)
})

test('ending the session that asks signs out', async () => {
  const here = await signInWith('Browser')
  const [session] = await sessionsOf(here)
  expect((await here.send('DELETE', `/auth/sessions/${session!.id}`)).status).toBe(204)
  expect((await here.get('/auth/profile')).status).toBe(401)
})

test('all others can be ended at once', async () => {
  const here = await signInWith('Browser')
  const others = [await signInWith('Phone'), await signInWith('Tablet')]
  const joe = await signInWith('Browser', 'joe')
  const response = await here.send('DELETE', '/auth/sessions')
  expect([response.status, response.body]).toEqual([204, ''])
  for (const gone of others) expect((await gone.get('/auth/profile')).status).toBe(401)
  for (const stays of [here, joe]) expect((await stays.get('/auth/profile')).status).toBe(200)
  expect(await sessionsOf(here)).toHaveLength(1)
})

test('nobody ends the session of someone else', async () => {
  const [here, joe] = [await signInWith('Browser'), await signInWith('Browser', 'joe')]
  const [his] = await sessionsOf(joe)
  const response = await here.send('DELETE', `/auth/sessions/${his!.id}`)
  expect([response.status, response.body.error]).toEqual([404, 'Session not found'])
  expect((await joe.get('/auth/profile')).status).toBe(200)
})

test.each(['x', '0'.repeat(16), '%00', "'%20or%201=1", 'a'.repeat(5000)])(
  'there is no session %j',
  async (id) => {
    const here = await signInWith('Browser')
    expect((await here.send('DELETE', `/auth/sessions/${id}`)).status).toBe(404)
    expect(await sessionsOf(here)).toHaveLength(1)
  },
)

test('a long user agent is cut, a missing one is null', async () => {
  const here = await signInWith('x'.repeat(1000))
  expect((await sessionsOf(here))[0]!.user_agent).toBe('x'.repeat(200))
  const [nameless] = await sessionsOf(await w.signIn('rita')).then((list) =>
    list.filter(({ current }) => current),
  )
  expect(nameless!.user_agent).toBeNull()
})
