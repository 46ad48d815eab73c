import type { Hono } from 'hono'
import { type Asks, asksOf } from './asks.ts'

/** All that is read of an app. */
export type Routes = Pick<Hono, 'routes'>

export type Route = { method: string; path: string; asks: Asks[] }

/** Whether a middleware registered at `pattern` runs before the handlers of `path`. */
const covers = (pattern: string, path: string) =>
  pattern.endsWith('/*') ? `${path}/`.startsWith(pattern.slice(0, -1)) : pattern === path

/**
 * The calls of an app in the order of their registration, with all that is asked before their
 * handlers run: a guard covers what is registered after it.
 */
export function routesOf({ routes }: Routes): Route[] {
  const guards: { path: string; asks: Asks }[] = []
  const calls = new Map<string, Route>()
  for (const { method, path, handler } of routes) {
    const asks = asksOf(handler)
    if (method === 'ALL') {
      if (asks) guards.push({ path, asks })
      continue
    }
    const before = guards.filter((guard) => covers(guard.path, path)).map((guard) => guard.asks)
    const route = calls.get(`${method} ${path}`) ?? { method, path, asks: before }
    if (asks) route.asks.push(asks)
    calls.set(`${method} ${path}`, route)
  }
  return [...calls.values()]
}
