import { eq } from 'drizzle-orm'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import { prepared } from '#db/prepared.ts'
import { settings } from '#db/schema.ts'
import { dayIn } from '../calendar/contract/dates.ts'

const stored = prepared((db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, 'site_time_zone'))
    .prepare(),
)

/** The zone in which jobs open and close. */
export const siteTimeZone = async (db: Db): Promise<string> =>
  (await stored(db).get())?.value || settingDefaults.site_time_zone

/** Today in the site's time zone. */
export const siteToday = async (db: Db): Promise<string> =>
  dayIn(await siteTimeZone(db), new Date(databaseNow(db)))
