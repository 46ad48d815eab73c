import { type BuiltInKey, builtIn, builtInKeys, type KeyWith } from './contract/table.ts'

export { settingCategories } from '#db/enums.ts'

export type SiteSettings = Record<Exclude<BuiltInKey, KeyWith<{ private: true }>>, string>

const defaultsOf = (keys: BuiltInKey[]) =>
  Object.fromEntries(keys.map((key) => [key, builtIn(key)?.default ?? '']))

/** Built-in settings and their values where they are empty. */
export const allDefaults = defaultsOf(builtInKeys) as Record<BuiltInKey, string>

/** What the public site falls back to while a setting is empty or cannot be read. */
export const settingDefaults = defaultsOf(
  builtInKeys.filter((key) => !builtIn(key)?.private),
) as SiteSettings

/** Settings of the Privacy screen: how long applications are kept. */
export const privacyKeys = builtInKeys.filter(
  (key): key is KeyWith<{ category: 'privacy'; kind: 'number' }> =>
    builtIn(key)?.category === 'privacy' && builtIn(key)?.kind === 'number',
)

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
