import type { z } from 'zod'
import type { Need } from '../auth/contract/access.ts'

/** What a middleware asks of a request, so that the description of the api can tell it. */
export type Asks = {
  /**
   * A session; with `anyOf`, of somebody who holds one of these. `admin`: of an administrator.
   * `soFar`: also of somebody who has to set up two-step sign-in before anything else.
   */
  signedIn?: { anyOf?: readonly Need[]; soFar?: true }
  json?: { schema: z.ZodType; readOnly: readonly string[]; limitKb: number }
  query?: z.ZodType
}

const known = new WeakMap<object, Asks>()

/** The middleware as it is, its wishes noted down. Costs nothing at start: the description is made when somebody reads it. */
export function asking<M extends object>(asks: Asks, middleware: M): M {
  known.set(middleware, asks)
  return middleware
}

/** What was noted of a middleware; undefined when it asks for nothing. */
export const asksOf = (middleware: object): Asks | undefined => known.get(middleware)
