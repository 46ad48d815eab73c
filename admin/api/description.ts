/** The OpenAPI description as the screen needs it: references followed, said in words. */
import { queryOptions } from '@tanstack/react-query'
import { api, read } from '../lib/api.ts'
import { whoMay } from './who-may.ts'

/** As much of JSON Schema as the description makes use of. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  description?: string
  format?: string
  pattern?: string
  contentMediaType?: string
  default?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}
export type Schemas = Record<string, Schema>

type Media = Record<string, { schema: Schema }>
type Response = {
  description: string
  headers?: Record<string, { description?: string }>
  content?: Media
}
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}
export type Security = { bearer?: string[] }[]
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: Security
  parameters?: Parameter[]
  requestBody?: { description?: string; content: Media }
  responses: Record<string, Response | { $ref: string }>
}
export type Document = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Schemas
    responses: Record<string, Response>
    securitySchemes: { bearer: { description: string } }
  }
}

export type Answer = {
  /** A number, or `5XX`. */
  status: string
  description: string
  headers: [name: string, description: string][]
  type?: string | undefined
  schema?: Schema | undefined
}
export type Call = Pick<Operation, 'summary' | 'description'> & {
  id: string
  method: string
  path: string
  tag: string
  who: string
  signedIn: boolean
  parameters: Parameter[]
  body?: { type: string; description?: string | undefined; schema: Schema } | undefined
  answers: Answer[]
}

function answerOf(status: string, response: Response): Answer {
  const [[type, media] = []] = Object.entries(response.content ?? {})
  const headers = Object.entries(response.headers ?? {})
  return {
    status,
    description: response.description,
    headers: headers.map(([name, { description = '' }]) => [name, description]),
    type: type && Object.keys(response.content ?? {}).join(', '),
    schema: media?.schema,
  }
}

function bodyOf({ requestBody }: Operation): Call['body'] {
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {})
  return type && media
    ? { type, description: requestBody?.description, schema: media.schema }
    : undefined
}

/** Every call, in the order of the document. */
export const callsOf = ({ paths, components }: Document): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0] ?? '',
      summary: operation.summary,
      description: operation.description,
      who: whoMay(operation.security),
      signedIn: Boolean(operation.security?.every(({ bearer }) => bearer)),
      parameters: operation.parameters ?? [],
      body: bodyOf(operation),
      answers: Object.entries(operation.responses).flatMap(([status, response]) => {
        const followed = '$ref' in response ? components.responses[nameOf(response.$ref)] : response
        return followed ? answerOf(status, followed) : []
      }),
    })),
  )

/** `#/components/schemas/Job` as `Job`. */
export const nameOf = (reference: string) => reference.split('/').at(-1) ?? ''

/** The schema that a reference leads to, or the schema itself. */
export const followed = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref ? (schemas[nameOf(schema.$ref)] ?? {}) : schema

export const descriptionQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: () => read(api['openapi.json'].$get()) as Promise<unknown> as Promise<Document>,
  // It only ever changes with the server.
  staleTime: Number.POSITIVE_INFINITY,
})
