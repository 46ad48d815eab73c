import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let ada: Person
beforeEach(async () => {
  await w.reset()
  ;[rita, ada] = await Promise.all([w.as('rita'), w.as('ada')])
})
afterAll(() => w.remove())

const save = (person: Person, name: string, query = '?status=pending') =>
  person.send('POST', '/views', { name, query })

test('views are of the person who saved them, sorted by name', async () => {
  const { status, body } = await save(rita, ' to do ')
  expect([status, body]).toMatchObject([201, { name: 'to do', query: 'status=pending' }])
  await save(rita, 'Bakers', 'job_id=1')
  await save(ada, 'To do')
  const names = async (person: Person) =>
    (await person.get('/views')).body.map(({ name }: { name: string }) => name)
  expect(await names(rita)).toEqual(['Bakers', 'to do'])
  expect(await names(ada)).toEqual(['To do'])
  for (const method of ['PUT', 'DELETE'])
    expect((await ada.send(method, `/views/${body.id}`, { name: 'Mine' })).status).toBe(404)
  expect((await (await w.as('joe')).get('/views')).status).toBe(403)
})

test('a name is used once per person, whatever its case', async () => {
  const { body } = await save(rita, 'Unread', 'unread=true')
  const twice = await save(rita, 'UNREAD')
  expect([twice.status, twice.body.details[0].path]).toEqual([409, ['name']])
  const { body: bakers } = await save(rita, 'Bakers', 'job_id=1')
  const renamed = await rita.send('PUT', `/views/${bakers.id}`, { name: 'unread' })
  expect([renamed.status, renamed.body.details[0].path]).toEqual([409, ['name']])
  const changed = await rita.send('PUT', `/views/${body.id}`, { ...body, name: 'New ones' })
  expect([changed.status, changed.body.name, changed.body.query]).toEqual([
    200,
    'New ones',
    'unread=true',
  ])
  expect((await rita.send('DELETE', `/views/${body.id}`)).status).toBe(204)
  expect((await rita.send('DELETE', `/views/${body.id}`)).status).toBe(404)
})

test('the fifty-first view is refused', async () => {
  const responses = await Promise.all(Array.from({ length: 51 }, (_, n) => save(ada, `View ${n}`)))
  expect(
    responses
      .map(({ status }) => status)
      .sort()
      .slice(-2),
  ).toEqual([201, 409])
  expect((await ada.get('/views')).body).toHaveLength(50)
})
