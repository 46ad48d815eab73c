import { z } from 'zod'
import { asciiEmail, isEmail, notAnEmail } from '#api/core/http/contract/email.ts'
import { basedOn, flag, line, optionalLine } from '#api/core/http/contract/fields.ts'
import { isSiteAddress } from '#api/core/http/contract/site-address.ts'
import { kindOf, type SettingKind } from '#api/core/site-settings/contract/table.ts'

export const maxSetting = 2000

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

type Rule = { fits: (value: string) => boolean; otherwise: string }

function numberRule({ min, max, decimals }: Extract<SettingKind, { kind: 'number' }>): Rule {
  const form = decimals ? /^\d{1,4}(\.\d{1,2})?$/ : /^[1-9]\d{0,3}$/
  return {
    fits: (value) => form.test(value) && Number(value) >= min && Number(value) <= max,
    otherwise: `Must be a ${decimals ? '' : 'whole '}number from ${min} to ${max.toLocaleString('en')}`,
  }
}

function choiceRule({ choices }: Extract<SettingKind, { kind: 'choice' }>): Rule {
  const values = Object.keys(choices)
  return {
    fits: (value) => values.includes(value),
    otherwise: `Must be ${values.join(' or ')}`,
  }
}

function choicesRule({ choices }: Extract<SettingKind, { kind: 'choices' }>): Rule {
  const values = Object.keys(choices)
  return {
    fits: (value) => {
      const given = value.split(',')
      return given.every((one) => values.includes(one)) && new Set(given).size === given.length
    },
    otherwise: `Must be one or several of ${values.join(', ')}, with commas in between`,
  }
}

const rules: Record<Exclude<SettingKind['kind'], 'number' | 'choice' | 'choices'>, Rule> = {
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
  // Whether its holidays are known is told by the server.
  country: {
    fits: (value) => /^[A-Z]{2}(-[A-Z0-9]{1,4}){0,2}$/.test(value),
    otherwise: 'Enter a country like IE, or with its region like DE-BY or US-CA',
  },
  text: { fits: () => true, otherwise: '' },
}

/** What a value for this key must be, and the sentence for one that is not. */
export function settingRule(key: string): Rule {
  const kind = kindOf(key)
  if (kind.kind === 'number') return numberRule(kind)
  if (kind.kind === 'choice') return choiceRule(kind)
  if (kind.kind === 'choices') return choicesRule(kind)
  return rules[kind.kind]
}

/** Any setting's value before its key is known: one line, trimmed. */
const settingText = optionalLine(maxSetting)
  .unwrap()
  .unwrap()
  .transform((value) => value ?? '')

/** What is wrong with a value for this key, in a sentence; every setting may be empty. */
export function settingError(key: string, value: string): string | undefined {
  const text = settingText.safeParse(value)
  if (!text.success) return text.error.issues[0]?.message
  const { fits, otherwise } = settingRule(key)
  return text.data === '' || fits(text.data) ? undefined : otherwise
}

/** A value as it is stored. */
export const storedSetting = (key: string, value: string) =>
  kindOf(key).kind === 'email' ? asciiEmail(value) : value

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
    const message = settingError(key, value)
    if (message) issues.addIssue({ code: 'custom', path: ['value'], message })
  })
  .transform((setting) => ({ ...setting, value: storedSetting(setting.key, setting.value) }))

export const settingChange = z.strictObject({
  value: settingText.optional(),
  updated_at: basedOn,
})

const maxKeys = 100

/** The query of GET /settings/object: keys with commas between them. */
export const settingKeys = {
  keys: z
    .string('Give keys, with commas between them')
    .transform((keys) => [...new Set(keys.split(',').map((key) => key.trim()))].filter(Boolean))
    .refine((keys) => keys.length > 0, 'Give keys, with commas between them')
    .refine((keys) => keys.length <= maxKeys, `Give at most ${maxKeys} keys`),
}
