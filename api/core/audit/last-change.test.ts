import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let joe: Person
beforeEach(async () => {
  await w.reset()
  joe = await w.as('joe')
})
afterAll(() => w.remove())

const create = async () => {
  const { body } = await joe.send('POST', '/jobs', { title: 'Baker', description: '<p>Bake.</p>' })
  return body.id as number
}
const old = '2020-01-01T00:00:00.000Z'

test('a 409 names who saved first, in the row that it is about', async () => {
  const ada = await w.as('ada')
  const [one, other] = [await create(), await create()]
  await ada.send('PUT', `/jobs/${one}`, { team: 'Bakery' })
  await joe.send('PUT', `/jobs/${other}`, { team: 'Kitchen' })
  const { status, body } = await joe.send('PUT', `/jobs/${one}`, { title: 'Cook', updated_at: old })
  expect(status).toBe(409)
  expect(body.changed_by).toMatch(/ Admin$/)
  expect(body.current.team).toBe('Bakery')
})

test('a 409 names nobody when the trail tells of no change', async () => {
  const { status, body } = await joe.send('PUT', `/jobs/${await create()}`, {
    title: 'Cook',
    updated_at: old,
  })
  expect([status, 'changed_by' in body]).toEqual([409, false])
})

test('a 409 about a list names who changed that list, not the job that it belongs to', async () => {
  const ada = await w.as('ada')
  const id = await create()
  const steps = [{ name: 'Call', status: 'pending', days: null, template_id: null }]
  await ada.send('PUT', `/jobs/${id}/hiring-steps`, steps)
  await joe.send('PUT', `/jobs/${id}`, { team: 'Kitchen' })
  const response = await joe.raw(`/jobs/${id}/hiring-steps`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-match': '"old"' },
    body: JSON.stringify(steps),
  })
  expect(response.status).toBe(409)
  expect((await response.json()).changed_by).toMatch(/ Admin$/)
})
