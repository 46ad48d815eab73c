import { builtIn, kindOf } from '#api/core/site-settings/contract/table.ts'
import { linkAddress } from '../ui/editor/link-address.ts'
import { titleOf } from './queries.ts'

/** The setting's name in words. */
export const labelOf = (key: string) => builtIn(key)?.label ?? titleOf(key)

/** A typed value: trimmed, a web address with https:// in front. */
export function completed(key: string, typed: string): string {
  const value = typed.trim()
  const { kind } = kindOf(key)
  if (!value || (kind !== 'url' && kind !== 'site') || /^[a-z]+:\/\//i.test(value)) return value
  const address = linkAddress(value)
  // A site's address has no path of its own to end with a slash.
  return address?.startsWith('https://') ? address.replace(/^(https:\/\/[^/]+)\/$/, '$1') : value
}

/** The keys that the specification lists: it has their values shown as they are stored. */
const shownAsStored = new Set(['max_file_size', 'maintenance_mode'])

const units: Record<string, [one: string, many: string]> = {
  answer_within_days: ['business day', 'business days'],
  answer_time_days: ['day', 'days'],
  hold_hours: ['hour', 'hours'],
  keep_undecided_days: ['day', 'days'],
  keep_rejected_days: ['day', 'days'],
  keep_selected_days: ['day', 'days'],
  keep_withdrawn_days: ['day', 'days'],
  keep_consent_months: ['month', 'months'],
  max_file_size: ['MB', 'MB'],
}

/** A value in words: On, Cards, 2 business days; as it is stored when there are no other words. */
function inWords(key: string, value: string): string {
  const setting = kindOf(key)
  if (setting.kind === 'switch') return value === 'true' ? 'On' : value === 'false' ? 'Off' : value
  if (setting.kind === 'choice')
    return Object.hasOwn(setting.choices, value) ? (setting.choices[value] ?? value) : value
  if (setting.kind === 'choices')
    return value
      .split(',')
      .map((choice) => setting.choices[choice] ?? choice)
      .join(', ')
  const unit = units[key]
  return unit ? `${value} ${unit[value === '1' ? 0 : 1]}` : value
}

/** What is shown of a value, and words beside it where the stored value itself must be shown. */
export function shownValue(key: string, value: string): { text: string; beside?: string } {
  const words = inWords(key, value)
  if (!shownAsStored.has(key)) return { text: words }
  const beside = words.replace(value, '').trim()
  return { text: value, ...(beside && { beside }) }
}
