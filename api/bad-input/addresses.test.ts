import { inspectRoutes } from 'hono/dev'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from './calls.ts'
import { isSentence, type SeededWorld, seededWorld } from './seeded-world.ts'

let w: SeededWorld
beforeAll(async () => {
  w = await seededWorld()
  await w.as('ada')
  w.hasChanged()
})
afterAll(() => w.remove())

const noIds = [
  ...['0', '-1', '+1', '1.5', '1e0', '01', '0x1', '1,2', '1%2C2', '1%20', '%201', '1%00', '%00'],
  ...['abc', 'NaN', 'null', 'undefined', 'Infinity', 'true', '[1]', '{}', '*', '%27', '1;', '१'],
  ...['987654', '9007199254740991', '9007199254740992', '9999999999999999', '9'.repeat(400)],
  ...['%2e%2e', '1%2F2', '%', '%E0%A4%A', '%ED%A0%80', '__proto__', 'constructor'],
]
const noNames = [
  ...['nothing', '__proto__', 'constructor', '%00', '%2e%2e', '%', '%E0%A4%A', '%ED%A0%80'],
  ...['%F0%9F%A5%96', '%E2%80%AE', "'%20or%201=1--", '%25', '_', '*', 'a'.repeat(4000)],
]

const routes = () => {
  const all = inspectRoutes(w.api).filter(({ isMiddleware }) => !isMiddleware)
  return [...new Set(all.map(({ method, path }) => `${method} ${path.replace('/api', '')}`))]
}

async function wrongAnswers(route: string, parameter: string, values: string[]) {
  const [method = '', path = ''] = route.split(' ')
  const ada = await w.as('ada')
  const wrong: string[] = []
  for (const value of values) {
    const body = calls[route]?.good(1)
    const answer = await ada.send(method, path.replace(`:${parameter}`, value), body)
    if (answer.status !== 404 || !isSentence(answer.body.error) || w.hasChanged())
      wrong.push(`${method} ${path} ${value}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return wrong
}

test('paths with an invalid or unknown id answer 404 and change nothing', async () => {
  const withId = routes().filter((route) => route.includes(':id'))
  expect(withId.length).toBeGreaterThan(15)
  for (const route of withId) expect(await wrongAnswers(route, 'id', noIds)).toEqual([])
}, 30_000)

test('paths with an unknown slug or key answer 404 and change nothing', async () => {
  const named = routes().filter((route) => /:(slug|key)/.test(route))
  expect(named.length).toBeGreaterThan(3)
  for (const route of named)
    expect(await wrongAnswers(route, route.includes(':key') ? 'key' : 'slug', noNames)).toEqual([])
})

test('an unknown category is empty', async () => {
  // URLs resolve `..`, so it would be another path.
  for (const name of noNames.filter((name) => name !== '%2e%2e')) {
    const answer = await w.visitor.get(`/settings/category/${name}`)
    expect([name, answer.status, answer.body]).toEqual([name, 200, []])
  }
})
