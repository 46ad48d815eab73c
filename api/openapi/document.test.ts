import { Validator } from '@seriousme/openapi-schema-validator'
import { inspectRoutes } from 'hono/dev'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, expect, test } from 'vitest'
import { webhookEvents } from '#db/enums.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
const document: OpenAPIV3_1.Document = (await w.visitor.get('/openapi.json')).body
afterAll(() => w.remove())

const operations = () =>
  Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation: operation as OpenAPIV3_1.OperationObject,
    })),
  )

/** Every route of the app, without /api. */
const registered = () => [
  ...new Set(
    inspectRoutes(w.api)
      .filter(({ isMiddleware }) => !isMiddleware)
      .map(({ method, path }) => `${method} ${path.slice('/api'.length)}`),
  ),
]

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(document.openapi).toMatch(/^3\.1\./)
})

test('the document has every route and nothing else', () => {
  expect(operations().map(({ route }) => route)).toEqual(expect.arrayContaining(registered()))
  expect(operations()).toHaveLength(registered().length)
})

test('every operation has a summary, a tag and a unique operationId', () => {
  const names = operations().map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const { route, operation } of operations())
    expect(operation, route).toEqual(
      expect.objectContaining({
        operationId: expect.stringMatching(/^[a-z]+([A-Z][a-z]*)+$/),
        summary: expect.stringMatching(/^[A-Z]/),
        tags: [expect.any(String)],
      }),
    )
})

test('every reference resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(100)
  for (const [, path = ''] of references) {
    // biome-ignore lint/suspicious/noExplicitAny: any part of the document
    const target = path.split('/').reduce((part: any, key) => part?.[key], document)
    expect(target, path).toBeTypeOf('object')
  }
})

test('the document is the same for every user', async () => {
  expect((await (await w.as('ada')).get('/openapi.json')).body).toEqual(document)
})

test('the events of webhooks are described with the body that is sent', async () => {
  const { body } = await w.visitor.get('/openapi.json')
  expect(Object.keys(body.webhooks)).toEqual(webhookEvents)
  const { post } = body.webhooks['interview.booked']
  const { properties } = post.requestBody.content['application/json'].schema
  expect(Object.keys(properties)).toEqual(['type', 'timestamp', 'data'])
  expect(properties.type.enum).toEqual(webhookEvents)
})
