import { expect, test } from 'vitest'
import type { ApplicationStatus, Tell } from '#api/applications/contract/status.ts'
import { consequence, consequenceOfAny } from './consequence.ts'

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
