import type { InStatement, InValue } from '@libsql/client/http'
import { inspectRoutes } from 'hono/dev'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slowSteps } from '#db/fixtures/plan.ts'
import { seed } from '#db/seed.ts'
import { world } from '#scripts/testing/world.ts'
import { builtInRows } from './core/site-settings/contract/table.ts'

/** All lists, with filters but no full text. application-list.test.ts tests applications' order. */
const lists: Record<string, string[]> = {
  'GET /pages/published': [''],
  'GET /pages': [''],
  'GET /jobs/active': ['', 'place=Basel'],
  'GET /jobs/active/facets': ['', 'place=Basel'],
  'GET /jobs': ['', 'place=Basel'],
  'GET /applications': ['', 'status=pending', 'job_id=1', 'job_id=1&status=pending'],
  'GET /applications/stats': [''],
  'GET /users': [''],
  'GET /settings': [''],
  'GET /settings/category/general': [''],
  'GET /outbox': ['', 'state=waiting', 'state=sent', 'state=failed'],
  'GET /audit': ['', 'action=session.started', 'from=2026-01-01&to=2026-01-02'],
}
/** By a handful of keys; everything there is; a bounded number of marks; one week, by computed times. */
const others = [
  'GET /settings/object',
  'GET /audit/export',
  'GET /applications/former-options',
  'GET /interviews',
]

const w = await world()
const asked: { sql: string; params: unknown[] }[] = []
beforeAll(async () => {
  await seed(w.db, {
    settings: builtInRows,
    admin: async () => ({ email: 'a@example.com', password_hash: '' }),
  })
  for (const title of ['Baker', 'Miller', 'Cook']) {
    const job = await w.newJob({ title, location: 'Basel' })
    for (const status of ['pending', 'pending', 'selected'] as const)
      await w.newApplication(job, { status })
  }
  const { execute } = w.db.$client
  w.db.$client.execute = (statement: InStatement | string, args?: InValue[]) => {
    const { sql, args: params = [] } =
      typeof statement === 'string' ? { sql: statement, args } : statement
    asked.push({ sql, params: params as InValue[] })
    return execute({ sql, args: params })
  }
})
afterAll(() => w.remove())

test('every list route is in the table', () => {
  const taking = inspectRoutes(w.api)
    .filter(({ name, method }) => name === 'query' && method === 'GET')
    .map(
      ({ method, path }) => `${method} ${path.replace('/api', '').replace(':category', 'general')}`,
    )
  const known = [...Object.keys(lists), ...others]
  expect(taking.filter((route) => !known.includes(route))).toEqual([])
})

test.each(Object.entries(lists))(
  '%s reads no whole table and sorts nothing',
  async (route, queries) => {
    const ada = await w.as('ada')
    for (const query of queries) {
      asked.length = 0
      const response = await ada.get(`${route.slice('GET '.length)}?page=2&per_page=1&${query}`)
      expect(response.status).toBe(200)
      const steps = await Promise.all(asked.splice(0).map((each) => slowSteps(w.db, each)))
      expect([query, ...steps.flat()]).toEqual([query])
    }
  },
)
