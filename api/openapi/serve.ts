import type { Context } from 'hono'
import type { Env } from '#api/core/route/context.ts'
import type { App } from '#api/core/route/route.ts'

/** The OpenAPI document of `app`, generated on the first request, which loads the generator. */
export function serveDocument(app: () => App) {
  let document: Promise<object> | undefined
  return async (c: Context<Env>): Promise<Response> => {
    document ??= import('./document.ts').then(({ describeApi }) => describeApi(app()))
    return c.json(await document)
  }
}
