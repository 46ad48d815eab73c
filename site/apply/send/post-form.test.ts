import { expect, test } from 'vitest'
import { en } from '#api/core/words/contract/en.ts'
import { problemOf } from './post-form.ts'

const fallback = 'Failed to submit application. Please check your input and try again.'
const notSent =
  "Sending isn't possible right now. Nothing you typed is lost. Try again in a minute."

test.each([
  [413, null, en.form.tooLargeToSend],
  [502, null, notSent],
  [503, null, notSent],
  [504, null, notSent],
  [500, null, fallback],
  // Of a bucket, a static host, and nginx for a file.
  [403, null, notSent],
  [404, null, notSent],
  [405, null, notSent],
  [502, { message: 'Bad gateway' }, fallback],
  [502, 'Bad gateway', fallback],
  [503, { error: '' }, fallback],
  [413, { error: { code: 413 } }, fallback],
  [400, { error: 'Choose a job' }, 'Choose a job'],
  [503, { error: 'This site is very busy.' }, 'This site is very busy.'],
])('a response of %d with the body %j says what happened', (status, body, sentence) => {
  expect(problemOf(status, body, en.form).error).toBe(sentence)
})
