import type { Env, Hono } from 'hono'

const pattern = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)

/**
 * The methods of a path, from the registered routes; none for an unknown path. Checked before
 * access, so that unknown paths are 404 and wrong methods 405 for everyone.
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
    // /jobs/active has its own methods: those of /jobs/:id don't apply.
    const own = path.includes(':') ? undefined : byPath.get(path)
    const routes = own ? [own] : table.filter(({ test }) => test.test(path))
    return [...new Set(routes.flatMap(({ methods }) => [...methods]))]
  }
}
