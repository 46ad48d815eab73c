import { expect, test } from 'vitest'
import type { ApplicationStatus, Tell } from '#api/hiring/applications/contract/status.ts'
import { consequence, consequenceOfAny, interviewConsequence } from './consequence.ts'

const now = new Date(2026, 2, 14, 14, 35).getTime()
const templates = [
  { name: 'Rejection', status: 'rejected' as const },
  { name: 'Interview', status: 'shortlisted' as const },
  { name: 'Anything else', status: null },
]
const application = {
  first_name: 'Olga',
  status: 'pending' as ApplicationStatus,
  told_status: null as ApplicationStatus | null,
  is_telling: false,
  hold_hours: 24,
}
const decision = (tell: Tell, more: Partial<typeof application> = {}) => ({
  application: { ...application, ...more },
  tell,
  templates,
  now,
})

test.each([
  [
    'rejected',
    decision('now'),
    'Rejecting emails “Rejection” to Olga in 60 seconds. Undo stops it.',
  ],
  [
    'rejected',
    decision('later'),
    'Rejecting holds “Rejection” until tomorrow at 14:35, then emails it to Olga.',
  ],
  ['shortlisted', decision('never'), 'Shortlisting sends no email.'],
  ['pending', decision('now'), 'Moving to Pending sends no email.'],
  ['selected', decision('now'), 'Selecting can’t email Olga: there is no template for it.'],
  [
    'rejected',
    decision('now', { told_status: 'rejected' }),
    'Rejecting sends no email: Olga was notified before.',
  ],
  [
    'pending',
    decision('now', { is_telling: true }),
    'Moving to Pending stops the email that is waiting and sends no other.',
  ],
  [
    'shortlisted',
    decision('now', { is_telling: true }),
    'Shortlisting emails “Interview” to Olga in 60 seconds instead of the email that is waiting. Undo stops it.',
  ],
] as const)('consequence of %s', (status, given, text) => {
  expect(consequence(status, given)).toBe(text)
})

test('the consequence of any decision names the templates there are', () => {
  const any = 'A decision emails Olga'
  expect(consequenceOfAny(decision('now'))).toBe(
    `${any} in 60 seconds: “Interview” or “Rejection”.`,
  )
  expect(consequenceOfAny(decision('later', { hold_hours: 2 }))).toBe(
    `${any} today at 16:35: “Interview” or “Rejection”.`,
  )
  expect(consequenceOfAny(decision('never', { status: 'rejected' }))).toBe(
    'Another decision sends no email.',
  )
  expect(consequenceOfAny(decision('never'))).toBe('A decision sends no email.')
  expect(consequenceOfAny({ ...decision('now'), templates: [] })).toBe(
    'A decision can’t send an email: there is no template for any.',
  )
})

test('a rejection says what it does to an interview that is ahead', () => {
  const at = (time: number) => new Date(time).toISOString()
  const standing = { ends_at: null, times: [at(now + 1)] }
  const booked = (time: number) => ({ ...standing, state: 'booked' as const, time: at(time) })
  const proposed = { ...standing, state: 'proposed' as const, time: null }
  const declined = { ...standing, state: 'declined' as const, time: null }
  const said = (tell: Tell, ...interviews: Parameters<typeof interviewConsequence>[1]) =>
    interviewConsequence({ application, tell, now }, interviews)
  const later = now + application.hold_hours * 3_600_000
  const rest =
    'interview in 60 seconds and emails Olga that it does not take place, without the decision. Undo stops it.'
  expect(said('never', proposed, booked(now + 1))).toBe(`Rejecting cancels the booked ${rest}`)
  expect(said('never', booked(now - 1), proposed)).toBe(`Rejecting cancels the proposed ${rest}`)
  for (const [tell, time] of [
    ['now', now + 1],
    ['later', later + 1],
  ] as const) {
    expect(said(tell, proposed, booked(time))).toBe(
      'Rejecting cancels the booked interview as soon as its email has left.',
    )
    expect(said(tell, proposed)).toBe(
      'Rejecting cancels the proposed interview as soon as its email has left.',
    )
  }
  expect(said('later', booked(later))).toBe(
    'The booked interview comes before that email. Cancel it yourself if it should not take place.',
  )
  const ending = { ends_at: at(now + 1) }
  for (const tell of ['never', 'now', 'later'] as const) {
    expect(said(tell, booked(now - 1), declined)).toBe('')
    expect(said(tell, { ...proposed, times: [at(now)] })).toBe('')
    expect(said(tell, { ...booked(now + 1), ...ending }, { ...proposed, ...ending })).toBe('')
    const rejected = { ...application, status: 'rejected' as const }
    expect(interviewConsequence({ application: rejected, tell, now }, [booked(now + 1)])).toBe('')
  }
  const told = { ...application, told_status: 'rejected' as const }
  expect(interviewConsequence({ application: told, tell: 'now', now }, [proposed])).toMatch(
    'in 60 seconds',
  )
})
