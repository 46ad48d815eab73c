import { inArray } from 'drizzle-orm'
import { type BuiltInKey as Key, translatedKeys } from '#api/core/site-settings/contract/table.ts'
import {
  allDefaults as defaults,
  type SiteSettings,
  withDefaults,
} from '#api/core/site-settings/contract.ts'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { settings } from '#db/schema.ts'
import { basePath } from '../environment/env.ts'
import { readTranslations } from '../translations/read.ts'
import { type Language, languagesOf } from '../words/contract/names.ts'
import { addressGermansWith } from '../words/contract.ts'
import { askedLanguage } from '../words/reader.ts'

const allKeys = Object.keys(defaults) as Key[]

const withKeys = prepared((db, ...keys: Key[]) =>
  db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, keys))
    .prepare(),
)

const lastLanguages = new WeakMap<Db, [Language, ...Language[]]>()

/**
 * All built-in settings, including private ones; empty values get their default. `language` is the
 * site's main one, also where texts are translated.
 * @param reader the language of the person who reads the texts
 */
export async function readSiteSettings(db: Db, reader = askedLanguage()) {
  const [rows, translated] = await Promise.all([
    withKeys(db, ...allKeys).all(),
    readTranslatedSettings(db, reader),
  ])
  const read = withDefaults(rows, defaults)
  const all = languagesOf(read)
  lastLanguages.set(db, all)
  addressGermansWith(read.german_address)
  const inUse = [...translated].filter(([key]) => read[key])
  return { ...read, ...Object.fromEntries(inUse), language: all[0] }
}

/** What the settings that are translated say in this language, by key. */
export async function readTranslatedSettings(
  db: Db,
  reader = askedLanguage(),
): Promise<ReadonlyMap<Key, string>> {
  const language = translationLanguage(db, reader)
  if (!language) return new Map()
  const found = await readTranslations(db, 'setting', language, translatedKeys)
  return new Map(
    translatedKeys.flatMap((key) => {
      const value = found.get(key)?.value
      return typeof value === 'string' && value ? [[key, value] as const] : []
    }),
  )
}

/** The site's languages, the main one first, as they were when the settings were last read. */
export const lastLanguagesOf = (db: Db) => lastLanguages.get(db) ?? (['en'] as const)

/** The language that texts of staff are translated into for this reader; undefined for the main one. */
export const translationLanguage = (db: Db, reader = askedLanguage()): Language | undefined =>
  lastLanguagesOf(db)
    .slice(1)
    .find((language) => language === reader)

/** The site's main language, without waiting. */
export const lastSiteLanguage = (db: Db): Language => lastLanguagesOf(db)[0]

/** Only these of them, for frequent calls: copying all takes longer than the query. */
export async function readSomeSettings<K extends Key>(
  db: Db,
  ...keys: K[]
): Promise<Record<K, string>> {
  const chosen = Object.fromEntries(keys.map((key) => [key, defaults[key]])) as Record<K, string>
  return withDefaults(await withKeys(db, ...keys).all(), chosen)
}

/** The site's address, with BASE_PATH and without a trailing slash; '' when not configured. */
export function siteAddress(
  publicUrl: string | undefined,
  { public_url }: Pick<SiteSettings, 'public_url'>,
) {
  const origin = (publicUrl || public_url).replace(/\/+$/, '')
  return origin && origin + basePath
}

/**
 * What links in mails begin with: PUBLIC_URL, else the setting `public_url`, else the process's own
 * address; never the Host header, which a client could set to leak a token to another site.
 */
export const mailBase = (
  { publicUrl, ownAddress }: { publicUrl: string | undefined; ownAddress: () => string },
  settings: Pick<SiteSettings, 'public_url'>,
) => siteAddress(publicUrl, settings) || ownAddress()
