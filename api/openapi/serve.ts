import type { Context } from 'hono'
import type { Env } from '../context.ts'
import type { App } from '../route.ts'

/** The OpenAPI document of `app`, generated on the first request, which loads the generator. */
export function serveDocument(app: () => App) {
  let document: Promise<object> | undefined
  return async (c: Context<Env>): Promise<Response> => {
    document ??= import('./document.ts').then(({ describeApi }) => describeApi(app()))
    return c.json(await document)
  }
}
