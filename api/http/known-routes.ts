import type { Env, Hono } from 'hono'

const pattern = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)

/**
 * The methods that a path has, read from the registered routes; none for an unknown path. Asked
 * before any guard, so that an unknown address is 404 and a wrong method 405 for everyone alike.
 */
export function methodsOf<E extends Env>(app: Pick<Hono<E>, 'routes'>) {
  const byPath = new Map<string, { test: RegExp; methods: Set<string> }>()
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue
    const route = byPath.get(path) ?? { test: pattern(path), methods: new Set() }
    route.methods.add(method)
    if (method === 'GET') route.methods.add('HEAD')
    byPath.set(path, route)
  }
  const table = [...byPath.values()]
  return (path: string): string[] => {
    // /jobs/active is no job: what its own routes do not do, those of /jobs/:id cannot.
    const own = path.includes(':') ? undefined : byPath.get(path)
    const routes = own ? [own] : table.filter(({ test }) => test.test(path))
    return [...new Set(routes.flatMap(({ methods }) => [...methods]))]
  }
}
