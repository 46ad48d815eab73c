import { z } from 'zod'
import { asciiEmail, isEmail, notAnEmail } from '../../http/contract/email.ts'
import { basedOn, flag, line, optionalLine } from '../../http/contract/fields.ts'
import { isSiteAddress } from '../../http/contract/site-address.ts'
import { leastDays, mostDays, mostMonths } from '../../privacy/contract.ts'
import { jobsLayouts, privateSettingDefaults, settingDefaults } from '../contract.ts'

const settingMaximum = 2000

/** The settings that the product itself reads: they can be emptied, never deleted. */
export const isBuiltIn = (key: string) =>
  Object.hasOwn(settingDefaults, key) || Object.hasOwn(privateSettingDefaults, key)

/** Foyer itself writes these; nobody else can. */
export const isComputed = (key: string) => key === 'answer_time_days'

export type SettingKind =
  | 'number'
  | 'days'
  | 'hours'
  | 'retention'
  | 'months'
  | 'switch'
  | 'url'
  | 'site'
  | 'email'
  | 'analytics'
  | 'time zone'
  | 'layout'
  | 'country'
  | 'text'

const switches = [
  ...['maintenance_mode', 'require_second_factor', 'still_reading', 'waiting_mail'],
  ...['show_answer_time', 'count_visits'],
]

/** What a setting's value is, told by its key. */
export function kindOf(key: string): SettingKind {
  if (key === 'max_file_size') return 'number'
  if (key === 'answer_within_days' || key === 'answer_time_days') return 'days'
  if (key === 'holiday_country') return 'country'
  if (key === 'hold_hours') return 'hours'
  if (/^keep_(undecided|rejected|selected|withdrawn)_days$/.test(key)) return 'retention'
  if (key === 'keep_consent_months') return 'months'
  if (switches.includes(key)) return 'switch'
  if (key === 'contact_email' || key === 'notify_email') return 'email'
  if (key === 'google_analytics_id') return 'analytics'
  if (key === 'public_url') return 'site'
  if (key === 'site_time_zone') return 'time zone'
  if (key === 'jobs_layout') return 'layout'
  return key.endsWith('_url') ? 'url' : 'text'
}

const isUploadSize = (value: string) =>
  /^\d{1,2}(\.\d{1,2})?$/.test(value) && Number(value) >= 1 && Number(value) <= 25

const isWhole = (value: string, most: number) =>
  /^[1-9]\d{0,3}$/.test(value) && Number(value) <= most

/** As people write it; a phone begins a field with a capital. */
const isWebAddress = (value: string) => /^https?:\/\/\S+$/i.test(value) && URL.canParse(value)

/** An IANA name or an older alias; no offset such as +02:00, which has no daylight saving time. */
function isTimeZone(value: string) {
  if (/^[+-]/.test(value)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}

const rules: Record<SettingKind, { fits: (value: string) => boolean; otherwise: string }> = {
  number: { fits: isUploadSize, otherwise: 'Must be a number from 1 to 25' },
  days: {
    fits: (value) => isWhole(value, 90),
    otherwise: 'Must be a whole number from 1 to 90',
  },
  hours: {
    fits: (value) => isWhole(value, 720),
    otherwise: 'Must be a whole number from 1 to 720',
  },
  retention: {
    fits: (value) => isWhole(value, mostDays) && Number(value) >= leastDays,
    otherwise: `Must be a whole number from ${leastDays} to ${mostDays.toLocaleString('en')}`,
  },
  months: {
    fits: (value) => isWhole(value, mostMonths),
    otherwise: `Must be a whole number from 1 to ${mostMonths}`,
  },
  switch: { fits: (value) => /^(true|false)$/.test(value), otherwise: 'Must be true or false' },
  url: {
    fits: isWebAddress,
    otherwise: 'Enter a full web address, like https://example.com',
  },
  site: {
    fits: isSiteAddress,
    otherwise: 'Enter only the beginning of the address, like https://careers.example.com',
  },
  email: {
    fits: isEmail,
    otherwise: notAnEmail,
  },
  analytics: {
    fits: (value) => /^(G-[A-Z0-9]{4,20}|UA-\d{4,12}-\d{1,4})$/.test(value),
    otherwise: 'Enter a measurement ID like G-XXXXXXXXXX',
  },
  'time zone': {
    fits: isTimeZone,
    otherwise: 'Enter a time zone like Europe/Dublin or America/New_York',
  },
  layout: {
    fits: (value) => jobsLayouts.some((layout) => layout === value),
    otherwise: `Must be ${jobsLayouts.join(' or ')}`,
  },
  // Whether its holidays are known is told by the server.
  country: {
    fits: (value) => /^[A-Z]{2}(-[A-Z0-9]{1,4}){0,2}$/.test(value),
    otherwise: 'Enter a country like IE, or with its region like DE-BY or US-CA',
  },
  text: { fits: () => true, otherwise: '' },
}

/** Any setting's value before its key is known: one line, trimmed. */
const settingText = optionalLine(settingMaximum)
  .unwrap()
  .unwrap()
  .transform((value) => value ?? '')

/** What is wrong with a value for this key, in a sentence; every setting may be empty. */
export function settingFault(key: string, value: string): string | undefined {
  const text = settingText.safeParse(value)
  if (!text.success) return text.error.issues[0]?.message
  const { fits, otherwise } = rules[kindOf(key)]
  return text.data === '' || fits(text.data) ? undefined : otherwise
}

/** A value as it is stored. */
export const storedSetting = (key: string, value: string) =>
  kindOf(key) === 'email' ? asciiEmail(value) : value

const word = (required: string) =>
  line(64, required).regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    'Use lower-case letters, digits and underscores, and begin with a letter',
  )

export const settingInput = z
  .strictObject({
    key: word('Key is required'),
    value: settingText.default(''),
    category: word('Category is required'),
    description: optionalLine(500).transform((value) => value ?? ''),
    is_public: flag.default(false),
  })
  .superRefine(({ key, value }, issues) => {
    const message = settingFault(key, value)
    if (message) issues.addIssue({ code: 'custom', path: ['value'], message })
  })
  .transform((setting) => ({ ...setting, value: storedSetting(setting.key, setting.value) }))

export const settingChange = z.strictObject({
  value: settingText.optional(),
  updated_at: basedOn,
})

const keysMaximum = 100

/** The query of GET /settings/object: keys with commas between them. */
export const settingKeys = {
  keys: z
    .string('Give keys, with commas between them')
    .transform((keys) => [...new Set(keys.split(',').map((key) => key.trim()))].filter(Boolean))
    .refine((keys) => keys.length > 0, 'Give keys, with commas between them')
    .refine((keys) => keys.length <= keysMaximum, `Give at most ${keysMaximum} keys`),
}
