import type { Env, Hono, MiddlewareHandler } from 'hono'
import { Problem } from './problem.ts'

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

/** Answers 404 for paths without a route, and 405 for methods that a path doesn't have. */
export function refuseUnknown<E extends Env>(app: Pick<Hono<E>, 'routes'>): MiddlewareHandler<E> {
  const known = methodsOf(app)
  return async function refuse(c, next) {
    const methods = known(c.req.path)
    if (!methods.length) throw new Problem(404, 'There is nothing at this address')
    if (!methods.includes(c.req.method))
      throw new Problem(405, `This address doesn't support ${c.req.method}`, {
        headers: { Allow: methods.join(', ') },
      })
    await next()
  }
}
