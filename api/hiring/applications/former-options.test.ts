import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Answer, Question } from '#db/enums.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

let rita: Person
beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
})

const question = (id: number, kind: Question['kind'], options: string[] | null): Question => ({
  id,
  kind,
  label: `Question ${id}`,
  help: null,
  required: false,
  options,
})
const questions = [
  question(11, 'single_choice', ['Rye', 'Wheat']),
  question(12, 'multiple_choice', ['Days', 'Nights']),
  question(13, 'yes_no', null),
]
const answers = (first: string, ...several: string[]): Answer[] => [
  { question_id: 11, kind: 'single_choice', label: 'Which bread?', value: first },
  { question_id: 12, kind: 'multiple_choice', label: 'Which shifts?', value: several },
  { question_id: 13, kind: 'yes_no', label: 'Do you drive?', value: true },
]
const former = async (job: number) =>
  (await rita.get(`/applications/former-options?job_id=${job}`)).body

test('options that applications chose before they were renamed or removed are listed', async () => {
  const job = await w.newJob({ questions })
  await w.newApplication(job, { answers: answers('Rye', 'Days', 'Nights') })
  const wheat = await w.newApplication(job, { answers: answers('Wheat', 'Nights') })
  expect(await former(job)).toEqual([])

  const ada = await w.as('ada')
  await ada.send('PUT', `/jobs/${job}`, {
    questions: [
      { ...questions[0], options: ['Rye', 'Spelt'] },
      { ...questions[1], options: ['Evenings'] },
      questions[2],
    ],
  })
  await w.newApplication(job, { answers: answers('Spelt', 'Evenings') })
  expect(await former(job)).toEqual([
    { question_id: 11, option: 'Wheat' },
    { question_id: 12, option: 'Days' },
    { question_id: 12, option: 'Nights' },
  ])
  const found = await rita.get(`/applications?job_id=${job}&answer_11=Wheat`)
  expect(found.body.map(({ id }: { id: number }) => id)).toEqual([wheat])

  await rita.send('DELETE', `/applications/${wheat}`)
  expect(await former(job)).toEqual([
    { question_id: 12, option: 'Days' },
    { question_id: 12, option: 'Nights' },
  ])
})

test('a question that became another kind lists no answer to what it was', async () => {
  const job = await w.newJob({ questions: [question(13, 'single_choice', ['Car', 'Bike'])] })
  await w.newApplication(job, { answers: answers('Rye') })
  expect(await former(job)).toEqual([])
})

test('at most 50 former options of a question are listed, and none of another job', async () => {
  const options = Array.from({ length: 30 }, (_, n) => `Option ${n}`)
  const job = await w.newJob({ questions: [question(21, 'multiple_choice', options)] })
  const other = await w.newJob({ questions: [question(22, 'multiple_choice', options)] })
  const value = [...options, ...Array.from({ length: 60 }, (_, n) => `Former ${n}`)]
  const answer = { question_id: 21, kind: 'multiple_choice', label: 'Which?', value } as const
  await w.newApplication(job, { answers: [answer] })
  const listed: { question_id: number; option: string }[] = await former(job)
  expect(listed).toHaveLength(50)
  for (const { question_id, option } of listed)
    expect([question_id, option]).toEqual([21, expect.stringMatching(/^Former \d+$/)])
  expect(await former(other)).toEqual([])
})

test('only reviewers list former options, and only of a job', async () => {
  const path = '/applications/former-options'
  const joe = await w.as('joe')
  expect((await w.visitor.get(`${path}?job_id=1`)).status).toBe(401)
  expect((await joe.get(`${path}?job_id=1`)).status).toBe(403)
  expect((await rita.get(path)).body.details).toEqual([
    { path: ['job_id'], message: 'Choose a job' },
  ])
  expect(await former(987654)).toEqual([])
})
