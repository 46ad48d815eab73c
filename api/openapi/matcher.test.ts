import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, expect, test } from 'vitest'
import { world } from '#scripts/testing/world.ts'
import { callsOf, matcherFor } from './matcher.ts'

const w = await world()
const document: OpenAPIV3_1.Document = (await w.visitor.get('/openapi.json')).body
const mismatches = matcherFor(document)
afterAll(() => w.remove())

const mismatchesOf = (name: string, response: Response) =>
  mismatches(callsOf(document).find(({ operation }) => operation.operationId === name)!, response)

const stats = { pending: 1, shortlisted: 0, rejected: 0, selected: 0 }

test('a documented response has no mismatch', async () => {
  expect(await mismatchesOf('getApplicationsStats', Response.json(stats))).toEqual([])
  expect(await mismatchesOf('postAuthLogout', new Response(null, { status: 204 }))).toEqual([])
})

test.each([
  [{ ...stats, hired: 1 }, 'must NOT have additional properties'],
  [{ ...stats, pending: '1' }, 'must be integer'],
  [{ ...stats, pending: -1 }, 'must be >= 0'],
  [{ pending: 1 }, 'must have required property'],
])('%j is a mismatch', async (body, fault) => {
  const [first] = await mismatchesOf('getApplicationsStats', Response.json(body))
  expect(first).toContain(fault)
})

test('an undocumented status, type, header or body is a mismatch', async () => {
  const mismatchesWith = (name: string, body: BodyInit | null, init: ResponseInit) =>
    mismatchesOf(name, new Response(body, init))
  expect(await mismatchesWith('getApplicationsStats', null, { status: 418 })).toEqual([
    '418 is not documented',
  ])
  expect(await mismatchesWith('getApplicationsStats', null, { status: 500 })).toEqual([
    '500 is not documented',
  ])
  expect(await mismatchesWith('getApplicationsStats', 'one', {})).toEqual([
    'a body of type text/plain',
  ])
  expect(await mismatchesWith('postAuthLogout', '{}', { status: 200 })).toEqual([
    '200 is not documented',
  ])
  expect(await mismatchesOf('getUsers', Response.json([]))).toEqual([
    'no header X-Total-Count',
    'no header Link',
  ])
})
