import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { builtIn, isComputed } from '#api/core/site-settings/contract/table.ts'
import { privacyKeys, settingCategories } from '#api/core/site-settings/contract.ts'
import { api, read, readAll, readList } from '../lib/api/api.ts'
import { titleOfCategory } from './places.ts'

/** `value` is always a string. */
export type Setting = InferResponseType<typeof api.settings.$get, 200>[number]

/** Prefix of all settings queries, including the site name in the sidebar. */
export const settingsKey = ['settings'] as const

export const settingsQuery = queryOptions({
  queryKey: [...settingsKey, 'all'],
  queryFn: () => readAll<Setting>((query) => readList(api.settings.$get({ query }))),
  select: offered,
})

/** Without how readers are addressed in German, unless the site has German. */
export function offered(settings: Setting[]): Setting[] {
  const settingOf = (name: string) => settings.find(({ key }) => key === name)?.value ?? ''
  const all = [settingOf('site_language'), ...settingOf('site_languages').split(',')]
  return all.includes('de') ? settings : settings.filter(({ key }) => key !== 'german_address')
}

/** Throws a 409 when the setting has changed since `basedOn`, its `updated_at`. */
export const saveSetting = (id: number, value: string, basedOn: string): Promise<Setting> =>
  read(
    api.settings[':id'].$put({
      param: { id: String(id) },
      json: { value, updated_at: basedOn },
    }),
  )

/** Set on the Privacy screen, which says what a change would erase. */
export const isSetUnderPrivacy = (key: string) => privacyKeys.some((one) => one === key)

/** Why the setting cannot be edited, for everyone or for other staff than admins. */
export function reasonFor(key: string, isAllowed: boolean): string | undefined {
  if (isComputed(key)) return 'Foyer computes this value. It cannot be changed.'
  const because = builtIn(key)?.adminsOnly?.because
  return because && !isAllowed ? `Only an admin can change this, because ${because}.` : undefined
}

/** 'site_name' as 'Site Name'. */
export const titleOf = (key: string) =>
  key.replaceAll('_', ' ').replace(/(^|\s)\w/g, (letter) => letter.toUpperCase())

/** Settings by category: the known ones first, in order; others under their raw name. */
export function grouped(settings: readonly Setting[]) {
  const categories = new Set<string>([
    ...settingCategories,
    ...settings.map(({ category }) => category),
  ])
  return [...categories]
    .map((category) => ({
      category,
      title: titleOfCategory(category),
      settings: settings.filter((setting) => setting.category === category),
    }))
    .filter((group) => group.settings.length > 0)
}
