import { Hono } from 'hono'
import { describeRoute, generateSpecs } from 'hono-openapi'
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import { type App, declaredRoutes } from '#api/core/route/route.ts'
import { webhookMessage } from '#api/office/webhooks/contract/row.ts'
import { webhookEvents } from '#db/enums.ts'
import { operationOf, tagOf } from './operation.ts'
import { responses } from './responses.ts'
import { schemaOptions } from './schema-options.ts'

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

/** What is sent to webhooks, one for each event (OpenAPI 3.1 §4.8.1). */
function describeWebhooks(): NonNullable<OpenAPIV3_1.Document['webhooks']> {
  const { $schema: _, ...schema } = z.toJSONSchema(webhookMessage, {
    ...schemaOptions,
    io: 'output',
  })
  // Of OpenAPI 3.0: these types have no other for webhooks.
  const bodySchema = schema as unknown as OpenAPIV3.NonArraySchemaObject
  return Object.fromEntries(
    webhookEvents.map((event) => [
      event,
      {
        post: {
          summary: `What is sent when this happens: ${event}`,
          description:
            'Signed as https://www.standardwebhooks.com says. The same event may arrive more than once, with the same `webhook-id`; those of one application arrive in order. Whatever is not answered with 2xx within 10 seconds is sent again for three days.',
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
            name,
            in: 'header',
            required: true,
            schema: { type: 'string' as const },
          })),
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: bodySchema },
            },
          },
          responses: {
            '2XX': { description: 'It arrived.' },
            410: { description: 'Nothing more is wanted: the webhook is switched off.' },
          },
        },
      },
    ]),
  )
}

/** The OpenAPI document of an app's routes. Tags come in the order of the routes. */
export async function describeApi(app: App): Promise<OpenAPIV3_1.Document> {
  const routes = declaredRoutes(app)
  const described = new Hono()
  for (const route of routes)
    described.on(route.method, [route.path], describeRoute(operationOf(route)))
  const tags = [...new Set(routes.map(({ path }) => tagOf(path)))].map((name) => ({ name }))
  const document = await generateSpecs(described, {
    documentation: { ...documentation, tags },
    excludeStaticFile: false,
  })
  return { ...document, webhooks: describeWebhooks() }
}
