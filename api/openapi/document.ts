import { Hono } from 'hono'
import { describeRoute, generateSpecs } from 'hono-openapi'
import type { OpenAPIV3_1 } from 'openapi-types'
import { type App, declaredRoutes } from '#api/core/route/route.ts'
import { operationOf, tagOf } from './operation.ts'
import { responses } from './responses.ts'

const documentation = {
  openapi: '3.1.0',
  info: {
    title: 'Careers website and back office',
    version: '1',
    description:
      'JSON in and out, times in UTC. Unknown keys in a JSON body are refused; unknown form fields and query parameters are ignored. JSON may have 100 keys an object, 1,000 elements an array and 32 levels; an error has at most 20 `details`.',
  },
  servers: [{ url: '/api' }],
  components: {
    responses,
    securitySchemes: {
      bearer: {
        type: 'http' as const,
        scheme: 'bearer',
        description:
          'The token that `POST /auth/login` answers. What a call lists beside it are permissions: one of them is enough, and an admin has them all.',
      },
      token: {
        type: 'http' as const,
        scheme: 'bearer',
        bearerFormat: 'foyer_api_…',
        description:
          'An API token, from the screen API or `POST /tokens`, sent as `Authorization: Bearer …`. The call lists the scope that it needs; a scope for writing includes reading. The person who made it must be permitted as well. Calls that list no scope are 403. At most 600 calls a minute and token.',
      },
    },
  },
}

/** The OpenAPI document of an app's routes. Tags come in the order of the routes. */
export async function describeApi(app: App): Promise<OpenAPIV3_1.Document> {
  const routes = declaredRoutes(app)
  const described = new Hono()
  for (const route of routes)
    described.on(route.method, [route.path], describeRoute(operationOf(route)))
  const tags = [...new Set(routes.map(({ path }) => tagOf(path)))].map((name) => ({ name }))
  return generateSpecs(described, {
    documentation: { ...documentation, tags },
    excludeStaticFile: false,
  })
}
