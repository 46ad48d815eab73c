import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let admin: Person
beforeAll(async () => {
  admin = await w.as('ada')
})
afterAll(() => w.remove())

const titles = [
  'Zimmermann',
  'Éditeur',
  'Über-Koch',
  'apprentice',
  'Österreich-Leiter',
  'Bäcker',
  'Quality Lead',
]
const sorted = [
  'apprentice',
  'Bäcker',
  'Éditeur',
  'Österreich-Leiter',
  'Quality Lead',
  'Über-Koch',
  'Zimmermann',
]

const titlesBy = async (sort: string) =>
  (await admin.get(`/applications?sort=${sort}`)).body.map(
    ({ job_title }: { job_title: string }) => job_title,
  )

test('applications sorted by job title have É beside E, also after a title changed', async () => {
  const jobs: { id: number; title: string }[] = []
  for (const title of titles) {
    const { body } = await admin.send('POST', '/jobs', { title, description: '<p>Work.</p>' })
    jobs.push(body)
    await w.newApplication(body.id)
  }
  expect(await titlesBy('job_title')).toEqual(sorted)
  expect(await titlesBy('-job_title')).toEqual(sorted.toReversed())
  await admin.send('PUT', `/jobs/${jobs[0]!.id}`, { title: 'Änderungsschneider' })
  await admin.send('PUT', `/jobs/${jobs[1]!.id}`, { title: 'Writer' })
  const changed = sorted.filter((title) => !['Zimmermann', 'Éditeur'].includes(title))
  expect(await titlesBy('job_title')).toEqual(['Änderungsschneider', ...changed, 'Writer'])
})

const names = ['Zusage', 'Ärger', 'Absage', 'Übernahme', 'eigen']
const sortedNames = ['Absage', 'Ärger', 'eigen', 'Übernahme', 'Zusage']
const namesOf = ({ body }: { body: { name: string }[] }) =>
  body.map(({ name }) => name).filter((name) => names.includes(name))

test('templates are listed with Ä beside A, over pages too', async () => {
  for (const name of names)
    await admin.send('POST', '/templates', { name, subject: 'S', body: '<p>B</p>' })
  expect(namesOf(await admin.get('/templates'))).toEqual(sortedNames)
  const pages = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((page) => admin.get(`/templates?per_page=2&page=${page}`)),
  )
  expect(pages.flatMap(namesOf)).toEqual(sortedNames)
})

test('saved views are listed with Ä beside A', async () => {
  for (const name of names) await admin.send('POST', '/views', { name, query: 'status=pending' })
  expect(namesOf(await admin.get('/views'))).toEqual(sortedNames)
})
