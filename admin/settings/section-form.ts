import { kindOf, settingFault } from '#api/settings/contract/input.ts'
import { linkAddress } from '../ui/editor/link-address.ts'
import { titleOf } from './queries.ts'

const labels: Record<string, string> = {
  site_name: 'Name of the site',
  site_tagline: 'Tagline',
  public_url: 'Web address of this site',
  site_time_zone: 'Time zone',
  jobs_layout: 'List of open positions',
  contact_email: 'Contact email',
  notify_email: 'Email for notices of applications',
  default_meta_description: 'Text in search results',
  google_analytics_id: 'Google Analytics ID',
  count_visits: 'Count views of jobs',
  answer_within_days: 'Days until an answer',
  holiday_country: 'Country of public holidays',
  still_reading: 'Tell candidates when their answer is late',
  waiting_mail: 'Morning email about waiting candidates',
  show_answer_time: 'Show how soon candidates hear back',
  answer_time_days: 'Days until candidates hear back',
  status_pending: 'Text candidates see: pending',
  status_shortlisted: 'Text candidates see: shortlisted',
  status_rejected: 'Text candidates see: rejected',
  status_selected: 'Text candidates see: selected',
  hold_hours: 'Hours an email about a decision is held',
  max_file_size: 'Largest resume, in MB',
  maintenance_mode: 'Maintenance mode',
  require_second_factor: 'Two-step sign-in for everyone',
  facebook_url: 'Facebook page',
  twitter_url: 'X (Twitter) profile',
  linkedin_url: 'LinkedIn page',
}

/** The setting's name in words. */
export const labelOf = (key: string) => (Object.hasOwn(labels, key) && labels[key]) || titleOf(key)

/** Choices of a setting, value and label; undefined for typed values. */
export function choicesOf(key: string): [string, string][] | undefined {
  const kind = kindOf(key)
  if (kind === 'switch')
    return [
      ['true', 'On'],
      ['false', 'Off'],
    ]
  if (kind === 'layout')
    return [
      ['cards', 'Cards'],
      ['rows', 'Rows'],
    ]
  return undefined
}

/** A typed value: trimmed, a web address with https:// in front. */
export function completed(key: string, typed: string): string {
  const value = typed.trim()
  const kind = kindOf(key)
  if (!value || (kind !== 'url' && kind !== 'site') || /^[a-z]+:\/\//i.test(value)) return value
  const address = linkAddress(value)
  // A site's address has no path of its own to end with a slash.
  return address?.startsWith('https://') ? address.replace(/^(https:\/\/[^/]+)\/$/, '$1') : value
}

/** Values that break their rules, each with a sentence. */
export const faultsOf = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const fault = settingFault(key, value)
      return fault ? [[key, fault]] : []
    }),
  )
