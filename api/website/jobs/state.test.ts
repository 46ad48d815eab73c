import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let joe: Person
afterAll(() => w.remove())
beforeAll(async () => {
  joe = await w.as('joe')
  const create = async (title: string, job: object = {}) =>
    (await joe.send('POST', '/jobs', { title, description: '<p>Work.</p>', ...job })).body.id
  await create('Open', { team: 'Kitchen' })
  await create('Draft', { is_active: false, team: 'Kitchen' })
  await create('Planned', { opens_on: '2999-01-01' })
  await joe.send('POST', `/jobs/${await create('Over')}/deactivate`)
})

test.each([
  ['state=active', ['Open']],
  ['state=inactive', ['Over', 'Planned', 'Draft']],
  ['state=scheduled', ['Planned']],
  ['state=closed', ['Over']],
  ['state=inactive&team=kitchen', ['Draft']],
  ['state=active&q=draft', []],
])('GET /jobs?%s finds %j', async (query, titles) => {
  const { headers, body } = await joe.get(`/jobs?${query}`)
  expect(body.map(({ title }: { title: string }) => title)).toEqual(titles)
  expect(headers.get('x-total-count')).toBe(String(titles.length))
})

test('an unknown state is refused', async () => {
  const { status, body } = await joe.get('/jobs?state=open')
  expect([status, body.details]).toEqual([
    400,
    [{ path: ['state'], message: 'Must be one of active, inactive, scheduled, closed' }],
  ])
})
