import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaredRoutes } from '../route.ts'
import { calls } from './calls.ts'
import { faultsOfRefusal, type SeededWorld, seededWorld } from './seeded-world.ts'
import { kinds } from './values.ts'

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

test('the table lists every route with a JSON body', () => {
  const routes = declaredRoutes(w.api)
    .filter(({ declaration }) => declaration.json)
    .map(({ method, path }) => `${method} ${path.replace('/api', '')}`)
  expect(routes.sort()).toEqual(Object.keys(calls).sort())
})

describe.each(Object.entries(calls))('%s', (name, { schema, fields, partial, status }) => {
  test('has every field in the table', () => {
    expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(fields).sort())
  })

  test.each(Object.entries(fields))(
    'refuses invalid values of %s, and changes nothing',
    async (field, rules) => {
      const faults: string[] = []
      for (const { value, says } of kinds[rules.kind].refused(rules)) {
        const answer = await w.call(name, { [field]: value })
        const found = faultsOfRefusal(answer, field, says)
        if (w.hasChanged()) found.push('changed something')
        faults.push(...found.map((fault) => `${shown(value)} ${fault}`))
      }
      expect(faults).toEqual([])
    },
  )

  test.each(Object.entries(fields))('takes %s up to its limit', async (field, rules) => {
    const faults: string[] = []
    for (const [at, value] of kinds[rules.kind].taken(rules, unique++).entries()) {
      const answer = await w.call(name, { [field]: value })
      const blamed = answer.body.details?.some(({ path }: { path: unknown[] }) => path[0] === field)
      if (answer.status !== status || blamed)
        faults.push(`${shown(value)} answered ${answer.status} ${shown(answer.body)}`)
      if (at === 0 && partial && answer.status === 200) {
        const again = await w.call(name, {})
        expect(again.body[field]).toEqual(answer.body[field])
      }
    }
    expect(faults).toEqual([])
  })
})
