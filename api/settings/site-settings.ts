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

/** All built-in settings, including private ones; empty values get their default. */
export const readSiteSettings = async (db: Db) => ({
  ...withDefaults(await known(db).all(), defaults),
  language: siteLanguage,
})

/** The site's address without a trailing slash; '' when not configured. */
export const siteAddress = (
  publicUrl: string | undefined,
  { public_url }: Pick<SiteSettings, 'public_url'>,
) => (publicUrl || public_url).replace(/\/+$/, '')
