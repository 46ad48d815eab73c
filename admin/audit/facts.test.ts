import { expect, test } from 'vitest'
import { factOf, factsOf } from './facts.ts'

test.each([
  ['status', 'rejected', 'Status: Rejected'],
  ['from', 'pending', 'Before: Pending'],
  ['tell', 'later', 'Email to the candidate: later'],
  ['tell', 'now', 'Email to the candidate: after 60 seconds'],
  ['is_active', false, 'Active: no'],
  ['permissions', ['edit_pages', 'manage_jobs'], 'Permissions: edit pages, manage jobs'],
  ['permissions', [], 'Permissions: none'],
  ['value', '', 'Value: (empty)'],
  ['time', '2026-12-03T14:00:00.000Z', 'Time: Thursday, 3 December 2026 at 14:00 (UTC)'],
] as const)('%s %j reads “%s”', (name, value, text) => {
  expect(factOf(name, value, 'UTC')).toBe(text)
})

test.each([
  [
    { status: 'rejected', from: 'pending', tell: 'later' },
    ['Moved from Pending to Rejected; the candidate is emailed later'],
  ],
  [
    { status: 'selected', from: 'rejected', tell: 'never', step: 'Offer' },
    ['Moved from Rejected to Selected; the candidate is not emailed', 'Step: Offer'],
  ],
  [{ status: 'pending' }, ['Status: Pending']],
])('%j reads as a sentence', (detail, facts) => {
  expect(factsOf(detail, 'UTC')).toEqual(facts)
})
