import { afterAll, describe, expect, test } from 'vitest'
import { declaredRoutes } from '#api/core/route/route.ts'
import { type ApiScope, apiScopes } from '#db/enums.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

const routes = declaredRoutes(w.api).map(({ method, path }) => ({
  method,
  path: path.slice('/api'.length),
}))

/** By address and method, not by the declarations, so that a wrong one fails. */
function opens(scope: ApiScope, { method, path }: (typeof routes)[number]) {
  const [area = '', right] = scope.split(':')
  return path.split('/')[1] === area && (right === 'write' || method === 'GET')
}

const refusal = /^API tokens don’t work here|^This token doesn’t have the scope/

/** Calls the route with an id that no row has, so that it changes nothing. */
async function isOpen(token: string, method: string, path: string) {
  const address = path.replace(/:id/, '987654').replace(/:slug/, 'nothing')
  const response = await w.withToken(token).raw(address, { method })
  expect(response.status, `${method} ${path}`).not.toBe(401)
  if (response.status === 403 && method === 'HEAD') return false
  if (response.status !== 403) {
    await response.body?.cancel()
    return true
  }
  expect((await response.json()).error).toMatch(refusal)
  return false
}

async function tokenFor(scopes: readonly ApiScope[]) {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const json = { name: scopes.join(), scopes, expires_at }
  return (await (await w.as('ada')).send('POST', '/tokens', json)).body.token as string
}

describe.each(apiScopes)('an admin’s token with the scope %s', (scope) => {
  test('calls the routes of its area and no other', async () => {
    const token = await tokenFor([scope])
    const expected = routes.map((route) => ({ ...route, isOpen: opens(scope, route) }))
    const found = []
    for (const route of routes)
      found.push({ ...route, isOpen: await isOpen(token, route.method, route.path) })
    expect(found).toEqual(expected)
    const open = found.filter((one) => one.isOpen).length
    expect(open).toBeGreaterThan(5)
    console.info(`${scope} ${open} open, ${routes.length - open} refused of ${routes.length}`)
  })

  test('asks with HEAD where it may GET', async () => {
    const token = await tokenFor([scope])
    for (const route of routes.filter(({ method }) => method === 'GET'))
      expect([route.path, await isOpen(token, 'HEAD', route.path)]).toEqual([
        route.path,
        opens(scope, route),
      ])
  })
})

test('several scopes open what each of them opens', async () => {
  const token = await tokenFor(['jobs:read', 'pages:write'])
  for (const route of routes.filter(({ path }) => /^\/(jobs|pages)\b/.test(path)))
    expect([route, await isOpen(token, route.method, route.path)]).toEqual([
      route,
      opens('jobs:read', route) || opens('pages:write', route),
    ])
})

test('a missing scope is named as RFC 6750 does', async () => {
  const response = await w.withToken(await tokenFor(['jobs:read'])).get('/applications')
  expect(response.status).toBe(403)
  expect(response.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="applications:read"',
  )
})
