import { expect, test } from 'vitest'
import { interviewOutcome, rejectionNote } from './outcome.ts'

test('after a rejection it is said when the interview is canceled, and when it is not', () => {
  const outcome = (is_telling: boolean, held_until: string | null) =>
    interviewOutcome(
      { is_telling, held_until },
      { at: '2026-12-03T09:00:00.000Z', when: '3 Dec, 10:00' },
    )
  expect(outcome(false, null)).toBe('The interview on 3 Dec, 10:00 is canceled')
  for (const until of [null, '2026-12-03T08:59:00.000Z'])
    expect(outcome(true, until)).toBe('The interview on 3 Dec, 10:00 is canceled with that email')
  expect(interviewOutcome({ is_telling: false, held_until: null }, undefined)).toBe(
    'The proposed interview is canceled',
  )
  expect(outcome(true, '2026-12-03T09:00:00.000Z')).toBe(
    'The interview on 3 Dec, 10:00 comes before that email: cancel it yourself if it should not take place',
  )
})

test('a rejection says before what it does to an interview, booked or proposed', () => {
  const note = (interview_at: string | null, interview_proposed: boolean, status = 'pending') =>
    rejectionNote(
      { first_name: 'Olga', status: status as 'pending', interview_at, interview_proposed },
      () => '3 Dec, 10:00',
    )
  const told = 'and Olga is emailed that it does not take place'
  expect(note('2026-12-03T09:00:00.000Z', true)).toBe(
    `cancels the interview on 3 Dec, 10:00, ${told}`,
  )
  expect(note(null, true)).toBe(`cancels the proposed interview, ${told}`)
  expect(note(null, false)).toBe(undefined)
  expect(note('2026-12-03T09:00:00.000Z', true, 'rejected')).toBe(undefined)
})
