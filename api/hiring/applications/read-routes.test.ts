import { afterAll, beforeEach, expect, test } from 'vitest'
import { applicationReads } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let ada: Person
let job: number
beforeEach(async () => {
  await w.reset()
  ;[rita, ada] = await Promise.all([w.as('rita'), w.as('ada')])
  job = await w.newJob()
})
afterAll(() => w.remove())

const unread = async (person: Person) =>
  (await person.get('/applications?unread=true&per_page=500')).body
    .map(({ id }: { id: number }) => id)
    .sort((a: number, b: number) => a - b)

test('opening an application marks it as read, for that reviewer only', async () => {
  const ids = [await w.newApplication(job), await w.newApplication(job)]
  await rita.raw(`/applications/${ids[0]}`, { method: 'HEAD' })
  await rita.get(`/applications/${ids[0]}?prefetch=true`)
  expect(await unread(rita)).toEqual(ids)
  await rita.get(`/applications/${ids[0]}`)
  await rita.get(`/applications/${ids[0]}`)
  expect(await unread(rita)).toEqual([ids[1]])
  expect(await unread(ada)).toEqual(ids)
  await rita.send('DELETE', `/applications/${ids[0]}`)
  expect(await w.db.select().from(applicationReads)).toEqual([])
})

test('all up to one are marked as read; one of them becomes unread again', async () => {
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await w.newApplication(job))
  await rita.get(`/applications/${ids[4]}`)
  expect((await rita.send('POST', '/applications/read', { up_to: ids[2] })).status).toBe(204)
  expect(await unread(rita)).toEqual([ids[3]])
  expect((await rita.send('POST', `/applications/${ids[1]}/unread`)).status).toBe(204)
  expect(await unread(rita)).toEqual([ids[1], ids[3]])
  expect((await rita.send('POST', `/applications/${ids[4]}/unread`)).status).toBe(204)
  expect(await unread(rita)).toEqual([ids[1], ids[3], ids[4]])
  await rita.send('POST', '/applications/read', { up_to: 2 ** 53 - 1 })
  expect(await unread(rita)).toEqual([])
  const next = await w.newApplication(job)
  expect(await unread(rita)).toEqual([next])
  await rita.send('POST', '/applications/read', { up_to: 1 })
  expect(await unread(rita)).toEqual([next])
  expect((await rita.send('POST', '/applications/987654/unread')).status).toBe(404)
})

test.each([
  ['+44 20 9150 1770', '020 9150 1770', true],
  ['+44 (0)20 9150 1770', '+442091501770', true],
  ['0044 20 9150 1770', '(020) 9150-1770', true],
  ['+353 20 9150 1770', '+44 20 9150 1770', false],
  ['9150 1770', '+44 20 9150 1770', true],
  ['123 4567', '123 4567', false],
])('%s and %s are of one person: %s', async (one, other, same) => {
  const first = await w.newApplication(job, { email: 'a@example.org', phone: one })
  const second = await w.newApplication(job, { email: 'b@example.org', phone: other })
  const { body } = await rita.get('/applications')
  expect(body.map((row: { also_applied: number }) => row.also_applied)).toEqual(
    same ? [1, 1] : [0, 0],
  )
  for (const [id, expected] of [
    [first, second],
    [second, first],
  ])
    expect(
      (await rita.get(`/applications/${id}/also-applied`)).body.map(
        (row: { id: number }) => row.id,
      ),
    ).toEqual(same ? [expected] : [])
})

test('the same mailbox is one person, counted once if the phone is the same too', async () => {
  const baker = await w.newJob({ title: 'Baker' })
  const phone = '+44 20 9150 1770'
  const id = await w.newApplication(job, { email: 'Mira.O@gmail.com', phone })
  const other = await w.newApplication(baker, { email: 'mirao+jobs@googlemail.com', phone })
  await w.newApplication(baker, { email: 'somebody@example.org' })
  expect((await rita.get(`/applications/${id}/also-applied`)).body).toEqual([
    {
      id: other,
      job_id: baker,
      job_title: 'Baker',
      status: 'pending',
      first_name: 'Mira',
      last_name: 'Ostergard',
      created_at: expect.any(String),
    },
  ])
  const { body } = await rita.get('/applications?q=gmail')
  expect(body[0].also_applied).toBe(1)
  expect((await rita.get('/applications/987654/also-applied')).status).toBe(404)
})
