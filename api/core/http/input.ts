import type { Context } from 'hono'
import { z } from 'zod'
import { Problem } from './problem.ts'

/** A 400 with the issues of zod as `details`. */
export function invalid(
  issues: readonly z.core.$ZodIssue[],
  say = (issue: z.core.$ZodIssue) => issue.message,
): Problem {
  const place = ({ path }: z.core.$ZodIssue) => path.join('\0')
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(place))
  // Text in place of a list is not also too long a list.
  const real = issues.filter(
    (issue) => issue.code === 'invalid_type' || !mistyped.has(place(issue)),
  )
  const details = real.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key],
          message: `Unknown field ${key.slice(0, 100)}`,
        }))
      : [{ path: issue.path, message: say(issue) }],
  )
  // A rule about the whole body blames no field.
  const ofFields = details.filter(({ path }) => path.length > 0)
  return new Problem(400, details[0]?.message ?? 'Invalid input', {
    ...(ofFields.length && {
      details: ofFields as { path: (string | number)[]; message: string }[],
    }),
  })
}

const kilobyte = 1024
/** The largest body of a caller who isn't signed in. */
export const visitorLimitKb = 8

/** Reads at most `limit` bytes, whatever Content-Length says. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new Problem(413, `The request is larger than ${limit / kilobyte} KB`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length
      if (size > limit) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    // A client that disconnects or is too slow is not a server error.
    throw error instanceof Problem ? error : new Problem(400, 'The request was interrupted')
  }
  return Buffer.concat(chunks)
}

/** @throws 400 when the body is not valid JSON in UTF-8, or repeats a field. */
function parseJson(bytes: Uint8Array): unknown {
  let text: string
  let json: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    json = JSON.parse(text)
  } catch {
    throw new Problem(400, 'The body is not valid JSON')
  }
  const field = findDuplicate(text)
  if (field !== undefined) throw Problem.field(400, field, 'Duplicate field')
  return json
}

/**
 * The first field that valid JSON repeats in its outermost object: JSON.parse reads the last of
 * them, other parsers the first (RFC 8259 §4).
 */
function findDuplicate(json: string): string | undefined {
  const seen = new Set<string>()
  let level = 0
  for (const [token, text, colon] of json.matchAll(/[{}[\]]|("(?:[^"\\]+|\\.)*")(\s*:)?/g)) {
    if (token === '{' || token === '[') level++
    else if (token === '}' || token === ']') level--
    else if (text && colon && level === 1) {
      const field: string = JSON.parse(text)
      if (seen.has(field)) return field
      seen.add(field)
    }
  }
  return undefined
}

/** A JSON body of a route. */
export type JsonBody<S extends z.ZodType> = {
  schema: S
  /** For the OpenAPI document; tests send it. */
  example: z.input<S>
  /** No body is the same as an empty object. */
  isOptional?: true
  /** Fields that GET returns and a caller may send back: ignored. */
  readOnly?: readonly string[]
  /** 256 by default; 512 where there is rich text. Visitors may send at most `visitorLimitKb`. */
  limitKb?: number
  /** The message of an issue, where the schema's messages are keys. */
  say?: (issue: z.core.$ZodIssue) => string
}
export const defaultLimitKb = 256

type Caller = {
  isVisitor: boolean
  /** Resolves when there is CPU time to parse. */
  schedule?: (() => Promise<void>) | undefined
}

/** Validates the JSON body, for `c.req.valid('json')`; throws 415, 413 and 400. */
export async function readJson(
  { req }: Pick<Context, 'req'>,
  {
    schema,
    readOnly = [],
    limitKb = defaultLimitKb,
    say,
    isOptional,
  }: Omit<JsonBody<z.ZodType<object>>, 'example'>,
  { isVisitor, schedule }: Caller,
): Promise<void> {
  const type = req.header('content-type') ?? ''
  if (isOptional && type === '' && !req.raw.body) {
    req.addValidatedData('json', schema.parse({}))
    return
  }
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new Problem(415, 'Send JSON (Content-Type: application/json)')
  const limit = isVisitor ? Math.min(limitKb, visitorLimitKb) : limitKb
  const bytes = await readBody(req.raw, limit * kilobyte)
  await schedule?.()
  const json = parseJson(bytes)
  const takesList = schema instanceof z.ZodArray
  if (typeof json !== 'object' || json === null || Array.isArray(json) !== takesList)
    throw new Problem(400, `The body must be a JSON ${takesList ? 'array' : 'object'}`)
  const writable = Object.fromEntries(
    Object.entries(json).filter(([key]) => !readOnly.includes(key)),
  )
  const result = schema.safeParse(takesList ? json : writable)
  if (!result.success) throw invalid(result.error.issues, say)
  req.addValidatedData('json', result.data)
}

export type QueryInput<S extends z.ZodRawShape> = {
  [K in keyof S]?: z.output<S[K]> extends readonly unknown[] ? string | string[] : string
}

const isList = (schema: unknown): boolean =>
  schema instanceof z.ZodDefault ? isList(schema.unwrap()) : schema instanceof z.ZodArray

/**
 * Validates the query string, for `c.req.valid('query')`: 400 for a repeated parameter that takes
 * one value, unknown ones are ignored.
 */
export function readQuery({ req }: Pick<Context, 'req'>, schema: z.ZodObject): void {
  const given: Record<string, string | string[] | undefined> = {}
  for (const [key, values] of Object.entries(req.queries())) {
    const takesSeveral = isList(schema.shape[key])
    if (!takesSeveral && values.length > 1 && Object.hasOwn(schema.shape, key))
      throw Problem.field(400, key, `Give ${key} only once`)
    given[key] = takesSeveral ? values : values[0]
  }
  const result = schema.safeParse(given)
  if (!result.success) throw invalid(result.error.issues)
  req.addValidatedData('query', result.data)
}
