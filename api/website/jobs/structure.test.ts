import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let joe: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  joe = await w.as('joe')
})

const question = { kind: 'single_choice', label: 'Shift?', options: ['Day', 'Night'] }
const baker = {
  title: 'Baker',
  description: '<p>Bake.</p>',
  team: 'Kitchen',
  employment_types: ['FULL_TIME', 'PART_TIME', 'FULL_TIME'],
  workplace: 'hybrid',
  places: [{ locality: 'Port Ellery', country: 'IE' }],
  remote_countries: ['IE', 'IE', 'PT'],
  pay_min: 48_000,
  pay_max: 58_000,
  pay_currency: 'EUR',
  pay_unit: 'year',
  contact_name: 'Mira',
  contact_text: 'Call me.',
  letter: 'optional',
  letter_min: 0,
  resume: 'off',
  questions: [question, { kind: 'yes_no', label: 'Own van?', required: true }],
}
const create = async (job: object = baker) => (await joe.send('POST', '/jobs', job)).body

test('a job keeps its structure, and the texts are composed of it', async () => {
  const job = await create()
  expect(job).toMatchObject({
    team: 'Kitchen',
    employment_types: ['FULL_TIME', 'PART_TIME'],
    workplace: 'hybrid',
    places: [
      { locality: 'Port Ellery', region: null, postal_code: null, street: null, country: 'IE' },
    ],
    remote_countries: ['IE', 'PT'],
    letter: 'optional',
    letter_min: 0,
    resume: 'off',
    location: null,
    location_text: 'Port Ellery, Ireland · Hybrid',
    salary_range: null,
    salary_text: '€48,000–58,000 a year',
    questions: [
      { ...question, id: expect.any(Number), help: null, required: false },
      {
        id: expect.any(Number),
        kind: 'yes_no',
        label: 'Own van?',
        help: null,
        required: true,
        options: null,
      },
    ],
  })
  expect((await joe.get(`/jobs/${job.id}`)).body).toEqual(job)
  expect((await w.visitor.get('/jobs/active')).body[0].location_text).toBe(job.location_text)
  expect((await joe.get('/jobs')).body).toEqual([job])
})

test('a job as GET returned it can be sent back unchanged', async () => {
  const job = await create()
  const { body, status } = await joe.send('PUT', `/jobs/${job.id}`, job)
  expect(status).toBe(200)
  expect(body).toEqual({ ...job, updated_at: body.updated_at })
})

test('empty lists are null, and null sets a default again', async () => {
  const { id } = await create()
  const { body } = await joe.send('PUT', `/jobs/${id}`, {
    places: [],
    questions: [],
    employment_types: [],
    remote_countries: [],
    team: '',
    letter: null,
    letter_min: null,
    resume: null,
  })
  expect(body).toMatchObject({
    places: null,
    questions: null,
    employment_types: null,
    remote_countries: null,
    team: null,
    letter: 'required',
    letter_min: 400,
    resume: 'required',
  })
})

