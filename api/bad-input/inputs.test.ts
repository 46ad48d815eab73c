import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaredRoutes } from '../route.ts'
import { faultsOfRefusal, type SeededWorld, seededWorld } from './seeded-world.ts'
import { calls } from './table.ts'
import { type Field, kinds, nasty, nastyTexts, type Refused } from './values.ts'

let w: SeededWorld
beforeAll(async () => {
  w = await seededWorld()
  for (const { as } of Object.values(calls)) if (as) await w.as(as)
})
afterAll(() => w.remove())
beforeEach(() => {
  w.hasChanged()
})

let unique = 1000
const shown = (value: unknown) => String(JSON.stringify(value)).slice(0, 60)

/** What the field must refuse; queries and forms are text. */
function refusedBy(rules: Field, { isText, form }: { isText: boolean; form?: true }): Refused[] {
  const { accepts = () => false, refused = () => [] } = kinds[rules.kind]
  // A form arrives as sent only with CRLF, and an optional field may be empty.
  const list = isText ? nastyTexts.filter((text) => !form || !/[\r\n]/.test(text)) : nasty
  return [
    ...(form && !rules.optional ? [{ value: undefined }] : []),
    ...list.filter((value) => !accepts(value, rules)).map((value) => ({ value })),
    ...refused(rules),
  ]
}

/** Need a token or a draft; `api/appearance` tests them. */
const elsewhere = ['GET /appearance/preview', 'POST /appearance/publish']

test('the table lists every route with a JSON body, a query or a form, with every field', () => {
  const declared = declaredRoutes(w.api).flatMap(({ method, path, declaration }) => {
    const schema = declaration.json?.schema as
      | { shape?: object; in?: { shape?: object } }
      | undefined
    // A schema that transforms has its shape one level below.
    const shape = schema?.shape ?? schema?.in?.shape ?? declaration.query
    const name = `${method} ${path.replace('/api', '')}`
    return shape && !elsewhere.includes(name) ? [[name, Object.keys(shape).sort()]] : []
  })
  const { 'POST /applications/submit': _form, ...others } = calls
  const listed = Object.entries(others).map(([name, { fields }]) => [
    name,
    Object.keys(fields).sort(),
  ])
  expect(declared.sort()).toEqual(listed.sort())
})

test('a stored change is noticed', async () => {
  expect((await w.call('POST /jobs', {})).status).toBe(201)
  expect([w.hasChanged(), w.hasChanged()]).toEqual([true, false])
})

describe.each(Object.entries(calls))('%s', (name, { fields, form, status = 200 }) => {
  const isQuery = name.startsWith('GET ')
  const isText = isQuery || Boolean(form)

  test.each(Object.entries(fields))(
    'refuses invalid values of %s, and changes nothing',
    async (field, rules) => {
      const faults: string[] = []
      for (const { value, says } of refusedBy(rules, { isText, ...(form && { form }) })) {
        const send = () => w.call(name, { [field]: value })
        const found = faultsOfRefusal(await send(), field, says)
        // Once may be the mail of an earlier call.
        if (w.hasChanged() && (await send()) && w.hasChanged()) found.push('changed something')
        faults.push(...found.map((fault) => `${shown(value)} ${fault}`))
      }
      if (isQuery && rules.kind !== 'searchList') {
        const twice = await w.call(name, { [field]: ['1', '1'] })
        faults.push(...faultsOfRefusal(twice, field).map((fault) => `twice ${fault}`))
      }
      expect(faults).toEqual([])
      expect(await w.files()).toEqual([])
    },
  )

  if (isQuery)
    test('ignores unknown parameters', async () => {
      const plain = await w.call(name, {})
      for (const more of ['x', 'page[]', 'page[a]', '__proto__', 'constructor', '', '%']) {
        const answer = await w.call(name, { [more]: '7' })
        expect([more, answer.status]).toEqual([more, 200])
        // Each export is recorded, so the next has one more line; an archive contains its time.
        if (!/\/export(\.zip)?$/.test(name)) expect([more, answer.body]).toEqual([more, plain.body])
      }
    })
  else
    test.each(Object.entries(fields))('takes %s up to its limit', async (field, rules) => {
      const faults: string[] = []
      const { taken = () => [] } = kinds[rules.kind]
      for (const [at, value] of taken(rules, unique++).entries()) {
        const answer = await w.call(name, { [field]: value })
        const blamed = answer.body.details?.some(
          ({ path }: { path: unknown[] }) => path[0] === field,
        )
        if (answer.status !== status || blamed)
          faults.push(`${shown(value)} answered ${answer.status} ${shown(answer.body)}`)
        if (at === 0 && name.startsWith('PUT') && answer.status === 200) {
          const again = await w.call(name, {})
          expect(again.body[field]).toEqual(answer.body[field])
        }
      }
      expect(faults).toEqual([])
      for (const key of await w.files()) await w.store.remove(key)
    })
})
