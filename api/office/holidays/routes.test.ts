import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readCalendar } from '#api/core/calendar/calendar.ts'
import { settings } from '#db/schema.ts'
import { type Person, type World, world } from '#scripts/testing/world.ts'

let w: World
let sam: Person
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(settings)
  await w.db.insert(settings).values({ key: 'holiday_country', category: 'general' })
  sam = await w.as('sam')
})

const choose = (value: string) => sam.send('PUT', '/settings/key/holiday_country', { value })
const list = async (): Promise<{ date: string; name: string }[]> =>
  (await sam.get('/holidays')).body

/** The next day of the year, such as 12-25. */
function next(monthAndDay: string) {
  const today = new Date().toISOString().slice(0, 10)
  const year = Number(today.slice(0, 4)) + (monthAndDay >= today.slice(5) ? 0 : 1)
  return `${year}-${monthAndDay}`
}

test('public holidays are those of the country and its region', async () => {
  expect(await list()).toEqual([])
  expect((await choose('IE')).status).toBe(200)
  const christmas = next('12-25')
  const irish = await list()
  expect(irish).toContainEqual(
    expect.objectContaining({ date: christmas, is_public: true, is_day_off: true }),
  )
  expect(irish.map(({ date }) => date)).toEqual(irish.map(({ date }) => date).sort())
  expect(irish.map(({ date }) => date)).not.toContain(next('01-06'))
  await choose('DE-BY')
  expect((await list()).map(({ date }) => date)).toContain(next('01-06'))
  await choose('DE-BE')
  expect((await list()).map(({ date }) => date)).not.toContain(next('01-06'))
})

test.each([
  ['Ireland', 'Enter a country like IE'],
  ['ie', 'Enter a country like IE'],
  ['XX', 'No public holidays are known for XX'],
  ['DE-XX', 'No public holidays are known for DE-XX'],
])('the country %s is refused', async (value, says) => {
  const { status, body } = await choose(value)
  expect(status).toBe(400)
  expect(body.details).toEqual([
    { path: ['value'], message: expect.stringMatching(new RegExp(`^${says}`)) },
  ])
})

test('own days off are added, and public holidays worked', async () => {
  await choose('IE')
  const christmas = next('12-25')
  const outing = next('06-11')
  const isBusinessDay = async (day: string) => (await readCalendar(w.db, 'IE')).isBusinessDay(day)
  const unnamed = await sam.send('PUT', `/holidays/${outing}`, {})
  expect([unnamed.status, unnamed.body.details[0].path]).toEqual([400, ['name']])
  const added = await sam.send('PUT', `/holidays/${outing}`, { name: 'Outing' })
  expect(added.body).toEqual({ date: outing, name: 'Outing', is_public: false, is_day_off: true })
  expect(await isBusinessDay(outing)).toBe(false)
  const worked = await sam.send('PUT', `/holidays/${christmas}`, { is_day_off: false })
  expect(worked.body).toMatchObject({ is_public: true, is_day_off: false })
  const isWeekday = ![0, 6].includes(new Date(christmas).getUTCDay())
  expect(await isBusinessDay(christmas)).toBe(isWeekday)
  expect(await list()).toContainEqual(worked.body)

  for (const day of [outing, christmas])
    expect((await sam.send('DELETE', `/holidays/${day}`)).status).toBe(204)
  expect((await list()).map(({ date }) => date)).not.toContain(outing)
  expect(await isBusinessDay(christmas)).toBe(false)
  expect((await sam.send('DELETE', `/holidays/${outing}`)).status).toBe(404)
  for (const day of ['2026-02-30', 'tomorrow', '20261225'])
    expect((await sam.send('PUT', `/holidays/${day}`, { name: 'No' })).status).toBe(400)
})

test('a year without data, and holidays of several days', async () => {
  const { isBusinessDay, publicHolidays } = await readCalendar(w.db, 'SA')
  // Eid lasts several days.
  expect(publicHolidays(2026).size).toBeGreaterThan(6)
  expect([...publicHolidays(1800)]).toEqual(expect.any(Array))
  expect(isBusinessDay('1800-01-06')).toBe(true)
})
