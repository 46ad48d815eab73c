import { sql } from 'drizzle-orm'
import type { Metrics } from '#api/core/monitoring/metrics.ts'
import { privacyKeys } from '#api/core/site-settings/contract.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { hasRules, rulesOf } from '#api/hiring/privacy/rules.ts'
import type { Db } from '#db/client.ts'

/** A run that was skipped, because the clock had jumped, ends as it begins. */
const applied = sql`
  select max(started_at) as at from retention_runs where ended_at > started_at
  union all select max(updated_at) from settings where key in ${[...privacyKeys]}`

/** Tells late retention by its runs, since the worker also succeeds when none is due. */
export const retentionGauge = ({ gauge }: Metrics, db: Db) =>
  gauge(
    'foyer_retention_age_seconds',
    'Time since the retention rules were last applied, or saved. Missing without rules.',
    async () => {
      if (!hasRules(rulesOf(await readSiteSettings(db)))) return []
      const rows = await db.all<{ at: string | null }>(applied)
      const latest = Math.max(...rows.map(({ at }) => Date.parse(at ?? '') || 0))
      return Math.max(0, Date.now() - latest) / 1000
    },
  )
