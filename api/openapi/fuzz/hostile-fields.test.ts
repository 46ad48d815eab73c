import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defaultLimitKb, visitorLimitKb } from '#api/core/http/input.ts'
import { type DeclaredRoute, declaredRoutes } from '#api/core/route/route.ts'
import { isSentence, refusalErrors, watchDatabase } from '#api/openapi/bad-input/refusal.ts'
import { candidateLinks, passkeys, secondFactors, sessions, settings, users } from '#db/schema.ts'
import { type ApiResponse, type World, world } from '#scripts/testing/world.ts'
import { prepare, successesOf } from '../examples.ts'
import { callsOf, type Matcher, matcherFor } from '../matcher.ts'
import { schemaOptions } from '../schema-options.ts'
import { hasHiddenCharacters, hostileValues, type Schema, type Source } from './values.ts'

/** Repeats a failed run. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`FUZZ_SEED=${seed}`)
/** Beside the limits of each field; `npm run fuzz` sends all. */
const maxValues = process.env.FUZZ_REQUESTS ? undefined : 12

/** A field of a JSON body, a query or a form. */
type Field = {
  /** The index, if the body is an array. */
  name: string | number
  schema: Schema
  /** Longer than any text should be, and as long as the request may be. */
  tooLong: number
  source: Source
  send: (value: unknown) => Promise<Response>
  /** Whether the schema refuses the value in an otherwise valid request. */
  refuses: (value: unknown) => boolean
}

const w: World = await world()
const successes = successesOf(w.api)
const routes = declaredRoutes(w.api)
  .map((route) => ({ ...route, name: `${route.method} ${route.path.replace('/api', '')}` }))
  .filter(({ declaration: { json, query, form } }) => json || query || form)

const objectIn = (schema: z.ZodType): z.ZodObject =>
  schema instanceof z.ZodPipe ? objectIn(schema.in as z.ZodType) : (schema as z.ZodObject)

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { ...schemaOptions, io: 'input' }) as Schema

const jsonSchemas = ({ shape }: z.ZodObject): [name: string, Schema][] =>
  Object.entries(shape).map(([name, field]) => [name, jsonSchema(field as z.ZodType)])

/** The one form field that falls back to its default when it is wrong. */
const lenient = 'motivation_letter_format'

/** Whether the result blames the field. */
const blames = (name: string | number, result: z.ZodSafeParseResult<unknown>) =>
  !result.success && result.error.issues.some(({ path }) => path[0] === name)

function fieldsOf({ name: route, method, path, declaration }: DeclaredRoute & { name: string }) {
  const example = successes[route]!
  const address = example.at ?? path.replace('/api', '').replace(/:\w+/, '1')
  const call = async (at: string, init: RequestInit = {}) =>
    (example.as ? await w.as(example.as) : w.visitor).raw(at, { method, ...init })
  const { json, query, form, access } = declaration
  const limitKb = access.kind === 'open' ? visitorLimitKb : (json?.limitKb ?? defaultLimitKb)

  const jsonFields = (): Field[] => {
    const { schema: whole } = json!
    const isArray = whole instanceof z.ZodArray
    const fields: [name: string | number, Schema][] = isArray
      ? [[0, jsonSchema(whole.element as z.ZodType)]]
      : jsonSchemas(objectIn(whole))
    const bodyWith = (name: string | number, value: unknown) =>
      isArray ? [value] : { ...(example.json as object), [name]: value }
    return fields.map(([name, schema]) => ({
      name,
      schema,
      source: 'json' as const,
      tooLong: limitKb * 1024 - 3000,
      send: (value) =>
        call(address, {
          body: JSON.stringify(bodyWith(name, value)),
          headers: { 'content-type': 'application/json' },
        }),
      refuses: (value) => blames(name, whole.safeParse(bodyWith(name, value))),
    }))
  }
  const queryFields = (): Field[] => {
    const shape = z.object(query)
    const [place = '', given] = address.split('?')
    const withValue = (name: string, value: unknown) => {
      const search = new URLSearchParams(given)
      search.delete(name)
      for (const each of [value].flat()) search.append(name, String(each))
      return search
    }
    return jsonSchemas(shape).map(([name, schema]) => ({
      name,
      schema,
      source: 'query' as const,
      tooLong: 5000,
      send: (value) => call(`${place}?${withValue(name, value)}`),
      refuses: (value) =>
        blames(
          name,
          shape.safeParse({
            ...Object.fromEntries(new URLSearchParams(given)),
            [name]: schema.type === 'array' ? [value].flat() : value,
          }),
        ),
    }))
  }
  const formFields = (): Field[] => {
    const texts = jsonSchemas(objectIn(form!)).filter(([, { format }]) => format !== 'binary')
    return texts.map(([name, schema]) => ({
      name,
      schema,
      source: 'form' as const,
      tooLong: 200_000,
      send: (value) => {
        const body = example.form!()
        body.set(name, String(value))
        return call(address, { body })
      },
      refuses: (value) =>
        name !== lenient && !(objectIn(form!).shape[name] as z.ZodType).safeParse(value).success,
    }))
  }
  return [
    ...(json ? jsonFields() : []),
    ...(query ? queryFields() : []),
    ...(form && example.form ? formFields() : []),
  ]
}

