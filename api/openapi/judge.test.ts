import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, expect, test } from 'vitest'
import { world } from '#scripts/testing/world.ts'
import { callsOf, judgeBy } from './judge.ts'

const w = await world()
const document: OpenAPIV3_1.Document = (await w.visitor.get('/openapi.json')).body
const judge = judgeBy(document)
afterAll(() => w.remove())

const judged = (name: string, answer: Response) =>
  judge(callsOf(document).find(({ operation }) => operation.operationId === name)!, answer)

const stats = { pending: 1, shortlisted: 0, rejected: 0, selected: 0 }

test('an answer as it is described has no fault', async () => {
  expect(await judged('getApplicationsStats', Response.json(stats))).toEqual([])
  expect(await judged('postAuthLogout', new Response(null, { status: 204 }))).toEqual([])
})

test.each([
  [{ ...stats, hired: 1 }, 'must NOT have additional properties'],
  [{ ...stats, pending: '1' }, 'must be integer'],
  [{ ...stats, pending: -1 }, 'must be >= 0'],
  [{ pending: 1 }, 'must have required property'],
])('%j is no answer', async (body, fault) => {
  const [first] = await judged('getApplicationsStats', Response.json(body))
  expect(first).toContain(fault)
})

test('a status, a type, a header or a body that nobody described is a fault', async () => {
  const faults = (name: string, body: BodyInit | null, init: ResponseInit) =>
    judged(name, new Response(body, init))
  expect(await faults('getApplicationsStats', null, { status: 418 })).toEqual([
    '418 is not described',
  ])
  expect(await faults('getApplicationsStats', null, { status: 500 })).toEqual([
    '500 is not described',
  ])
  expect(await faults('getApplicationsStats', 'one', {})).toEqual(['a body of type text/plain'])
  expect(await faults('postAuthLogout', '{}', { status: 200 })).toEqual(['200 is not described'])
  expect(await judged('getUsers', Response.json([]))).toEqual([
    'no header X-Total-Count',
    'no header Link',
  ])
})
