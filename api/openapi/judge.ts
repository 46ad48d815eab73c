/** For tests: holds answers against the description. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'

export type Operation = OpenAPIV3_1.OperationObject
export type Call = { method: string; path: string; operation: Operation }

/** The calls of a description, with the methods in capitals and the paths as routes write them: /jobs/:id. */
export const callsOf = ({ paths = {} }: OpenAPIV3_1.Document): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, ':$1'),
      operation: operation as Operation,
    })),
  )

/** The statuses a call may answer by its description, but for failures of the machine. */
export const statusesOf = ({ operation }: Call) =>
  Object.keys(operation.responses ?? {})
    .filter((status) => status !== '5XX')
    .map(Number)

/** What is wrong with an answer, told in a few words each; nothing when it is as described. */
export type Judge = (call: Call, answer: Response) => Promise<string[]>

/** Judges by this description. */
export function judgeBy(document: OpenAPIV3_1.Document): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'openapi')

  const followed = <T extends object>(part: T | OpenAPIV3_1.ReferenceObject): T =>
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

  function faultsOfJson(schema: object, text: string): string[] {
    const check = checkOf(schema)
    if (check(JSON.parse(text))) return []
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    )
  }

  return async function judge(call, answer) {
    const told = call.operation.responses?.[answer.status]
    if (!told) return [`${answer.status} is not described`]
    const { headers = {}, content } = followed<OpenAPIV3_1.ResponseObject>(told)
    const missing = Object.keys(headers).filter((name) => !answer.headers.has(name))
    const faults = missing.map((name) => `no header ${name}`)
    if (!content) return (await answer.text()) ? [...faults, 'a body where there is none'] : faults
    const type = answer.headers.get('content-type')?.split(';')[0] ?? 'none'
    const media = content[type]
    if (!media) return [...faults, `a body of type ${type}`]
    const text = await answer.text()
    return type === 'application/json' && media.schema
      ? [...faults, ...faultsOfJson(media.schema, text)]
      : faults
  }
}

/** References that lead into the document, wherever the schema itself stands. */
const absolute = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'))
