import { expect, test } from 'vitest'
import { interviewOutcome } from './outcome.ts'

test('after a rejection it is said when the interview is canceled, and when it is not', () => {
  const outcome = (is_telling: boolean, held_until: string | null) =>
    interviewOutcome(
      { is_telling, held_until },
      { at: '2026-12-03T09:00:00.000Z', when: '3 Dec, 10:00' },
    )
  expect(outcome(false, null)).toBe('The interview on 3 Dec, 10:00 is canceled')
  for (const until of [null, '2026-12-03T08:59:00.000Z'])
    expect(outcome(true, until)).toBe('The interview on 3 Dec, 10:00 is canceled with that email')
  expect(outcome(true, '2026-12-03T09:00:00.000Z')).toBe(
    'The interview on 3 Dec, 10:00 comes before that email: cancel it yourself if it should not take place',
  )
})
