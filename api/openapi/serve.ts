import type { Context } from 'hono'
import type { Env } from '../http.ts'
import type { Routes } from './routes.ts'

/** Answers GET /openapi.json: the description of `app`, made when it is first read. What makes it is of no use to any other call, so it is loaded only then. */
export function serveDescription(app: () => Routes) {
  let made: Promise<object> | undefined
  return async (c: Context<Env>): Promise<Response> => {
    made ??= import('./document.ts').then(({ describeApi }) => describeApi(app()))
    return c.json(await made)
  }
}
