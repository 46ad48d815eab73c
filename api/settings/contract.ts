export { settingCategories } from '#db/enums.ts'

/** What the public site falls back to while a setting is empty or cannot be read. */
export const settingDefaults = {
  site_name: 'Company Name',
  site_tagline: 'We are a dynamic company focused on innovation and growth.',
  public_url: '',
  site_time_zone: 'UTC',
  jobs_layout: 'cards',
  contact_email: '',
  default_meta_description: '',
  google_analytics_id: '',
  count_visits: 'false',
  answer_within_days: '2',
  keep_consent_months: '',
  holiday_country: '',
  show_answer_time: 'false',
  answer_time_days: '',
  status_pending: '',
  status_shortlisted: '',
  status_rejected: '',
  status_selected: '',
  max_file_size: '5',
  maintenance_mode: 'false',
  facebook_url: '',
  twitter_url: '',
  linkedin_url: '',
}
/** What the product itself reads and visitors do not get to see. */
export const privateSettingDefaults = {
  notify_email: '',
  still_reading: 'false',
  waiting_mail: 'true',
  hold_hours: '24',
  keep_undecided_days: '',
  keep_rejected_days: '',
  keep_selected_days: '',
  keep_withdrawn_days: '',
  require_second_factor: 'false',
}

/** Settings of the Privacy screen. */
export const privacyKeys = [
  ...(['keep_undecided_days', 'keep_rejected_days', 'keep_selected_days'] as const),
  ...(['keep_withdrawn_days', 'keep_consent_months'] as const),
]

export type SiteSettings = typeof settingDefaults

export const jobsLayouts = ['cards', 'rows'] as const

export const fallbackMetaDescription =
  'Company website with job board and content management system'

/** Settings as GET /settings/public lists them, with the default wherever a value is empty. */
export const siteSettings = (list: readonly { key: string; value: string }[]): SiteSettings =>
  withDefaults(list, settingDefaults)

export function withDefaults<T extends Record<string, string>>(
  list: readonly { key: string; value: string }[],
  defaults: T,
): T {
  const given = list.filter(({ key, value }) => value && Object.hasOwn(defaults, key))
  return { ...defaults, ...Object.fromEntries(given.map(({ key, value }) => [key, value])) }
}

/** `max_file_size` is in MB of 1,048,576 bytes, 1 to 25; a file of exactly the limit passes. */
export function maxFileBytes(maxFileSize: string): number {
  const megabytes = Number(maxFileSize)
  const sane = Number.isFinite(megabytes) && megabytes >= 1 && megabytes <= 25 ? megabytes : 5
  return Math.floor(sane * 1_048_576)
}
