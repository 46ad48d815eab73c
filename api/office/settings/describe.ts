import {
  type BuiltInSetting,
  builtIn,
  builtInKeys,
} from '#api/core/site-settings/contract/table.ts'

function allowedValue(setting: BuiltInSetting) {
  if (setting.kind === 'number') return `number from ${setting.min} to ${setting.max}`
  if (setting.kind === 'choice') return Object.keys(setting.choices).join(' or ')
  if (setting.kind === 'choices') return `any of ${Object.keys(setting.choices).join(', ')}`
  return setting.kind
}

const changedBy = ({ computed, adminsOnly }: BuiltInSetting) =>
  computed ? 'Foyer' : adminsOnly ? 'admins' : 'manage_settings'

const line = (key: string, setting: BuiltInSetting) =>
  `| \`${key}\` | ${allowedValue(setting)} | ${setting.default ?? ''} | ${setting.private ? 'no' : 'yes'} | ${changedBy(setting)} | ${setting.description} |`

/** The built-in settings as a Markdown table for the OpenAPI document. */
export const builtInTable = [
  '| key | value | default | public | changed by | description |',
  '|---|---|---|---|---|---|',
  ...builtInKeys.map((key) => line(key, builtIn(key)!)),
].join('\n')
