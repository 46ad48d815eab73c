import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let id: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  id = await w.newApplication(await w.newJob(), { motivation_letter: '<p>Letter</p>' })
})

const put = (change: object) => rita.send('PUT', `/applications/${id}`, change)
const found = async (q: string) => (await rita.get(`/applications?q=${q}`)).body.length === 1

test('a changed application is found by its new words, not by old ones', async () => {
  await put({ last_name: 'Petersen', notes: '<p>Remarkable</p>' })
  expect(await found('petersen')).toBe(true)
  expect(await found('remarkable')).toBe(true)
  expect(await found('letter')).toBe(true)
  expect(await found('ostergard')).toBe(false)
  await put({ notes: '' })
  expect(await found('remarkable')).toBe(false)
  expect(await found('petersen')).toBe(true)
})

test('concurrent changes of different fields are all kept, in the row and the search', async () => {
  const changes = [
    { first_name: 'Firstly' },
    { last_name: 'Lastly' },
    { email: 'mailing@example.org' },
    { phone: '5551234' },
    { notes: '<p>Notably</p>' },
    { status: 'rejected' },
  ]
  const responses = await Promise.all(changes.map(put))
  expect(responses.map(({ status }) => status)).toEqual(changes.map(() => 200))
  const { body } = await rita.get(`/applications/${id}`)
  for (const change of changes) expect(body).toMatchObject(change)
  for (const word of ['firstly', 'lastly', 'mailing', '5551234', 'notably', 'letter'])
    expect([word, await found(word)]).toEqual([word, true])
})

test('tiles, totals and filters are true after every change', async () => {
  const total = async (status: string) =>
    (await rita.get(`/applications?status=${status}`)).headers.get('x-total-count')
  await put({ status: 'shortlisted' })
  expect(await total('pending')).toBe('0')
  expect(await total('shortlisted')).toBe('1')
  expect((await rita.get('/applications/stats')).body).toEqual({
    pending: 0,
    shortlisted: 1,
    rejected: 0,
    selected: 0,
  })
  await rita.send('DELETE', `/applications/${id}`)
  expect(await total('shortlisted')).toBe('0')
  expect(await total('all')).toBe('0')
})

test('a row of the list can be sent back without cutting the notes it shows the beginning of', async () => {
  const notes = `<p>${'Long notes. '.repeat(40)}</p>`
  await put({ notes })
  const [row] = (await rita.get('/applications')).body
  const { body } = await put({ ...row, status: 'selected' })
  expect(body).toMatchObject({ status: 'selected', notes })
})
