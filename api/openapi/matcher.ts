/** For tests: compares responses with the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'

type Operation = OpenAPIV3_1.OperationObject
export type Call = { method: string; path: string; operation: Operation }

/** The operations of a document, with paths as routes have them: /jobs/:id. */
export const callsOf = ({ paths = {} }: OpenAPIV3_1.Document): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, ':$1'),
      operation: operation as Operation,
    })),
  )

/** The documented statuses of a call, without server errors. */
export const statusesOf = ({ operation }: Call) =>
  Object.keys(operation.responses ?? {})
    .filter((status) => status !== '5XX')
    .map(Number)

/** The differences between a response and the document; empty when it matches. */
export type Matcher = (call: Call, response: Response) => Promise<string[]>

export function matcherFor(document: OpenAPIV3_1.Document): Matcher {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'openapi')

  const resolved = <T extends object>(part: T | OpenAPIV3_1.ReferenceObject): T =>
    '$ref' in part
      ? (part.$ref
          .slice(2)
          .split('/')
          // biome-ignore lint/suspicious/noExplicitAny: any part of the document
          .reduce((at: any, key) => at?.[key], document) as T)
      : part

  const checks = new Map<object, ValidateFunction>()
  const checkOf = (schema: object) => {
    const check = checks.get(schema) ?? ajv.compile(absolute(schema))
    checks.set(schema, check)
    return check
  }

  function jsonFaults(schema: object, text: string): string[] {
    const check = checkOf(schema)
    if (check(JSON.parse(text))) return []
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    )
  }

  return async function mismatches(call, response) {
    const documented = call.operation.responses?.[response.status]
    if (!documented) return [`${response.status} is not documented`]
    const { headers = {}, content } = resolved<OpenAPIV3_1.ResponseObject>(documented)
    const missing = Object.entries(headers).filter(
      ([name, header]) =>
        resolved<OpenAPIV3_1.HeaderObject>(header).required && !response.headers.has(name),
    )
    const faults = missing.map(([name]) => `no header ${name}`)
    if (!content) return (await response.text()) ? [...faults, 'an undocumented body'] : faults
    const type = response.headers.get('content-type')?.split(';')[0] ?? 'none'
    const media = content[type]
    if (!media) return [...faults, `a body of type ${type}`]
    const text = await response.text()
    return type === 'application/json' && media.schema
      ? [...faults, ...jsonFaults(media.schema, text)]
      : faults
  }
}

/** Resolves references against the document, wherever the schema is compiled. */
const absolute = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'))
