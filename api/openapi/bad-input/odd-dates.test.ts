import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let ada: Person
beforeAll(async () => {
  ada = await w.as('ada')
})
afterAll(() => w.remove())

const job = { title: 'Keeper', description: '<p>Keep the light.</p>' }
const calendarDays = ['1900-01-01', '1955-12-31', '9999-12-31']
/** Years of which somebody typed too few digits. */
const early = ['0000-01-01', '0027-01-01', '0202-06-01', '1582-10-10', '1899-12-31']
const noDays = [
  '12026-11-26',
  '+012026-11-26',
  '275760-09-13',
  '-000001-01-01',
  '02026-11-26',
  '2026-02-30',
  '2026-13-01',
  '2026-11-26T00:00',
  '26-11-26',
  '٢٠٢٦-١١-٢٦',
  'tomorrow',
  '0',
]

test.each(noDays)('%o is no day: 400, with the field', async (day) => {
  for (const field of ['opens_on', 'closes_on']) {
    const { status, body } = await ada.send('POST', '/jobs', { ...job, [field]: day })
    expect([status, body.details?.[0]?.path]).toEqual([400, [field]])
  }
  for (const field of ['from', 'to'])
    expect((await ada.get(`/audit?${field}=${encodeURIComponent(day)}`)).status).toBe(400)
  const holiday = await ada.send('PUT', `/holidays/${encodeURIComponent(day)}`, { name: 'Outing' })
  expect([holiday.status, holiday.body.details?.[0]?.path]).toEqual([400, ['date']])
})

test.each(early)('%s is refused in jobs and holidays, with the field', async (day) => {
  for (const field of ['opens_on', 'closes_on']) {
    const { status, body } = await ada.send('POST', '/jobs', { ...job, [field]: day })
    expect([status, body.details?.[0]?.path]).toEqual([400, [field]])
  }
  const holiday = await ada.send('PUT', `/holidays/${day}`, { name: 'Outing' })
  expect([holiday.status, holiday.body.details?.[0]?.path]).toEqual([400, ['date']])
})

test.each(calendarDays)('%s is a day everywhere', async (day) => {
  for (const field of ['opens_on', 'closes_on']) {
    const { status, body } = await ada.send('POST', '/jobs', { ...job, [field]: day })
    expect(status).toBe(201)
    expect((await ada.get(`/jobs/${body.id}`)).body[field]).toBe(day)
    expect((await ada.send('POST', `/jobs/${body.id}/activate`)).status).toBe(200)
  }
  for (const path of ['/jobs', '/jobs/active', '/dashboard', `/audit?from=${day}&to=${day}`])
    expect([path, (await ada.get(path)).status]).toEqual([path, 200])
  expect((await ada.send('PUT', `/holidays/${day}`, { name: 'Outing' })).status).toBe(200)
  expect((await ada.get('/holidays')).status).toBe(200)
})
