import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defaultLimitKb, visitorLimitKb } from '#api/core/http/input.ts'
import { declaredRoutes } from '#api/core/route/route.ts'
import { prepare, successesOf } from '#api/openapi/examples.ts'
import { schemaOptions } from '#api/openapi/schema-options.ts'
import { cpuTime } from '#scripts/testing/cpu-time.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
const successes = successesOf(w.api)
beforeAll(() => prepare(w))
afterAll(() => w.remove())

const fill =
  (piece: string, before = '', after = '') =>
  (length: number) =>
    `${before}${piece.repeat((length - before.length - after.length) / piece.length)}${after}`

/** Each at most as long as asked, and each once took time that grows with the square of it. */
const shapes: Record<string, (length: number) => string> = {
  'unfinished blocks': fill('<section'),
  'blocks in elements in elements': (length) =>
    `${'<section>'.repeat(length / 200)}${'<p>a</p>'.repeat(length / 10 / 8)}<section data-block="divider"><hr></section>`,
  'elements around a block, each with text': (length) =>
    `${fill('<div><p>a</p>')(length - 50)}<section data-block="divider"><hr></section>`,
  'an address of dots': fill('.', '<a href="a@', '/">x</a>'),
  'a link in a message, then dots': fill('.', 'https://a', '1'),
  'tags hidden in comments': fill('<b><!--</b>-->'),
  'unfinished comments': fill('<!--'),
  'braces of placeholders': fill('{', '<p>', 'a</p>'),
  signs: fill('<'),
  attributes: fill('a=b ', '<p ', '>a</p>'),
  blanks: fill(' ', 'a', 'b'),
}

type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema> }

/** Whether a field takes HTML, or plain text of several lines. */
const isLong = ({ maxLength, ...schema }: JsonSchema): boolean =>
  schema.contentMediaType === 'text/html' ||
  Number(maxLength) >= 1000 ||
  [schema.anyOf, schema.oneOf].some((kinds) => Array.isArray(kinds) && kinds.some(isLong))

const fields = declaredRoutes(w.api).flatMap(({ method, path, declaration }) => {
  const name = `${method} ${path.replace('/api', '')}`
  const { json, form, access } = declaration
  const input = json?.schema ?? form
  const example = successes[name]
  if (!input || input instanceof z.ZodArray || !example) return []
  const schema = z.toJSONSchema(input, { ...schemaOptions, io: 'input' }) as JsonSchema
  const limitKb = access.kind === 'open' ? visitorLimitKb : (json?.limitKb ?? defaultLimitKb)
  const length = Math.min(100, form && !json ? 100 : limitKb - 2) * 1024
  return Object.entries(schema.properties ?? {})
    .filter(([, one]) => isLong(one))
    .map(([field]) => ({ route: name, field, example, length, isJson: Boolean(json) }))
})

test('the fields are those that take rich or long text', () => {
  const names = new Set(fields.map(({ route, field }) => `${route} ${field}`))
  for (const name of [
    'POST /pages content',
    'PUT /pages/:id content',
    'POST /jobs description',
    'PUT /jobs/:id requirements',
    'PUT /applications/:id notes',
    'POST /applications/submit motivation_letter',
    'POST /applications/manual motivation_letter',
    'POST /templates body',
    'PUT /templates/automatic/:name body',
    'POST /applications/:id/email body',
    'POST /applications/:id/messages text',
    'POST /candidate/:token/messages text',
    'POST /applications/:id/comments text',
  ])
    expect(names).toContain(name)
})

/** CPU time in ms of a call with the text. */
async function cpuTimeOf({ route, field, example, isJson }: (typeof fields)[number], text: string) {
  const [method = '', path = ''] = route.split(' ')
  const person = example.as ? await w.as(example.as) : w.visitor
  const at = example.at ?? path.replace(/:\w+/, '1')
  return cpuTime(60, async () => {
    const form = isJson ? undefined : example.form?.()
    form?.set(field, text)
    const body = form ?? JSON.stringify({ ...Object(example.json), [field]: text })
    const headers = { ...example.headers, ...(isJson && { 'content-type': 'application/json' }) }
    const { status } = await person.raw(at, { method, body, headers })
    // The text was looked at: nothing else about the call is wrong.
    expect([route, field, [200, 201, 202, 204, 400, 409, 413].includes(status)]).toEqual([
      route,
      field,
      true,
    ])
  })
}

const table: string[] = []
/**
 * In ms. The aim is 100, which CPU_TABLE=1 shows; a slow or busy machine takes more, and a cost that
 * grows with the square of the length takes seconds.
 */
const limit = 250

test.each(fields)('$field of $route costs little CPU for any text', async (one) => {
  for (const [shape, make] of Object.entries(shapes)) {
    const time = await cpuTimeOf(one, make(one.length))
    table.push(`${one.route} ${one.field} | ${shape} | ${Math.round(time)}`)
    expect(time, shape).toBeLessThan(limit)
  }
})
afterAll(() => {
  if (process.env.CPU_TABLE) console.log(table.join('\n'))
})
