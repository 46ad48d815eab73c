import { type DescribeRouteOptions, resolver } from 'hono-openapi'
import { z } from 'zod'
import { defaultLimitKb, visitorLimitKb } from '#api/core/http/input.ts'
import type { Access, Answers, Declaration, DeclaredRoute } from '#api/core/route/route.ts'
import { jsonContent, schemaOptions } from './schema-options.ts'

type Parameters = NonNullable<DescribeRouteOptions['parameters']>
type Responses = NonNullable<DescribeRouteOptions['responses']>

/** The shared refusals of responses.ts by status. */
const refusals: Record<number, string> = {
  400: 'Invalid',
  401: 'SignedOut',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'TooLarge',
  415: 'WrongType',
  423: 'Locked',
  429: 'TooManyTries',
  503: 'Maintenance',
}

const refused = (...statuses: number[]): Responses =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${refusals[status]}` }]),
  )

const descriptions: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Will be done; there is no body.',
  204: 'Done; there is no body.',
  409: 'It would break a rule, or the row has changed since `updated_at`: then `current` is the row as it is.',
}

const header = (description: string, type: 'integer' | 'string', required = true) => ({
  description,
  required,
  schema: { type },
})

const capped = (description: string) => ({
  'X-Total-Count-Capped': header(description, 'string', false),
})

const listHeaders = {
  'X-Total-Count': header('How many there are on all pages.', 'integer'),
  ...capped('With `true`, there are more than `X-Total-Count`, and Link has no `last`.'),
  Link: header('The `first`, `prev`, `next` and `last` page (RFC 8288).', 'string'),
}

const isList = ({ query }: Declaration) => query !== undefined && 'per_page' in query

function responseOf(status: number, answer: Answers[number], declared: Declaration) {
  if (answer === 'refused') return refused(status)[status]
  const description = descriptions[status] ?? ''
  if (answer === null) return { description }
  if (!(answer instanceof z.ZodType)) return answer
  return status === 200 && isList(declared)
    ? {
        description: 'A page of the list; empty past the end.',
        headers: listHeaders,
        content: jsonContent(answer),
      }
    : {
        description,
        ...(status === 200 &&
          declared.mayBeCapped && {
            headers: capped('With `true`, a count is at least that high.'),
          }),
        content: jsonContent(answer),
      }
}

/** The refusals that follow from what a route asks for. */
function impliedRefusals({ access, scope, json, query }: Declaration): Responses {
  const statuses: number[] = []
  if (access.kind === 'open' && !access.inMaintenance) statuses.push(503)
  if (access.kind !== 'open') statuses.push(401)
  if (access.kind === 'can' || (access.kind === 'signedIn' && !access.beforeEnrolment) || scope)
    statuses.push(403)
  // Only for API tokens.
  if (scope) statuses.push(429)
  if (query || json) statuses.push(400)
  if (json) statuses.push(413, 415)
  return refused(...statuses)
}

/** Beside a session, or nothing where the operation is open, an API token with the scope. */
function securityOf({ access, scope }: Declaration): DescribeRouteOptions {
  const { security } = sessionsFor(access)
  return scope
    ? { security: [...(security ?? [{}]), { token: [scope] }] }
    : { ...(security && { security }) }
}

function sessionsFor(access: Access): DescribeRouteOptions {
  const holding = (needs: readonly string[]) => needs.map((need) => ({ bearer: [need] }))
  if (access.kind === 'signedIn') return { security: [{ bearer: [] }] }
  if (access.kind === 'can') {
    const { anyOf, and } = access
    const sets = anyOf.flatMap((one) =>
      (and ?? [one]).map((other) => new Set<string>([one, other])),
    )
    // Without those that ask for more than another.
    const least = sets.filter(
      (set) => !sets.some((less) => less.size < set.size && [...less].every((one) => set.has(one))),
    )
    return { security: least.map((set) => ({ bearer: [...set] })) }
  }
  return access.seesMore ? { security: [{}, ...holding(access.seesMore)] } : {}
}

// hono-openapi resolves no schemas in parameters.
function parametersOf(where: 'query' | 'header', shape: z.ZodRawShape = {}): Parameters {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(shape), {
    ...schemaOptions,
    io: 'input',
  })
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as { description?: string }
    return {
      in: where,
      name,
      ...(where !== 'header' && { required: required.includes(name) }),
      ...(description && where === 'header'
        ? { description, schema }
        : { schema: property as object }),
    }
  })
}

function bodyOf({ access, json, form }: Declaration): DescribeRouteOptions {
  if (!json && !form) return {}
  const { readOnly = [], limitKb = defaultLimitKb, isOptional = false } = json ?? {}
  const limit = `At most ${access.kind === 'open' ? visitorLimitKb : limitKb} KB.`
  const schemaOf = (schema: z.ZodType) => ({
    schema: resolver(schema, { options: schemaOptions }),
  })
  return {
    requestBody: {
      required: !isOptional,
      ...(json && {
        description: readOnly.length
          ? `${limit} A row may be sent back as it was read: ${readOnly.join(', ')} are ignored.`
          : limit,
      }),
      content: {
        ...(json && { 'application/json': { ...schemaOf(json.schema), example: json.example } }),
        ...(form && { 'multipart/form-data': schemaOf(form) }),
      },
    },
  }
}

/** The tag of a route, where it isn't the first segment of its path. */
const tags: Record<string, string> = {
  auth: 'Account',
  audit: 'Audit trail',
  outbox: 'Mail',
  'openapi.json': 'API',
}

/** The heading under which the document lists a route. */
export function tagOf(path: string): string {
  const [, noun = ''] = path.split('/')
  return tags[noun] ?? noun[0]?.toUpperCase() + noun.slice(1)
}

/** `GET /jobs/:id/resume` as `getJobsByIdResume`. */
const operationId = (method: string, path: string) =>
  method.toLowerCase() +
  path.replace('/:', '/by-').replace(/[^a-z]+([a-z])/gi, (_, first: string) => first.toUpperCase())

/** Row ids are numbers, unless `params` says otherwise. */
const pathParameters = (path: string, params: z.ZodRawShape = {}) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    in: 'path',
    name,
    required: true,
    schema: name === 'id' && !params.id ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }))

/** The operation that describes a route. */
export function operationOf({ method, path, declaration }: DeclaredRoute): DescribeRouteOptions {
  const { summary, description, query, headers, params, answers } = declaration
  const answered = Object.entries(answers).map(([status, answer]) => [
    status,
    responseOf(Number(status), answer, declaration),
  ])
  return {
    operationId: operationId(method, path),
    summary,
    ...(description && { description }),
    tags: [tagOf(path)],
    ...securityOf(declaration),
    parameters: [
      ...pathParameters(path, params),
      ...parametersOf('query', query),
      ...parametersOf('header', headers),
    ] as Parameters,
    ...bodyOf(declaration),
    responses: {
      '5XX': { $ref: '#/components/responses/Failure' },
      ...impliedRefusals(declaration),
      ...Object.fromEntries(answered),
    },
  }
}
