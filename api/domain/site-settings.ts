import { inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { settings } from '#db/schema.ts'
import { settingDefaults, siteSettings } from '../contract/settings.ts'

const known = prepared((db) =>
  db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, Object.keys(settingDefaults)))
    .prepare(),
)

/** What staff have set of the site, with the default wherever a value is empty. */
export const readSiteSettings = async (db: Db) => siteSettings(await known(db).all())
