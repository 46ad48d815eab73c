import { formatDate } from '../lib/text/format.ts'
import type { Notification } from './queries.ts'

type Day = { name: string; notifications: Notification[] }

/** By the day in the reader's time zone; the list is in order of time. */
export function byDay(notifications: readonly Notification[], now = new Date()): Day[] {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const names = new Map([
    [yesterday.toDateString(), 'Yesterday'],
    [now.toDateString(), 'Today'],
  ])
  const days = new Map<string, Notification[]>()
  for (const one of notifications) {
    const name = names.get(new Date(one.at).toDateString()) ?? formatDate(one.at)
    days.set(name, [...(days.get(name) ?? []), one])
  }
  return [...days].map(([name, group]) => ({ name, notifications: group }))
}
