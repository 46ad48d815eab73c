import { type DescribeRouteOptions, resolver } from 'hono-openapi'
import { z } from 'zod'
import { visitorLimitKb } from '../http/input.ts'
import type { Asks } from './asks.ts'
import { refused } from './call.ts'
import { schemaOptions } from './schema-options.ts'

type Asked<K extends keyof Asks> = NonNullable<Asks[K]>

/** Who passes all the guards. Of the permissions that one guard lists, any is enough. */
function whoMay(guards: Asked<'signedIn'>[]): DescribeRouteOptions {
  const lists = guards.flatMap(({ anyOf }) => (anyOf ? [anyOf] : []))
  const shutsOut = !guards.every(({ soFar }) => soFar)
  if (!lists.length)
    return { security: [{ bearer: [] }], ...(shutsOut ? refused(401, 403) : refused(401)) }
  const [first = [], ...others] = lists
  const enough = first.filter((held) => others.every((list) => list.includes(held)))
  return { security: enough.map((held) => ({ bearer: [held] })), ...refused(401, 403) }
}

const bodyOf = ({ schema, readOnly, limitKb }: Asked<'json'>): DescribeRouteOptions => ({
  requestBody: {
    required: true,
    description: readOnly.length
      ? `At most ${limitKb} KB. A row may be sent back as it was read: ${readOnly.join(', ')} are ignored.`
      : `At most ${limitKb} KB.`,
    content: { 'application/json': { schema: resolver(schema, { options: schemaOptions }) } },
  },
  ...refused(400, 413, 415),
})

/** The library resolves no schemas in parameters, so they are made here. */
function queryOf(schema: Asked<'query'>): DescribeRouteOptions {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    ...schemaOptions,
    io: 'input',
  })
  const parameters = Object.entries(properties).map(([name, property]) => ({
    in: 'query',
    name,
    required: required.includes(name),
    schema: property as object,
  }))
  return { parameters, ...refused(400) }
}

/** What the middlewares of one call ask for, as the parts of its description. */
export function asked(asks: Asks[]): DescribeRouteOptions[] {
  const guards = asks.flatMap(({ signedIn }) => signedIn ?? [])
  return [
    ...(guards.length ? [whoMay(guards)] : []),
    ...asks.flatMap(({ json }) =>
      json ? bodyOf(guards.length ? json : { ...json, limitKb: visitorLimitKb }) : [],
    ),
    ...asks.flatMap(({ query }) => (query ? queryOf(query) : [])),
  ]
}
