import { describe, expect, test } from 'vitest'
import { jobInput } from '#api/website/jobs/contract.ts'
import {
  applicationFormValues,
  blankQuestion,
  copiesOf,
  pastedOptions,
  withNext,
  withOptions,
} from './questions.ts'

const question = { id: 7, kind: 'date', label: 'When?', help: null, required: true } as const

describe('applicationFormValues', () => {
  test('a new job asks for a letter of 400 characters and a resume', () => {
    expect(applicationFormValues()).toEqual({
      letter: 'required',
      letter_min: 400,
      resume: 'required',
      questions: [],
    })
  })

  test('a stored job is sent back as it is stored', () => {
    const stored = {
      letter: 'off' as const,
      letter_min: 0,
      resume: 'optional' as const,
      questions: [{ ...question, options: null }],
    }
    const job = { title: 'Diver', description: '<p>Dive.</p>', ...applicationFormValues(stored) }
    expect(jobInput.parse(job)).toMatchObject(stored)
  })

  test('a blank question needs only a label', () => {
    const job = { title: 'Diver', description: '<p>Dive.</p>', questions: [blankQuestion()] }
    const { error } = jobInput.safeParse(job)
    expect(error?.issues.map(({ path }) => path)).toEqual([['questions', 0, 'label']])
  })
})

test('copiesOf leaves out the ids', () => {
  const copy = { kind: 'date', label: 'When?', help: '', required: true, options: null }
  expect(copiesOf([{ ...question, options: null }])).toEqual([copy])
})

describe('pastedOptions', () => {
  test.each([
    ['one', ['one']],
    ['one\ntwo\r\nthree\n', ['one', 'two', 'three']],
    ['• one\n\n-\ttwo\n -5 to 0', ['one', 'two', '-5 to 0']],
    [' \n ', []],
  ])('%j is %j', (text, lines) => {
    expect(pastedOptions(text)).toEqual(lines)
  })
})

describe('withOptions', () => {
  test('pasted lines follow the option', () => {
    expect(withOptions(['a', 'd'], 0, ['b', 'c'])).toEqual(['a', 'b', 'c', 'd'])
  })
  test('pasted lines replace a blank option', () => {
    expect(withOptions(['a', ' '], 1, ['b', 'c'])).toEqual(['a', 'b', 'c'])
  })
})

test.each([
  [['Yes', 'No'], 0, ['Yes', '', 'No'], 1],
  [['Yes', ''], 0, ['Yes', ''], 1],
  [['Yes', '', 'No'], 0, ['Yes', '', 'No'], 1],
  [['Yes', ' '], 1, ['Yes', ' '], 1],
  [[''], 0, [''], 0],
  [[], -1, [''], 0],
])('Enter in option %o at %i leaves %o at %i', (options, index, next, place) => {
  expect(withNext(options, index)).toEqual([next, place])
})
