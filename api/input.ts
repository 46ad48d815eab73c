import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Env } from './http.ts'
import { parseJson } from './json.ts'
import { asking } from './openapi/asks.ts'
import { Problem } from './problem.ts'

/** The issues of zod as the details of a 400. */
export function invalid(issues: readonly z.core.$ZodIssue[]): Problem {
  const details = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key],
          message: `Unknown field ${key.slice(0, 100)}`,
        }))
      : [{ path: issue.path, message: issue.message }],
  )
  return new Problem(400, details[0]?.message ?? 'Invalid input', {
    details: details as { path: (string | number)[]; message: string }[],
  })
}

const kilobyte = 1024
/** The largest body of a caller who is not signed in. */
export const visitorLimitKb = 8

/** Reads at most `limit` bytes, also when the sender announced less or nothing. */
async function readBody(request: Request, limit: number): Promise<Uint8Array> {
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
    // Whoever goes away, or is too slow, is no failure of ours.
    throw error instanceof Problem ? error : new Problem(400, 'The request was interrupted')
  }
  return Buffer.concat(chunks)
}

/**
 * The JSON body, validated: 415, 413 and 400 come from here. `readOnly` names what a row carries
 * when GET returned it: it may come back and is ignored. `limitKb` is 512 where there is rich text; callers
 * who are not signed in get `visitorLimitKb`.
 */
export const body = <S extends z.ZodType<object>>(
  schema: S,
  { readOnly = [], limitKb = 256 }: { readOnly?: readonly string[]; limitKb?: number } = {},
): MiddlewareHandler<Env, string, { in: { json: z.input<S> }; out: { json: z.output<S> } }> =>
  asking({ json: { schema, readOnly, limitKb } }, async function body(c, next) {
    const type = c.req.header('content-type') ?? ''
    if (!/^application\/json\s*(;|$)/i.test(type))
      throw new Problem(415, 'Send JSON (Content-Type: application/json)')
    const limit = c.var.user ? limitKb : Math.min(limitKb, visitorLimitKb)
    const bytes = await readBody(c.req.raw, limit * kilobyte)
    await c.env?.schedule?.()
    const json = parseJson(bytes)
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      throw new Problem(400, 'The body must be a JSON object')
    const writable = Object.fromEntries(
      Object.entries(json).filter(([key]) => !readOnly.includes(key)),
    )
    const result = schema.safeParse(writable)
    if (!result.success) throw invalid(result.error.issues)
    c.req.addValidatedData('json', result.data)
    await next()
  })

type QueryInput<S extends z.ZodRawShape> = { [K in keyof S]?: string }

/** The query string, validated; a parameter that repeats is a 400, unknown ones are ignored. */
export const query = <S extends z.ZodRawShape>(
  shape: S,
): MiddlewareHandler<
  Env,
  string,
  { in: { query: QueryInput<S> }; out: { query: z.output<z.ZodObject<S>> } }
> => {
  const schema = z.object(shape)
  return asking({ query: schema }, async function query(c, next) {
    const all = c.req.queries()
    const single: Record<string, string | undefined> = {}
    for (const [key, values] of Object.entries(all)) {
      if (values.length > 1 && Object.hasOwn(shape, key))
        throw Problem.field(400, key, `Give ${key} only once`)
      single[key] = values[0]
    }
    const result = schema.safeParse(single)
    if (!result.success) throw invalid(result.error.issues)
    c.req.addValidatedData('query', result.data as object)
    await next()
  })
}
