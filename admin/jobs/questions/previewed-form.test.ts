import { expect, test } from 'vitest'
import { previewedForm } from './previewed-form.ts'

test('previewedForm asks what the editor holds, also half-written questions', () => {
  const form = previewedForm({
    title: 'Sailor',
    letter: 'off',
    letter_min: Number.NaN,
    resume: 'optional',
    questions: [
      { kind: 'single_choice', label: '  ', help: '', required: true, options: ['A', ' A ', ''] },
      { id: 7, kind: 'date', label: 'From when?', help: ' A day ', required: false, options: null },
    ],
  })
  expect(form).toEqual({
    id: 0,
    title: 'Sailor',
    letter: 'off',
    letter_min: 0,
    resume: 'optional',
    questions: [
      {
        id: 1,
        kind: 'single_choice',
        label: 'Question 1',
        help: null,
        required: true,
        options: ['A'],
      },
      {
        id: 2,
        kind: 'date',
        label: 'From when?',
        help: 'A day',
        required: false,
        options: null,
      },
    ],
  })
})

test('previewedForm of an empty editor asks for letter and resume', () => {
  expect(previewedForm({})).toEqual({
    id: 0,
    title: '',
    letter: 'required',
    letter_min: 0,
    resume: 'required',
    questions: [],
  })
})
