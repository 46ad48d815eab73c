import { type DescribeRouteOptions, resolver } from 'hono-openapi'
import type { z } from 'zod'
import type { Permission } from '#db/enums.ts'
import { conflictWith } from '../http/contract/problem-row.ts'
import { schemaOptions } from './schema-options.ts'

type Part = Omit<DescribeRouteOptions, 'summary'>

/** What its middlewares cannot tell of a call: a summary, and what it answers. */
export const call = (summary: string, ...parts: Part[]): DescribeRouteOptions => ({
  summary,
  ...Object.assign({}, ...parts),
  responses: Object.assign({}, ...parts.map(({ responses }) => responses)),
})

/** A body of JSON of this schema, as an answer has it. */
export const json = (schema: z.ZodType) => ({
  'application/json': { schema: resolver(schema, { options: { ...schemaOptions, io: 'output' } }) },
})

const answer = (status: number, description: string, schema: z.ZodType): Part => ({
  responses: { [status]: { description, content: json(schema) } },
})

export const ok = (schema: z.ZodType) => answer(200, 'Done.', schema)
export const created = (schema: z.ZodType) => answer(201, 'Created.', schema)
export const accepted: Part = {
  responses: { 202: { description: 'Will be done; there is no body.' } },
}
export const nothing: Part = { responses: { 204: { description: 'Done; there is no body.' } } }

const header = (description: string, type: 'integer' | 'string') => ({
  description,
  required: true,
  schema: { type },
})

/** One page of a list, with the headers by which to read on. */
export const list = (row: z.ZodType): Part => ({
  responses: {
    200: {
      description: 'A page of the list; empty past the end.',
      headers: {
        'X-Total-Count': header('How many there are on all pages.', 'integer'),
        Link: header('The `first`, `prev`, `next` and `last` page (RFC 8288).', 'string'),
      },
      content: json(row.array()),
    },
  },
})

const named = {
  400: 'Invalid',
  401: 'SignedOut',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'TooLarge',
  415: 'WrongType',
  429: 'TooManyTries',
  503: 'Maintenance',
}

/** Why the call may be refused, beyond what its middlewares refuse. */
export const refused = (...statuses: (keyof typeof named)[]): Part => ({
  responses: Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${named[status]}` }]),
  ),
})

/** Refused because the row has moved on since `updated_at`, or for another rule of state. */
export const stale = (row: z.ZodType) =>
  answer(
    409,
    'It would break a rule, or the row has changed since `updated_at`: then `current` is the row as it is.',
    conflictWith(row),
  )

/** Open to anyone, but with one of these permissions there is more to see, as `description` says. */
export const moreFor = (description: string, ...permissions: Permission[]): Part => ({
  description,
  security: [{}, ...permissions.map((permission) => ({ bearer: [permission] }))],
})
