import { afterAll, describe, expect, test } from 'vitest'
import type { Permission } from '#db/enums.ts'
import { type Name, world } from '../scripts/testing/world.ts'
import { declaredRoutes } from './core/route/route.ts'

/** All that strangers can call. Kept by hand, so that opening a route by mistake fails. */
const openToStrangers = [
  'POST /api/auth/login',
  'POST /api/auth/login/passkey/options',
  'POST /api/auth/login/passkey',
  'POST /api/auth/forgot-password',
  'POST /api/auth/reset-password',
  'GET /api/auth/oidc',
  'GET /api/auth/oidc/start',
  'GET /api/auth/oidc/callback',
  'POST /api/auth/oidc/token',
  'POST /api/auth/oidc/logout',
  'GET /api/pages/published',
  'GET /api/pages/slug/:slug',
  'GET /api/jobs/active',
  'GET /api/jobs/active/changed',
  'GET /api/jobs/active/facets',
  'GET /api/jobs/active/open-application',
  'GET /api/jobs/active/summaries',
  'GET /api/jobs/:id',
  'GET /api/jobs/:id/similar',
  'POST /api/applications/submit',
  'POST /api/candidate/links',
  'GET /api/candidate/confirm/:token',
  'GET /api/candidate/invitations/:token',
  'POST /api/candidate/confirm/:token',
  'GET /api/candidate/:token',
  'PUT /api/candidate/:token',
  'PUT /api/candidate/:token/resume',
  'POST /api/candidate/:token/withdraw',
  'POST /api/candidate/:token/undo-withdraw',
  'POST /api/candidate/:token/revoke-consent',
  'POST /api/candidate/:token/renew-consent',
  'POST /api/candidate/:token/resend',
  'POST /api/candidate/:token/erase',
  'GET /api/candidate/:token/export',
  'GET /api/candidate/:token/messages',
  'POST /api/candidate/:token/messages',
  'PUT /api/candidate/:token/document-requests/:id/file',
  'POST /api/candidate/:token/interviews/:id/pick',
  'POST /api/candidate/:token/interviews/:id/decline',
  'POST /api/alerts',
  'GET /api/alerts/:token',
  'PUT /api/alerts/:token',
  'POST /api/alerts/:token',
  'POST /api/alerts/confirm/:token',
  'GET /api/calendar/:token',
  'POST /api/visits',
  'GET /api/appearance/published',
  'GET /api/appearance/preview',
  'GET /api/drafts/:token',
  'GET /api/menus',
  'GET /api/settings/public',
  'GET /api/settings/object',
  'GET /api/settings/key/:key',
  'GET /api/settings/category/:category',
  'GET /api/openapi.json',
]

/** Who holds which permission in the test world. */
const holders = {
  rita: 'review_applications',
  joe: 'manage_jobs',
  pam: 'edit_pages',
  uma: 'manage_users',
  sam: 'manage_settings',
} satisfies Partial<Record<Name, Permission>>
const staff = Object.keys(holders) as (keyof typeof holders)[]

const w = await world()
afterAll(() => w.remove())

const routes = declaredRoutes(w.api).map(({ method, path, declaration: { access } }) => ({
  name: `${method} ${path}`,
  access,
}))

/** Calls the route with an id that no row has, so that it changes nothing. */
function call(route: string, token?: string) {
  const [method = '', path = ''] = route.split(' ')
  const address = path.replace(':id', '987654').replace(':slug', 'nothing').slice('/api'.length)
  return w.withToken(token).send(method, address)
}

test('no other route is open to strangers', () => {
  const open = routes.filter(({ access }) => access.kind === 'open').map(({ name }) => name)
  expect(open.sort()).toEqual([...openToStrangers].sort())
})

describe.each(routes)('$name', ({ name: route, access }) => {
  if (access.kind === 'open') {
    test('is open to a visitor, also to one with a stale token', async () => {
      const open = await call(route)
      expect([401, 403]).not.toContain(open.status)
      expect((await call(route, `foyer_${'A'.repeat(43)}`)).status).toBe(open.status)
    })
    return
  }
  test('is 401 for a visitor, for a stale and for a malformed token', async () => {
    for (const token of [undefined, `foyer_${'A'.repeat(43)}`, 'x y', 'é', `a${'b'.repeat(500)}`]) {
      const response = await call(route, token?.replace('é', '%C3%A9'))
      expect(response.status).toBe(401)
      expect(response.body.error).toBe('Please sign in')
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
    }
  })
  if (access.kind === 'signedIn') {
    // Logout would end the session that the other tests share.
    const fresh = (name: Name) => (route.endsWith('/logout') ? w.signIn(name) : w.as(name))
    test.each(staff)('is open to %s, like to every signed-in user', async (name) => {
      expect([401, 403]).not.toContain((await call(route, (await fresh(name)).token)).status)
    })
    return
  }
  test.each(staff)('is open to %s only with a permission for it', async (name) => {
    const { status } = await call(route, (await w.as(name)).token)
    const { anyOf, and = anyOf } = access
    if (anyOf.includes(holders[name]) && and.includes(holders[name]))
      expect([401, 403]).not.toContain(status)
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
