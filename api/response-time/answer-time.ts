import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { settings, touched } from '#db/schema.ts'

/** A median of fewer answers would mislead. */
const fewest = 5

/**
 * The median number of days, rounded up, from an application of the last 90 days to the first
 * answer; null with too few. Looks at the latest 5,000 applications at most.
 */
export async function medianResponseTime(db: Db): Promise<number | null> {
  const rows = await db.all<{ days: number }>(sql`
    select julianday(answered) - julianday(created_at) as days from (
      select created_at, coalesce(min(told_at, answered_at), told_at, answered_at) as answered
      from applications
      where created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-90 days')
      order by created_at desc limit 5000)
    where answered is not null order by days`)
  if (rows.length < fewest) return null
  const at = (place: number) => rows[Math.floor(place)]?.days ?? 0
  const middle = (rows.length - 1) / 2
  return Math.max(1, Math.ceil((at(middle) + at(middle + 0.5)) / 2))
}

/** Writes the setting `answer_time_days`, which job pages show. Returns whether it has changed. */
export async function writeResponseTime(db: Db, isShown: boolean): Promise<boolean> {
  const value = String((isShown && (await medianResponseTime(db))) || '')
  const changed = await db
    .update(settings)
    .set({ value, updated_at: touched(settings.updated_at) })
    .where(sql`${settings.key} = 'answer_time_days' and ${settings.value} <> ${value}`)
    .returning({ id: settings.id })
  return changed.length > 0
}
