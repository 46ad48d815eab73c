/** For tests: valid and invalid requests generated from the OpenAPI document. */
import fc from 'fast-check'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Call } from '../matcher.ts'
import { fitting, hostile, hostileText, type Schema, spoiled } from './values.ts'

export const people = ['rita', 'joe', 'pam', 'uma', 'sam', 'ada'] as const
export type Who = (typeof people)[number] | 'visitor' | 'stale' | 'crooked'

/** The index of an existing row, or a literal value. */
type Place = number | string

export type Trial = {
  call: Pick<Call, 'method' | 'path'>
  who: Who
  places: Record<string, Place>
  query: [string, string][]
  headers: Record<string, string>
  body: { json: unknown } | { text: string } | { form: Record<string, unknown> } | undefined
}

const who = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Who>(...people) },
  { weight: 4, arbitrary: fc.constant<Who>('ada') },
  { weight: 1, arbitrary: fc.constantFrom<Who>('visitor', 'stale', 'crooked') },
)

const malformedIds = [
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  'abc',
  '%00',
  '%',
  '%ff',
  '1%20',
  '9007199254740993',
]

const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 1000 }) },
  { weight: 1, arbitrary: fc.constantFrom(...malformedIds) },
  // URLs drop dot segments before they are sent.
  {
    weight: 1,
    arbitrary: hostileText
      .filter((text) => text.isWellFormed() && !/^\.{0,2}$/.test(text))
      .map(encodeURIComponent),
  },
)

const parametersOf = ({ operation }: Call, where: string) =>
  ((operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]).filter(
    (parameter) => parameter.in === where,
  )

const schemaOf = ({ schema = {} }: OpenAPIV3_1.ParameterObject) => schema as Schema

const someOf = (parameters: OpenAPIV3_1.ParameterObject[]) =>
  fc.record(
    Object.fromEntries(
      parameters.map((parameter) => [parameter.name, fitting(schemaOf(parameter)).map(String)]),
    ),
    { requiredKeys: [] },
  ) as fc.Arbitrary<Record<string, string>>

const queryOf = (call: Call): fc.Arbitrary<[string, string][]> => {
  const parameters = parametersOf(call, 'query')
  const names = fc.constantFrom('nobody', ...parameters.map(({ name }) => name))
  return fc
    .tuple(someOf(parameters), names, hostileText, fc.nat({ max: 3 }))
    .map(([values, name, text, luck]) => {
      const pairs = Object.entries(values) as [string, string][]
      return luck ? pairs : [...pairs, [name, text]]
    })
}

const types = [
  'application/json; charset=utf-8',
  'text/plain',
  'application/jsonx',
  'multipart/form-data',
  '',
]

/** Headers hold bytes (RFC 9110 §5.5): clients send no other characters, nor control characters. */
const sendable = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e]/g, '?')]),
  )

/** Documented headers, and sometimes an unexpected content type. */
const headersOf = (call: Call): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(someOf(parametersOf(call, 'header')), fc.constantFrom(...types), fc.nat({ max: 15 }))
    .map(([known, type, luck]) => ({ ...sendable(known), ...(!luck && { 'content-type': type }) }))

function bodyOf({ operation }: Call): fc.Arbitrary<Trial['body']> {
  const { content = {} } = (operation.requestBody ?? {}) as OpenAPIV3_1.RequestBodyObject
  const json = content['application/json']?.schema as Schema | undefined
  const form = content['multipart/form-data']?.schema as Schema | undefined
  const schema = json ?? form
  if (!schema) return fc.constantFrom(undefined, undefined, { text: '{' }, { text: '' })
  const fits = fitting(schema) as fc.Arbitrary<Record<string, unknown>>
  const wrapped = (value: unknown) =>
    json ? { json: value } : { form: value as Record<string, unknown> }
  return fc.oneof(
    { weight: 6, arbitrary: fits.map(wrapped) },
    { weight: 3, arbitrary: spoiled(fits).map(wrapped) },
    { weight: 1, arbitrary: hostile.map((json) => ({ json })) },
    { weight: 1, arbitrary: hostileText.map((text) => ({ text })) },
  )
}

/** Creates more often than it deletes, so that rows remain. */
const weightOf = ({ method, operation }: Call) => {
  if (operation.responses?.[201]) return 6
  return method === 'DELETE' ? 1 : 3
}

const requestTo = (call: Call): fc.Arbitrary<Trial> =>
  fc.record({
    call: fc.constant({ method: call.method, path: call.path }),
    who,
    places: fc.record(
      Object.fromEntries(parametersOf(call, 'path').map(({ name }) => [name, place])),
    ),
    query: queryOf(call),
    headers: headersOf(call),
    body: bodyOf(call),
  })

export const trialOf = (calls: Call[]): fc.Arbitrary<Trial> =>
  fc.oneof(...calls.map((call) => ({ weight: weightOf(call), arbitrary: requestTo(call) })))
