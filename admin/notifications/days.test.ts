import { expect, test } from 'vitest'
import { byDay } from './days.ts'

const now = new Date(2026, 2, 1, 0, 30)
const email = (at: Date, id: number) => ({
  kind: 'email' as const,
  id,
  at: at.toISOString(),
  is_unread: false,
  to_address: 'mira@example.org',
  subject: 'Your application',
})

test('notifications are grouped by day in the time zone of the reader', () => {
  const days = byDay(
    [
      email(new Date(2026, 2, 1, 0, 10), 4),
      email(new Date(2026, 1, 28, 23, 50), 3),
      email(new Date(2026, 1, 28, 0, 10), 2),
      email(new Date(2026, 1, 27, 23, 50), 1),
    ],
    now,
  )
  expect(days.map(({ name, notifications }) => [name, notifications.map(({ id }) => id)])).toEqual([
    ['Today', [4]],
    ['Yesterday', [3, 2]],
    ['27 Feb 2026', [1]],
  ])
})