test.each([
  ['de', 'de'],
  ['PT-br', 'pt-BR'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['', null],
  [null, null],
])('the language %j of a job is stored as %j, and visitors get it', async (language, stored) => {
  const { id } = await create({ ...baker, language })
  expect((await w.visitor.get(`/jobs/${id}`)).body.language).toBe(stored)
  expect((await w.visitor.get('/jobs/active')).body[0].language).toBe(stored)
})

test.each(['German', 'd', 'de_AT', 'de-', '12'])(
  'the language %j of a job is refused',
  async (language) => {
    const { status, body } = await joe.send('POST', '/jobs', { ...baker, language })
    expect([status, body.details]).toEqual([
      400,
      [{ path: ['language'], message: 'Must be a language tag, such as de or pt-BR' }],
    ])
  },
)

describe.each([
  [{ pay_min: 10, pay_max: 9, pay_currency: 'EUR', pay_unit: 'hour' }, 'pay_max'],
  [{ pay_min: 10, pay_unit: 'hour' }, 'pay_currency'],
  [{ pay_max: 10, pay_currency: 'EUR' }, 'pay_unit'],
  [{ opens_on: '2040-03-02', closes_on: '2040-03-01' }, 'closes_on'],
])('%j', (fields, field) => {
  test(`is refused at ${field}, also when it arrives in parts`, async () => {
    const job = { title: 'Baker', description: '<p>Bake.</p>' }
    const refused = await joe.send('POST', '/jobs', { ...job, ...fields })
    expect([refused.status, refused.body.details[0].path]).toEqual([400, [field]])
    const { id } = await create(job)
    const entries = Object.entries(fields)
    const statuses: number[] = []
    for (const [name, value] of entries) {
      const response = await joe.send('PUT', `/jobs/${id}`, { [name]: value })
      statuses.push(response.status)
    }
    expect(statuses).toContain(400)
  })
})

test('a question keeps its id when it is edited, and a new one gets another', async () => {
  const { id, questions } = await create()
  const edited = [{ ...questions[0], label: 'Which shift?' }, question]
  const { body } = await joe.send('PUT', `/jobs/${id}`, { questions: edited })
  expect(body.questions[0]).toEqual({ ...questions[0], label: 'Which shift?' })
  expect(questions.map((q: { id: number }) => q.id)).not.toContain(body.questions[1].id)
})

test('a job refuses the question of another, and the same one twice', async () => {
  const one = await create()
  const other = await create()
  for (const questions of [[other.questions[0]], [one.questions[0], one.questions[0]]]) {
    const { status, body } = await joe.send('PUT', `/jobs/${one.id}`, { questions })
    expect(status).toBe(400)
    expect(body.details[0].path).toEqual(['questions', questions.length - 1, 'id'])
  }
})

test('a duplicate is inactive and has no dates, and its questions are its own', async () => {
  const job = await create({ ...baker, closes_on: '2040-01-01', tell: 'later' })
  const { status, body } = await joe.send('POST', `/jobs/${job.id}/duplicate`)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    title: 'Copy of Baker',
    is_active: false,
    closes_on: null,
    first_active_at: null,
    places: job.places,
    salary_text: job.salary_text,
    application_count: 0,
    tell: 'later',
  })
  expect(body.questions[0]).toEqual({ ...job.questions[0], id: expect.any(Number) })
  expect(body.questions[0].id).not.toBe(job.questions[0].id)
})

test.each([
  ['Day shift', 'DAY SHIFT'],
  ['Day shift', 'Day  shift'],
  ['Caf\u00E9', 'Cafe\u0301'],
])('a question refuses the options %j and %j, which look the same', async (...options) => {
  const questions = [{ ...question, options }]
  const { status, body } = await joe.send('POST', '/jobs', { ...baker, questions })
  expect(status).toBe(400)
  expect(body.details).toEqual([
    { path: ['questions', 0, 'options', 1], message: 'This option is there twice' },
  ])
})

test('the title of a duplicate is cut to 200 characters, not in the middle of one', async () => {
  const { id } = await create({ ...baker, title: `a${'😀'.repeat(199)}` })
  const { body } = await joe.send('POST', `/jobs/${id}/duplicate`)
  expect(body.title).toBe(`Copy of a${'😀'.repeat(191)}`)
  const { status } = await joe.send('PUT', `/jobs/${body.id}`, { title: body.title })
  expect(status).toBe(200)
})

test('empty options are dropped, and errors name the place that an option has in the form', async () => {
  const withOptions = (options: string[]) => ({ ...baker, questions: [{ ...question, options }] })
  const { questions } = await create(withOptions(['Day', ' ', 'Night', '']))
  expect(questions[0].options).toEqual(['Day', 'Night'])
  const { body } = await joe.send('POST', '/jobs', withOptions(['', 'Day', '', 'day']))
  expect(body.details).toEqual([
    { path: ['questions', 0, 'options', 3], message: 'This option is there twice' },
  ])
})
