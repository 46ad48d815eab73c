import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiResponse, type Person, world } from '#scripts/testing/world.ts'
import type { Example } from '../example.ts'
import { successesOf } from '../examples.ts'
import { isSentence, watchDatabase } from './refusal.ts'

const w = await world()
const successes = successesOf(w.api)
const { hasChanged, close } = watchDatabase(w.url)
beforeAll(() => w.newJob())
afterAll(async () => {
  close()
  await w.remove()
})

const deep = (open: string, close: string, times = 3_000) =>
  open.repeat(times) + close.repeat(times)
const bytes = (...codes: number[]) => new Uint8Array(codes)
const json = 'application/json'

/** Bodies that are not a JSON object. */
const noObjects: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['white space', ' \n '],
  ['null', 'null'],
  ['a list', '[]'],
  ['a list of objects', '[{}]'],
  ['a text', '"text"'],
  ['a number', '1e308'],
  ['true', 'true'],
  ['half an object', '{"title":"a"'],
  ['a comma too many', '{"title":"a",}'],
  ['single quotes', "{'title':'a'}"],
  ['a comment', '{/* a */}'],
  ['a form', 'title=a&slug=b'],
  ['XML', '<title>a</title>'],
  ['two objects', '{}{}'],
  ['NaN', '{"title":NaN}'],
  ['a control character', '{"title":"a\u0000b"}'],
  ['invalid UTF-8', bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
  ['a surrogate as bytes', bytes(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d)],
  ['deep lists', deep('[', ']')],
  ['deep lists without an end', '['.repeat(6_000)],
]

/** Unknown field names. */
const strangers = [
  'extra',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'password_hash',
  '',
  'title ',
  'TITLE',
  'a.b',
  'a[b]',
  '$where',
  '\u202Etitle',
  'x'.repeat(300),
]

const noJson = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'application/jsonp',
  'application/json-patch+json',
  'application/xml',
  'json',
  '*/*',
]

/** Raw JSON, to write duplicate or escaped names. */
const written = (good: object, ...more: [string, string][]) =>
  `{${[...Object.entries(good).map(([name, value]) => [JSON.stringify(name), JSON.stringify(value)]), ...more].map((pair) => pair.join(':')).join(',')}}`

/** One function reads every body: limits for visitors and staff, a create and a partial update. */
const readers = ['POST /auth/login', 'POST /applications/manual', 'PUT /jobs/:id']

describe.each(readers)('%s', (name) => {
  const { as, json: good } = successes[name] as Example & { json: object }
  const [method = '', path = ''] = name.split(' ')
  let who: Person
  beforeAll(async () => {
    who = as ? await w.as(as) : w.visitor
    hasChanged()
  })
  const send = async (body: string | Uint8Array, type = json) => {
    const init = { method, body: body as BodyInit, headers: { 'content-type': type } }
    return w.read(await who.raw(path.replace(':id', '1'), init))
  }
  const faults = ({ status, body }: ApiResponse, expected = 400) => [
    ...(status === expected ? [] : [`answered ${status}`]),
    ...(isSentence(body.error) ? [] : [`says ${JSON.stringify(body)}`]),
    ...(hasChanged() ? ['changed something'] : []),
  ]

  test('refuses bodies that are not a JSON object, and changes nothing', async () => {
    for (const [what, body] of noObjects)
      expect([what, ...faults(await send(body))]).toEqual([what])
  })

  test('refuses unknown fields, and changes nothing', async () => {
    for (const stranger of strangers) {
      const response = await send(written(good, [JSON.stringify(stranger), '{"a":[1]}']))
      expect([stranger, ...faults(response)]).toEqual([stranger])
      expect(response.body.details[0].path).toEqual([stranger.slice(0, 100)])
    }
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  test('refuses a duplicate field, also when escaped differently', async () => {
    const [field = ''] = Object.keys(good)
    const spelled = field.replace(/^./, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
    const body = written(good, [`"${field}"`, '"x"'], [`"${spelled}"`, '"x"'])
    const response = await send(body)
    expect([body, ...faults(response)]).toEqual([body])
    expect(response.body.details).toEqual([{ path: [field], message: 'Duplicate field' }])
  })

  test('refuses every other content type, and changes nothing', async () => {
    for (const type of noJson) {
      // Manual applications may be forms, but this body isn't one.
      const isForm = name === 'POST /applications/manual' && type.startsWith('multipart/')
      const response = await send(JSON.stringify(good), type)
      expect([type, ...faults(response, isForm ? 400 : 415)]).toEqual([type])
    }
  })

  test('refuses too large bodies, and changes nothing', async () => {
    const response = await send(JSON.stringify({ ...good, extra: 'x'.repeat(513 * 1024) }))
    expect(faults(response, 413)).toEqual([])
    expect(response.body.error).toMatch(/larger than (8|256|512) KB/)
  })
})
