import { afterAll, beforeEach, expect, test } from 'vitest'
import { jobs } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let joe: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  joe = await w.as('joe')
})

const create = async (job: object) =>
  (await joe.send('POST', '/jobs', { title: 'Baker', description: '<p>Bake.</p>', ...job })).body
const suggested = async () => (await joe.get('/jobs/suggestions')).body

const place = (locality: string, country = 'IE') => ({
  locality,
  region: null,
  postal_code: null,
  street: null,
  country,
})

test('without jobs there is nothing to suggest', async () => {
  expect(await suggested()).toEqual({
    teams: [],
    places: [],
    countries: [],
    contacts: [],
    pay_currency: null,
    pay_unit: null,
  })
})

test('each value of earlier jobs is suggested once, the latest first', async () => {
  await create({ team: 'Kitchen', places: [place('Port Ellery')], contact_name: 'Mira' })
  await create({
    team: 'Shop',
    places: [place('Lisbon', 'PT'), place('Port Ellery')],
    pay_min: 15,
    pay_currency: 'EUR',
    pay_unit: 'hour',
    contact_name: 'Olu',
    contact_text: 'Call me.',
  })
  await create({ team: 'Kitchen', remote_countries: ['ES', 'IE'] })
  expect(await suggested()).toEqual({
    teams: ['Kitchen', 'Shop'],
    places: [place('Lisbon', 'PT'), place('Port Ellery')],
    countries: ['PT', 'IE', 'ES'],
    contacts: [
      { contact_name: 'Olu', contact_text: 'Call me.' },
      { contact_name: 'Mira', contact_text: null },
    ],
    pay_currency: 'EUR',
    pay_unit: 'hour',
  })
})

test('deleted jobs suggest nothing, and of many teams the latest 50 are suggested', async () => {
  const { id } = await create({ team: 'Gone' })
  await joe.send('DELETE', `/jobs/${id}`)
  const teams = Array.from({ length: 60 }, (_, n) => `Team ${n}`)
  await w.db.insert(jobs).values(teams.map((team) => ({ title: team, description: '', team })))
  expect((await suggested()).teams).toEqual(teams.toReversed().slice(0, 50))
})

test('suggestions are for people with manage_jobs', async () => {
  expect((await (await w.as('rita')).get('/jobs/suggestions')).status).toBe(403)
  expect((await w.visitor.get('/jobs/suggestions')).status).toBe(401)
})
