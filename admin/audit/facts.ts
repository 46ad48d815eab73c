import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import { longTimeIn, zoneText } from '#api/hiring/interviews/contract/time.ts'
import { statusLabel } from '../status/StatusBadge.tsx'

/** How a decision ends as a sentence. */
const emailed: Record<string, string> = {
  now: '; the candidate is emailed after 60 seconds',
  later: '; the candidate is emailed later',
  never: '; the candidate is not emailed',
}

/** Names of what an event says that are not plain words themselves. */
const names: Record<string, string> = {
  from: 'Before',
  tell: 'Email to the candidate',
  is_active: 'Active',
  is_published: 'Published',
}

/** Whether and when the candidate is emailed a decision. */
const emails: Record<string, string> = {
  now: 'after 60 seconds',
  later: 'later',
  never: 'never',
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function inWords(name: string, value: unknown, zone: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ').replaceAll('_', ' ') || 'none'
  const text = String(value)
  // Of an interview: they are in the site's zone everywhere.
  if (name === 'time') return `${longTimeIn(text, zone)} (${zoneText(text, zone)})`
  if (name === 'tell') return emails[text] ?? text
  const status = applicationStatuses.find((one) => one === text)
  if (status) return statusLabel[status]
  return text || '(empty)'
}

/** One of the new values of an event, such as 'Status: Rejected'. */
export const factOf = (name: string, value: unknown, zone: string): string =>
  `${names[name] ?? sentenceCase(name.replaceAll('_', ' '))}: ${inWords(name, value, zone)}`

const statusOf = (value: unknown) => applicationStatuses.find((one) => one === value)

/** What an event says: a decision as a sentence, each other value by its name. */
export function factsOf(detail: Record<string, unknown>, zone: string): string[] {
  const [from, to] = [statusOf(detail.from), statusOf(detail.status)]
  if (!from || !to) return Object.entries(detail).map(([name, value]) => factOf(name, value, zone))
  const { from: _, status: __, tell, ...others } = detail
  const end = emailed[String(tell)] ?? ''
  return [`Moved from ${statusLabel[from]} to ${statusLabel[to]}${end}`, ...factsOf(others, zone)]
}
