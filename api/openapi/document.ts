import { Hono } from 'hono'
import { type DescribeRouteOptions, describeRoute, generateSpecs } from 'hono-openapi'
import type { OpenAPIV3_1 } from 'openapi-types'
import { declaredRoutes } from '../route.ts'
import { asked } from './asked.ts'
import { callsByTag } from './calls.ts'
import { describe } from './declared.ts'
import { responses } from './responses.ts'
import { type Route, type Routes, routesOf } from './routes.ts'

const documentation = {
  openapi: '3.1.0',
  info: {
    title: 'Careers website and back office',
    version: '1',
    description:
      'JSON in and out, times in UTC. Unknown keys in a JSON body are refused; unknown form fields and query parameters are ignored. JSON may have 100 keys an object, 1,000 elements an array and 32 levels; an error has at most 20 `details`.',
  },
  servers: [{ url: '/api' }],
  tags: Object.keys(callsByTag).map((name) => ({ name })),
  components: {
    responses,
    securitySchemes: {
      bearer: {
        type: 'http' as const,
        scheme: 'bearer',
        description:
          'The token that `POST /auth/login` answers. What a call lists beside it are permissions: one of them is enough, and an admin has them all.',
      },
    },
  },
}

/** `GET /jobs/:id/resume` as `getJobsByIdResume`. */
const operationId = (method: string, path: string) =>
  method.toLowerCase() +
  path.replace('/:', '/by-').replace(/[^a-z]+([a-z])/gi, (_, first: string) => first.toUpperCase())

/** What every call has. Ids are numbers, unless its row says otherwise. */
const basics = ({ method, path }: Route): DescribeRouteOptions => ({
  operationId: operationId(method, path),
  parameters: [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    in: 'path',
    name,
    required: true,
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  })),
  responses: { '5XX': { $ref: '#/components/responses/Failure' } },
})

/** What calls.ts tells of a call; of one that it does not know, nothing. */
const told = ({ method, path }: Route): DescribeRouteOptions[] =>
  Object.entries(callsByTag).flatMap(([tag, calls]) => {
    const row = calls[`${method} ${path}`]
    return row ? { ...row, tags: [tag] } : []
  })

/** The OpenAPI description of an app's calls. */
export async function describeApi(app: Routes): Promise<OpenAPIV3_1.Document> {
  const described = new Hono()
  const declared = new Map(
    declaredRoutes(app).map((route) => [`${route.method} ${route.path}`, route]),
  )
  for (const route of routesOf(app)) {
    const declaration = declared.get(`${route.method} ${route.path}`)
    const parts = declaration
      ? [basics(route), ...describe(declaration)]
      : [basics(route), ...asked(route.asks), ...told(route)]
    described.on(route.method, [route.path], ...parts.map(describeRoute))
  }
  return generateSpecs(described, { documentation, excludeStaticFile: false })
}
