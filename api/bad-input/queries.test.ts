import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaredRoutes } from '../route.ts'
import { faultsOfRefusal, type SeededWorld, seededWorld } from './seeded-world.ts'

const numbers = ['', '0', '-1', '+1', '1.5', '1e2', '0x1', '01x', 'abc', 'NaN', '٣', '%00', 'true']
const tooMuch = ['9007199254740992', '1e308', '-9007199254740992', '9'.repeat(400)]
const noPage = [...numbers, ...tooMuch, '[1]', '{}', 'null', '1,2', '1%2C2', '%ED%A0%80']
const noChoice = [...noPage, 'PENDING', '__proto__', 'constructor', 'pending,rejected', "'--"]

/** Invalid values of each parameter. */
const paging = { page: noPage, per_page: [...noPage, '501'] }
const noDay = [...noPage, '2026-13-01', '2026-02-30', '2026-1-1', '01.02.2026', 'yesterday']
const trail = { action: noChoice, q: ['x'.repeat(201)], from: noDay, to: noDay }
// Beyond all ids, but a valid number.
const job_id = noPage.filter((value) => value !== '9007199254740992')
const jobSearch = {
  q: ['x'.repeat(101)],
  team: ['x'.repeat(81), 'a&team=b'.repeat(20)],
  type: [...noChoice, '', 'full_time', 'FULL_TIME,PART_TIME', 'FULL_TIME&type=x'],
  workplace: [...noChoice, '', 'Remote', 'remote&workplace=office'],
  place: ['x'.repeat(301), 'a&place=b'.repeat(20)],
}
const queries: Record<string, Record<string, string[]>> = {
  'GET /pages/published': paging,
  'GET /pages': paging,
  'GET /jobs/active': { ...paging, ...jobSearch },
  'GET /jobs/active/facets': jobSearch,
  'GET /jobs': { ...paging, ...jobSearch },
  'GET /applications': {
    ...paging,
    status: noChoice,
    job_id,
    sort: [...noChoice, 'notes', '--created_at', 'created_at desc', 'id;drop'],
    q: ['x'.repeat(201)],
  },
  'GET /applications/stats': { job_id },
  'GET /settings/object': {
    keys: [
      '',
      ',',
      '%20,%20',
      Array(102)
        .fill('k')
        .map((k, i) => k + i)
        .join(),
    ],
  },
  'GET /settings/category/:category': paging,
  'GET /settings': paging,
  'GET /users': paging,
  'GET /audit': { ...paging, ...trail },
  'GET /audit/export': trail,
  'GET /outbox': { ...paging, state: noChoice },
}

/** Parameters of any text, of which several may be given. */
const mayRepeat = ['team', 'place']

/** Text with special meaning to a search engine, database or parser. */
const words = [
  ...['"', '""', '*', '^', ':', '-', '(', ')', 'AND', 'OR NOT', 'NEAR(a b)', 'name:x', "'; --"],
  ...['%', '_', '%00', 'a%00b', '%ED%A0%80', '%E2%80%AE', '\u{1F956}', 'x'.repeat(200)],
]

let w: SeededWorld
beforeAll(async () => {
  w = await seededWorld()
  await Promise.all([w.as('ada'), w.as('rita')])
})
beforeEach(() => {
  w.hasChanged()
})
afterAll(() => w.remove())

test('the table lists every route with a query', () => {
  const routes = declaredRoutes(w.api)
    .filter(({ declaration }) => declaration.query)
    .map(({ method, path }) => `${method} ${path.replace('/api', '')}`)
  expect(routes.sort()).toEqual(Object.keys(queries).sort())
})

describe.each(Object.entries(queries))('%s', (route, parameters) => {
  const path = route.slice('GET '.length).replace(':category', 'general')
  const ask = async (query: string) => (await w.as('ada')).get(`${path}?${query}`)
  const good = path.endsWith('object') ? 'keys=greeting' : ''

  test.each(Object.entries(parameters))('says what is wrong with %s', async (name, values) => {
    const faults: string[] = []
    for (const value of values) {
      const found = faultsOfRefusal(await ask(`${name}=${value}`), name)
      faults.push(...found.map((fault) => `${value.slice(0, 40)} ${fault}`))
    }
    if (!mayRepeat.includes(name))
      faults.push(...faultsOfRefusal(await ask(`${name}=1&${name}=1`), name))
    expect(faults).toEqual([])
    expect(w.hasChanged()).toBe(false)
  })

  test('ignores unknown parameters', async () => {
    const plain = await ask(good)
    for (const more of [
      'x=1',
      'page[]=7',
      'page[a]=7',
      '__proto__=1',
      'constructor=1&constructor=2',
      '=',
      '&&',
      '%',
    ]) {
      const answer = await ask(`${good}&${more}`)
      expect([more, answer.status]).toEqual([more, 200])
      // The export itself is recorded, so the next one has one more line.
      if (!path.endsWith('/export')) expect([more, answer.body]).toEqual([more, plain.body])
    }
  })
})

test.each(words)('a search for %j finds nothing, and harms nothing', async (q) => {
  const answer = await (await w.as('rita')).get(`/applications?q=${q}`)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual([])
  expect(answer.headers.get('x-total-count')).toBe('0')
  expect(w.hasChanged()).toBe(false)
})