let documented: Matcher
let calls: ReturnType<typeof callsOf>
let restore: () => Promise<unknown>
const watcher = watchDatabase(w.url)
beforeAll(async () => {
  await prepare(w)
  for (const { as } of Object.values(successes)) if (as) await w.as(as)
  const document = (await w.visitor.get('/openapi.json')).body
  documented = matcherFor(document)
  calls = callsOf(document)
  const tables = [users, settings, sessions, secondFactors, passkeys, candidateLinks]
  const rows = await Promise.all(tables.map((table) => w.db.select().from(table)))
  restore = async () => {
    for (const [at, table] of tables.entries()) {
      await w.db.delete(table)
      await w.db.insert(table).values(rows[at] as never)
    }
  }
})
afterAll(async () => {
  watcher.close()
  await w.remove()
})
beforeEach(() => {
  watcher.hasChanged()
})

/** Changes that later calls would stumble over. */
const locksOut = /^\/api\/(auth|candidate|settings|users)/

const shown = (value: unknown) => String(JSON.stringify(value)).slice(0, 60)

/** What is wrong with the response to the value; empty when nothing is. */
async function errorsOf(field: Field, value: unknown, response: Response, route: string) {
  const call = calls.find(({ method, path }) => `${method} ${path}` === route)!
  const errors = await documented(call, response.clone() as Response)
  const { status, body }: Pick<ApiResponse, 'status' | 'body'> = await w.read(response)
  if (status >= 500) errors.push(...w.logged.slice(-1))
  if (field.refuses(value)) errors.push(...refusalErrors({ status, body }, field.name))
  else if (status === 400) {
    if (!isSentence(body.error)) errors.push(`says ${body.error}`)
    // What is left of a selection concerns several fields.
    if (!body.details?.length && !route.includes('/bulk')) errors.push('names no field')
  }
  if (status < 300 && field.source !== 'query' && hasHiddenCharacters(body))
    errors.push('kept hidden characters')
  if (typeof value === 'string' && value.length >= field.tooLong && status < 300)
    if (JSON.stringify(body).includes(value)) errors.push('has no limit')
  return errors
}

const isTranslation = (path: string) => path.startsWith('/api/translations/')

const withFields = routes
  .map((route) => ({ ...route, fields: fieldsOf(route) }))
  // A form may take a file only.
  .filter(({ fields }) => fields.length)
  // First: other calls take away the originals that are translated here.
  .toSorted((a, b) => Number(isTranslation(b.path)) - Number(isTranslation(a.path)))

describe.each(withFields)('$name', ({ fields, ...route }) => {
  test.each(fields.map((field, at) => [field.name, field, seed + at] as const))(
    'hostile values of %s store nothing, or are stored without harm',
    async (_, field, fieldSeed) => {
      const errors: string[] = []
      for (const value of hostileValues(field, fieldSeed, maxValues)) {
        let response = await field.send(value)
        const { status } = response
        // Rules beyond the schema may store an attempt. Once may be the visit of an earlier call.
        const storesNothing = field.source === 'form' ? status >= 400 : field.refuses(value)
        if (storesNothing && watcher.hasChanged()) {
          response = await field.send(value)
          if (watcher.hasChanged()) errors.push(`${shown(value)}: ${status}, changed something`)
        }
        const found = await errorsOf(field, value, response, route.name)
        errors.push(...found.map((error) => `${shown(value)}: ${status} ${error}`))
        if (status < 300 && route.method !== 'GET') {
          if (locksOut.test(route.path)) await restore()
          watcher.hasChanged()
        }
      }
      expect(errors).toEqual([])
    },
  )
})
