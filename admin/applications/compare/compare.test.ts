import { expect, test } from 'vitest'
import { answerTo, questionsOf, readIds } from './compare.ts'

test.each([
  ['1,2,3', [1, 2, 3]],
  [7, [7]],
  ['1,1,2', [1, 2]],
  ['5,4,3,2,1', [5, 4, 3, 2]],
  ['x,-1,0,1.5,,9', [9]],
  [undefined, []],
])('ids=%j compares %j', (ids, expected) => {
  expect(readIds({ ids })).toEqual(expected)
})

test('a question that several answered is one row', () => {
  const answer = (question_id: number, label: string) => ({
    question_id,
    label,
    kind: 'short_text' as const,
    value: 'x',
  })
  const applications = [
    { answers: [answer(1, 'Why?')] },
    { answers: [answer(1, 'Why us?'), answer(2, 'When?')] },
  ]
  expect(questionsOf(applications)).toEqual([
    { id: 1, label: 'Why?' },
    { id: 2, label: 'When?' },
  ])
})

test('a question nobody answered has no row', () => {
  const empty = [
    { question_id: 1, label: 'Why?', kind: 'short_text' as const, value: '' },
    { question_id: 2, label: 'Which?', kind: 'multiple_choice' as const, value: [] },
  ]
  expect(questionsOf([{ answers: empty }])).toEqual([])
  expect(answerTo(1, { answers: empty })).toBeUndefined()
})
