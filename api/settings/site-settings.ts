import { inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { settings } from '#db/schema.ts'
import { siteLanguage } from '../words/contract.ts'
import {
  privateSettingDefaults,
  type SiteSettings,
  settingDefaults,
  withDefaults,
} from './contract.ts'

const defaults = { ...settingDefaults, ...privateSettingDefaults }

const known = prepared((db) =>
  db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, Object.keys(defaults)))
    .prepare(),
)

/** The built-in settings, also the private ones, with the default wherever a value is empty. */
export const readSiteSettings = async (db: Db) => ({
  ...withDefaults(await known(db).all(), defaults),
  language: siteLanguage,
})

/** Where the site is, without a trailing slash; '' while neither the operator nor staff have said. */
export const siteAddress = (
  publicUrl: string | undefined,
  { public_url }: Pick<SiteSettings, 'public_url'>,
) => (publicUrl || public_url).replace(/\/+$/, '')
