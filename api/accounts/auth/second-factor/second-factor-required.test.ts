import { inspectRoutes } from 'hono/dev'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { settings } from '#db/schema.ts'
import { authenticator } from '#scripts/testing/authenticator.ts'
import { login } from '#scripts/testing/fixtures/two-step.ts'
import { type Person, password, world } from '#scripts/testing/world.ts'

const w = await world()
let ada: Person
/** Signed in before two-step sign-in was required. */
let sam: Person
beforeEach(async () => {
  await w.reset()
  await w.db.delete(settings)
  await w.db.insert(settings).values(builtInRows)
  sam = await w.as('sam')
  const admin = await w.as('ada')
  const path = '/settings/key/require_second_factor'
  expect((await admin.send('PUT', path, { value: 'true' })).status).toBe(200)
  ada = w.withToken((await login(w, 'ada')).body.token)
})
afterAll(() => w.remove())

/** The routes open before enrolment. */
const left = [
  'GET /api/auth/profile',
  'POST /api/auth/logout',
  'GET /api/auth/passkeys',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/passkeys',
  'GET /api/auth/second-factor',
  'POST /api/auth/second-factor',
  'POST /api/auth/second-factor/confirm',
  'POST /api/auth/second-factor/recovery-codes',
  'POST /api/auth/second-factor/turn-off',
]

const routes = () => [
  ...new Set(
    inspectRoutes(w.api)
      .filter(({ isMiddleware }) => !isMiddleware)
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

/** Uses an unknown id, so that nothing changes. */
function call(who: Person, route: string) {
  const [method = '', path = ''] = route.split(' ')
  const address = path.replace(':id', '987654').replace(':slug', 'nothing').slice('/api'.length)
  return who.send(method, address)
}

test('every other route returns 403, or what visitors get', async () => {
  const others = routes().filter((route) => !left.includes(route))
  expect(others.length).toBe(routes().length - left.length)
  let refused = 0
  for (const route of others) {
    const forVisitor = await call(w.visitor, route)
    const { status, body } = await call(ada, route)
    // Each is another.
    for (const answer of [forVisitor.body, body]) delete answer?.challenge
    const guarded = forVisitor.status === 401 && route !== 'POST /api/auth/login'
    if (guarded) refused++
    const expected = guarded
      ? { status: 403, body: { error: 'Set up two-step sign-in first', second_factor: true } }
      : { status: forVisitor.status, body: forVisitor.body }
    expect({ route, status, body }).toEqual({ route, ...expected })
  }
  expect(refused).toBeGreaterThan(40)
})

test('routes with more data for staff return the visitor’s view', async () => {
  const key = '/settings/key/require_second_factor'
  expect((await ada.get(key)).status).toBe(404)
  expect(
    (
      await ada.get(
        `/jobs/${await w.newJob({ is_active: false, first_active_at: '2026-01-01T00:00:00.000Z' })}`,
      )
    ).status,
  ).toBe(410)
})

test('the setup routes are open, and the profile says that setup is missing', async () => {
  for (const route of left.filter((route) => !route.endsWith('logout')))
    expect([401, 403]).not.toContain((await call(ada, route)).status)
  const { body } = await ada.get('/auth/profile')
  expect([body.first_name, body.second_factor_missing]).toEqual(['Ada', true])
  expect((await login(w, 'rita')).body.user.second_factor_missing).toBe(true)
  expect((await ada.get('/auth/second-factor')).body.required).toBe(true)
})

test('existing sessions get 403 from the next request on', async () => {
  expect((await sam.get('/settings')).status).toBe(403)
})

const begin = async (): Promise<string> =>
  (await ada.send('POST', '/auth/second-factor', { currentPassword: password })).body.secret

async function confirm(secret: string) {
  const code = authenticator(secret).code()
  expect((await ada.send('POST', '/auth/second-factor/confirm', { code })).status).toBe(200)
}

test('a user continues with the same session after setup', async () => {
  const secret = await begin()
  expect((await ada.get('/users')).status).toBe(403)
  await confirm(secret)
  expect((await ada.get('/users')).status).toBe(200)
  expect((await ada.get('/auth/profile')).body).not.toHaveProperty('second_factor_missing')
})

test('the setting is visible with manage_settings only', async () => {
  await confirm(await begin())
  for (const path of [
    '/settings/public',
    '/settings/object?keys=require_second_factor',
    '/settings/category/system',
  ])
    expect(JSON.stringify((await w.visitor.get(path)).body)).not.toContain('require_second_factor')
  const { body } = await ada.get('/settings/key/require_second_factor')
  expect([body.value, body.is_public, body.category]).toEqual(['true', false, 'system'])
})

test('everyone continues as before once the setting is off', async () => {
  await confirm(await begin())
  const off = { value: 'false' }
  expect((await ada.send('PUT', '/settings/key/require_second_factor', off)).status).toBe(200)
  expect((await sam.get('/settings')).status).toBe(200)
})
