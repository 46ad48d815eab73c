import { expect, test } from 'vitest'
import type { ApplicationStatus, Tell } from '#api/hiring/applications/contract/status.ts'
import { consequence, consequenceOfAny, interviewConsequence } from './consequence.ts'

const now = new Date(2026, 2, 14, 14, 35).getTime()
const templates = [
  { name: 'Rejection', status: 'rejected' as const, translations: {} },
  { name: 'Interview', status: 'shortlisted' as const, translations: {} },
  { name: 'Anything else', status: null, translations: {} },
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
  ['rejected', decision('now'), 'Rejected sends “Rejection” after 60 s.'],
  ['rejected', decision('later'), 'Rejected sends “Rejection” tomorrow at 14:35.'],
  ['shortlisted', decision('never'), 'Shortlisted sends no email.'],
  ['pending', decision('now'), 'Pending sends no email.'],
  ['selected', decision('now'), 'Selected can’t send an email: it has no template.'],
  [
    'rejected',
    decision('now', { told_status: 'rejected' }),
    'Rejected sends no email: Olga knows.',
  ],
  ['pending', decision('now', { is_telling: true }), 'Pending stops the email that is waiting.'],
  [
    'shortlisted',
    decision('now', { is_telling: true }),
    'Shortlisted sends “Interview” after 60 s, not the one that is waiting.',
  ],
] as const)('consequence of %s', (status, given, text) => {
  expect(consequence(status, given)).toBe(text)
})

test('the consequence says that the candidate gets a text in another language', () => {
  const reads = { language: 'de', main: 'en' }
  const of = (translations: (typeof templates)[number]['translations']) =>
    consequence('rejected', {
      ...decision('now'),
      templates: [{ name: 'Rejection', status: 'rejected', translations }],
      reads,
    })
  expect(of({})).toBe(
    'Rejected sends “Rejection” after 60 s. Olga gets the English text: there is no German one.',
  )
  expect(of({ de: { subject: 'Leider', body: '<p>Nein.</p>' } })).toBe(
    'Rejected sends “Rejection” after 60 s.',
  )
})

test('the consequence of any decision names the templates there are', () => {
  expect(consequenceOfAny(decision('now'))).toBe('Email after 60 s: “Interview” or “Rejection”')
  expect(consequenceOfAny(decision('later', { hold_hours: 2 }))).toBe(
    'Email today at 16:35: “Interview” or “Rejection”',
  )
  expect(consequenceOfAny(decision('never'))).toBe('Email: none')
  expect(consequenceOfAny({ ...decision('now'), templates: [] })).toBe(
    'Email: none, since no decision has a template',
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
