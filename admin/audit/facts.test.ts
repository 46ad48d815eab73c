import { expect, test } from 'vitest'
import { factOf } from './facts.ts'

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
