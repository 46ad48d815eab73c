import { describe, expect, test } from 'vitest'
import { choicesOf } from '../answers.ts'
import type { Question } from '../queries.ts'
import { manualErrors, sentAnswers } from './manual-answers.ts'

const question = (
  id: number,
  kind: Question['kind'],
  options: string[] | null = null,
): Question => ({
  id,
  kind,
  options,
  label: `Question ${id}`,
  help: null,
  required: true,
})
const questions = [
  question(1, 'number'),
  question(2, 'multiple_choice', ['Days', 'Nights']),
  question(3, 'file'),
  question(4, 'yes_no'),
]
const pdf = new File(['x'], 'certificate.pdf')

describe('manualErrors', () => {
  test('a required question may stay without an answer', () => {
    expect(manualErrors(questions, {}, {})).toEqual({})
    expect(manualErrors(questions, { 2: '', 4: ' ' }, {})).toEqual({})
  })

  test('an answer of the wrong kind and a file of the wrong type are faults', () => {
    const files = { resume: new File(['x'], 'cv.txt'), answer_3: new File(['x'], 'scan.png') }
    const faults = manualErrors(questions, { 1: 'many', 2: 'Days\nNights' }, files)
    expect(Object.keys(faults).toSorted()).toEqual(['answer_1', 'answer_3', 'resume'])
  })

  test('files of the right type have no fault', () => {
    expect(manualErrors(questions, {}, { resume: pdf, answer_3: pdf })).toEqual({})
  })
})

describe('sentAnswers', () => {
  test('blank answers and answers to another job are left out', () => {
    const answers = { 1: '5', 2: 'Days\nNights', 4: ' ', 99: 'typed before' }
    const files = { resume: pdf, answer_3: pdf, answer_98: pdf }
    expect(sentAnswers(questions, answers, files)).toEqual({
      answers: { 1: '5', 2: 'Days\nNights' },
      files: { resume: pdf, answer_3: pdf },
    })
  })
})

test('choicesOf is empty for questions without choices', () => {
  expect(questions.map((each) => choicesOf(each).map(({ value }) => value))).toEqual([
    [],
    ['Days', 'Nights'],
    [],
    ['yes', 'no'],
  ])
})
