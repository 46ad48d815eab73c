import { inspectRoutes } from 'hono/dev'
import { afterAll, describe, expect, test } from 'vitest'
import { type Name, world } from '#scripts/testing/world.ts'

const anyone = 'anyone'
const signedIn = 'signed in'
/** No permission will do. */
const admins: Name[] = []
type Who = typeof anyone | typeof signedIn | Name[]

/** Who may call what. The only list of public routes; an admin may call everything. */
const rules: Record<string, Who> = {
  'POST /api/auth/login': anyone,
  'POST /api/auth/forgot-password': anyone,
  'POST /api/auth/reset-password': anyone,
  'GET /api/auth/profile': signedIn,
  'PUT /api/auth/profile': signedIn,
  'POST /api/auth/change-password': signedIn,
  'POST /api/auth/logout': signedIn,
  'GET /api/auth/second-factor': signedIn,
  'POST /api/auth/second-factor': signedIn,
  'POST /api/auth/second-factor/confirm': signedIn,
  'POST /api/auth/second-factor/recovery-codes': signedIn,
  'POST /api/auth/second-factor/turn-off': signedIn,
  'GET /api/auth/sessions': signedIn,
  'DELETE /api/auth/sessions': signedIn,
  'DELETE /api/auth/sessions/:id': signedIn,
  'GET /api/pages/published': anyone,
  'GET /api/pages/slug/:slug': anyone,
  'GET /api/pages': ['pam'],
  'GET /api/pages/:id': ['pam'],
  'POST /api/pages': ['pam'],
  'PUT /api/pages/:id': ['pam'],
  'POST /api/pages/:id/publish': ['pam'],
  'POST /api/pages/:id/unpublish': ['pam'],
  'DELETE /api/pages/:id': ['pam'],
  'GET /api/jobs/active': anyone,
  'GET /api/jobs/active/locations': anyone,
  'GET /api/jobs/:id': anyone,
  'GET /api/jobs': ['joe', 'rita'],
  'POST /api/jobs': ['joe'],
  'PUT /api/jobs/:id': ['joe'],
  'POST /api/jobs/:id/activate': ['joe'],
  'POST /api/jobs/:id/deactivate': ['joe'],
  'DELETE /api/jobs/:id': ['joe'],
  'POST /api/applications/submit': anyone,
  'GET /api/applications/stats': ['rita'],
  'GET /api/applications': ['rita'],
  'POST /api/applications/manual': ['rita'],
  'GET /api/applications/:id': ['rita'],
  'PUT /api/applications/:id': ['rita'],
  'DELETE /api/applications/:id': ['rita'],
  'GET /api/applications/:id/resume': ['rita'],
  'GET /api/settings/public': anyone,
  'GET /api/settings/object': anyone,
  'GET /api/settings/key/:key': anyone,
  'GET /api/settings/category/:category': anyone,
  'GET /api/settings': ['sam'],
  'GET /api/settings/:id': ['sam'],
  'POST /api/settings': ['sam'],
  'PUT /api/settings/:id': ['sam'],
  'PUT /api/settings/key/:key': ['sam'],
  'DELETE /api/settings/:id': ['sam'],
  'DELETE /api/settings/key/:key': ['sam'],
  'GET /api/users': ['uma'],
  'GET /api/users/:id': ['uma'],
  'POST /api/users': ['uma'],
  'PUT /api/users/:id': ['uma'],
  'POST /api/users/:id/invite': ['uma'],
  'DELETE /api/users/:id/second-factor': ['uma'],
  'DELETE /api/users/:id': ['uma'],
  'GET /api/audit': admins,
  'GET /api/audit/export': admins,
  'GET /api/outbox': admins,
  'GET /api/outbox/server': signedIn,
  'POST /api/outbox/test': ['sam'],
  'GET /api/outbox/status': admins,
  'POST /api/outbox/:id/retry': admins,
  'GET /api/openapi.json': anyone,
}

const staff: Name[] = ['rita', 'joe', 'pam', 'uma', 'sam']

const w = await world()
afterAll(() => w.remove())

/** Each person calls the route with an id that nobody has, so that nothing is changed by it. */
function call(route: string, token?: string) {
  const [method = '', path = ''] = route.split(' ')
  const address = path.replace(':id', '987654').replace(':slug', 'nothing').slice('/api'.length)
  return w.withToken(token).send(method, address)
}

test('every route has its rule, and every rule its route', () => {
  const registered = inspectRoutes(w.api)
    .filter(({ isMiddleware }) => !isMiddleware)
    .map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(registered)].sort()).toEqual(Object.keys(rules).sort())
})

describe.each(Object.entries(rules))('%s', (route, who) => {
  if (who === anyone) {
    test('is open to a visitor, also to one with a stale token', async () => {
      const open = await call(route)
      expect([401, 403]).not.toContain(open.status)
      expect((await call(route, `foyer_${'A'.repeat(43)}`)).status).toBe(open.status)
    })
    return
  }
  test('is 401 for a visitor, for a stale and for a malformed token', async () => {
    for (const token of [undefined, `foyer_${'A'.repeat(43)}`, 'x y', 'é', `a${'b'.repeat(500)}`]) {
      const answer = await call(route, token?.replace('é', '%C3%A9'))
      expect(answer.status).toBe(401)
      expect(answer.body.error).toBe('Please sign in')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })
  if (who === signedIn) {
    // Logout would end the session that all the others share.
    const fresh = (name: Name) => (route.endsWith('/logout') ? w.signIn(name) : w.as(name))
    test.each(staff)('is open to %s, like anyone signed in', async (name) => {
      expect([401, 403]).not.toContain((await call(route, (await fresh(name)).token)).status)
    })
    return
  }
  test.each(staff)('is right for %s', async (name) => {
    const { status } = await call(route, (await w.as(name)).token)
    if (who.includes(name)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(403)
  })
  test('is open to the administrator', async () => {
    expect([401, 403]).not.toContain((await call(route, (await w.as('ada')).token)).status)
  })
})

test('a HEAD is guarded like its GET', async () => {
  const head = async (token?: string) =>
    (await w.withToken(token).raw('/applications', { method: 'HEAD' })).status
  expect(await head()).toBe(401)
  expect(await head((await w.as('joe')).token)).toBe(403)
  expect(await head((await w.as('rita')).token)).toBe(200)
  expect((await w.visitor.raw('/jobs/active', { method: 'HEAD' })).status).toBe(200)
})
